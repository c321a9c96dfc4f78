/**
 * All that is shown of forty recorded trees is as on the day when the digests were made: columns, rows, nodes, lecture, finds, exports. They
 * were made when the entries of 2048's own trees had another order, with their numbers replaced by those in the order of the search.
 * To regenerate, for a change that is meant: `RECORD_TRACES=1 npx vitest run --project main tests/main/compute/trees/goldenTraces.test.ts`.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { finish, type Sliced } from '../../../../src/core/sliced'
import { FLAG_NAMES } from '../../../../src/core/trace/format'
import { Trace, type TraceData } from '../../../../src/core/trace/trace'
import { levelStatistics } from '../../../../src/core/tree/levels'
import { NO_FILTER, TREE_SORTS, type EventStop, type TreeFilter, type TreeNode } from '../../../../src/core/tree/views'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import { GOLDEN_TRACES } from '../../../core/support/goldenTraces'

const FILE = new URL('../../../golden/traces.json', import.meta.url)
const isRecording = process.env['RECORD_TRACES'] !== undefined
const golden = isRecording ? {} : (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Record<string, string>>)

const tree = 1
/** Nodes whose details, and places of a lecture whose rows, are compared. */
const MOST = 60
const FILTERS: readonly TreeFilter[] = [
  { ...NO_FILTER, line: 'best' },
  { ...NO_FILTER, line: 'line' },
  { ...NO_FILTER, minReach: 0.1 },
  { ...NO_FILTER, flags: ['table-hit', 'not-visited', 'terminal'] },
]

function digest(parts: Iterable<unknown>): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${JSON.stringify(part) ?? 'nothing'}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** The answer to a question; of those about a whole tree, once its slices are done. */
function ask(desk: OutlinedTree, question: keyof typeof TREE_ANSWERS, arg: object): unknown {
  const answer = TREE_ANSWERS[question] as (desk: OutlinedTree, arg: object) => unknown
  const value = answer(desk, { tree, ...arg })
  return typeof value === 'object' && value !== null && 'next' in value ? finish(value as Sliced<unknown>) : value
}

function rowsOf(desk: OutlinedTree, rest: object = {}): unknown {
  const { rows, total } = ask(desk, 'treeRows', { first: 0, count: 100_000, ...rest }) as { rows: unknown; total: number }
  return { rows, total }
}

function some<T>(all: readonly T[]): readonly T[] {
  const every = Math.ceil(all.length / MOST)
  return all.filter((_, i) => i % every === 0)
}

function unfolded(data: TraceData): OutlinedTree {
  const desk = new OutlinedTree(data)
  desk.outline.fold(0, 1000)
  for (const node of nodesOf(data)) desk.outline.fold(node, 1)
  return desk
}

function nodesOf({ entries }: TraceData): number[] {
  return Array.from({ length: entries }, (_, node) => node)
}

function* listings(data: TraceData): Generator {
  const desk = unfolded(data)
  yield rowsOf(desk)
  for (const sort of TREE_SORTS) {
    ask(desk, 'arrangeTree', { sort, filter: NO_FILTER })
    yield rowsOf(desk)
  }
  for (const filter of FILTERS) {
    ask(desk, 'arrangeTree', { sort: 'search', filter })
    yield rowsOf(desk)
  }
}

function* finds(data: TraceData): Generator {
  const desk = new OutlinedTree(data)
  for (const node of some(nodesOf(data))) {
    const key = String(node)
    for (const flag of FLAG_NAMES)
      for (const backwards of [false, true]) yield ask(desk, 'findFlag', { flag, from: key, backwards })
    const { state } = ask(desk, 'treeNode', { node: key }) as { state: string }
    yield ask(desk, 'findPosition', { position: state, after: '0' })
    yield ask(desk, 'findPosition', { position: state, after: key })
    yield ask(desk, 'treeIcicle', { node: key, levels: 6, room: 40 })
    yield ask(desk, 'revealNode', { node: key }) && desk.outline.total
  }
}

function* exports(data: TraceData): Generator {
  const desk = unfolded(data)
  for (const format of ['json', 'text', 'svg']) yield ask(desk, 'exportTree', { node: '0', levels: 1000, format })
  for (const node of some(nodesOf(data))) yield ask(desk, 'exportTree', { node: String(node), levels: 2, format: 'json' })
}

/** A place of a lecture, with what is compared of it, and the places that steps lead to. */
interface Stop {
  readonly place: number
  readonly facts: unknown
}

/** The stops of a lecture in order. */
function* stopsOf(desk: OutlinedTree): Generator<Stop> {
  const { log } = desk.tree.trace
  for (let at = 0; at < desk.lecture.events; at++) {
    const stops = ['stay', 'over', 'out', 'back'].map(step => ask(desk, 'lectureAt', { at, step }) as EventStop | null)
    yield {
      place: at,
      facts: log ? stops : [factsOf(desk, stops[0]!), ...stops.slice(1).map(stop => stop && placeOf(desk, stop))],
    }
  }
}

const PHASES = { enter: 'enter', improve: 'combine', leave: 'leave' } as const

/** A stop as the lecture of a tree without a log named it before the lab derived its events. */
function placeOf(desk: OutlinedTree, { at, event: { kind, key } }: EventStop) {
  const child = kind === 'improve' ? (ask(desk, 'lectureAt', { at: at - 1, step: 'stay' }) as EventStop).event.key : undefined
  return { key, phase: PHASES[kind as 'enter'], ...(child !== undefined && { child }) }
}

/** What it said there. */
function factsOf(desk: OutlinedTree, stop: EventStop): unknown {
  const { event, frames, returned, child, line, caller } = stop
  const { best, kind, depth, reach, edge } = frames.at(-1)!
  return {
    ...{ ...placeOf(desk, stop), soFar: event.kind === 'leave' ? returned : best, returned: child ? child.value : returned },
    ...{ came: child?.edge ?? null, kind, depth, reach, edge: edge ?? null, level: frames.length, line, caller },
    state: (ask(desk, 'treeNode', { node: event.key, lecture: stop.at }) as TreeNode).state,
  }
}

function* lectures(data: TraceData): Generator {
  const desk = unfolded(data)
  const stops = [...stopsOf(desk)]
  for (const { facts } of stops) yield facts
  for (const { place: lecture } of some(stops)) yield rowsOf(desk, { lecture })
}

/** The columns and the log, whatever their form in memory and in a file. */
function* recording(data: TraceData): Generator {
  const trace = new Trace(data)
  const { columns, log } = trace
  for (const node of nodesOf(data)) {
    const { value, nodes, edge, children, flags, depth, kind, alpha, beta, visits, others } = columns
    yield [value, nodes, edge, children, flags, depth, kind, alpha, beta, visits, ...others].map(column => String(column[node]))
    yield [trace.parent(node), trace.source(node), trace.firstSearch(node)]
  }
  for (let at = 0; log && at < log.events; at++) yield log.event(at)
}

function digestsOf(data: TraceData): Record<string, string> {
  const desk = new OutlinedTree(data)
  return {
    columns: digest([JSON.stringify(data.head), ...recording(data)]),
    levels: digest([levelStatistics(new Trace(data))]),
    rows: digest(listings(data)),
    nodes: digest(some(nodesOf(data)).map(node => ask(desk, 'treeNode', { node: String(node) }))),
    lecture: digest(lectures(data)),
    finds: digest(finds(data)),
    exports: digest(exports(data)),
  }
}

test('there are forty', () => {
  expect(GOLDEN_TRACES).toHaveLength(40)
})

test.each(GOLDEN_TRACES)('%s: is shown as before', (name, record) => {
  const digests = digestsOf(record())
  if (isRecording) {
    golden[name] = digests
    const lines = Object.entries(golden).map(([trace, its]) => `  ${JSON.stringify(trace)}: ${JSON.stringify(its)}`)
    writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`)
  }
  expect(digests).toEqual(golden[name])
})
