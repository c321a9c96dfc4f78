/** In a lecture nothing is said that the searcher computes later: neither rows nor nodes have it. */
import { describe, expect, test } from 'vitest'
import type { FlagName } from '../../../../src/core/trace/format'
import { FLAGS } from '../../../../src/core/trace/format'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { neverStop } from '../../../../src/core/games/twenty48/search/engine'
import { traceRequest } from '../../../core/support/traces'
import type { EventStop, TreeNode, TreeRow } from '../../../../src/core/tree/views'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import { refusal } from '../../../core/support/errors'
import { recordedGame } from '../../../core/support/recordedGame'
import { traceTextbook } from '../../../support/textbook'

/** An oracle's word on what was entered and what was left. */
interface Come {
  readonly there: ReadonlySet<number>
  readonly done: ReadonlySet<number>
}

/** What a place of a lecture says too early, of all rows and of some nodes. */
function saidTooEarly(desk: OutlinedTree, lecture: number, { there, done }: Come, looked: readonly number[]): string[] {
  const { trace } = desk.tree
  const faults: string[] = []
  const answer = TREE_ANSWERS.treeRows(desk, { tree: 1, first: 0, count: 100_000, lecture })
  const { rows, total } = answer as unknown as { rows: TreeRow[]; total: number } // not sliced
  if (total !== rows.length) faults.push(`${rows.length} rows of ${total}`)
  const shown = rows.filter(({ derived }) => !derived).map(({ key }) => Number(key))
  const expected = [...there].toSorted((a, b) => a - b).join()
  if (shown.toSorted((a, b) => a - b).join() !== expected) faults.push(`rows ${shown.join()}, there are ${expected}`)

  const early: readonly FlagName[] = ['searched-again', 'not-visited']
  const look = (row: TreeRow, where: string): void => {
    const node = Number(row.key.split('.')[0])
    const childrenThere = trace.children(node).filter(child => there.has(child)).length
    if (!row.derived && (trace.childCount(node) > 0 ? row.children !== childrenThere : !done.has(node) && row.children > 0))
      faults.push(`${where}: ${row.children} children of ${childrenThere}`)
    if (done.has(node)) {
      if (!row.derived && row.value !== (trace.value(node) ?? null)) faults.push(`${where}: has another value`)
      if (!row.derived && String(row.values) !== String(trace.values(node))) faults.push(`${where}: has other values`)
      return
    }
    if (row.derived) faults.push(`${where}: an outcome of a leaf that is not done`)
    const { value, best, tie, contribution, nodes, source, flags } = row
    if (value !== null || row.values || best || tie || (contribution ?? null) !== null || nodes !== 0)
      faults.push(`${where}: ${JSON.stringify(row)}`)
    if (source !== undefined || flags.some(flag => !early.includes(flag))) faults.push(`${where}: ${flags.join()}`)
  }
  for (const row of rows) look(row, `row ${row.key}`)

  for (const node of looked) {
    const ask = () => TREE_ANSWERS.treeNode(desk, { tree: 1, node: String(node), lecture }) as TreeNode
    if (!there.has(node)) {
      refusal('NOT_FOUND', ask)
      continue
    }
    const { row, backup, terms, moves } = ask()
    const where = `node ${node}`
    look(row, where)
    const isDone = done.has(node)
    if (!isDone && terms.length > 0) faults.push(`${where}: terms`)
    if (!isDone && 'cut' in backup && backup.cut) faults.push(`${where}: a cut`)
    if (!isDone && trace.kind(node) === 'leaf' && !trace.has(node, FLAGS.NOT_VISITED) && backup.rule !== 'not-yet')
      faults.push(`${where}: ${backup.rule}`)
    for (const part of 'parts' in backup ? backup.parts : []) {
      const child = Number(part.key.split('.')[0])
      if (!there.has(child)) faults.push(`${where}: a part that is not there`)
      if (!done.has(child) && (part.value !== null || part.values || ('tie' in part && (part.best || part.tie))))
        faults.push(`${where}: part`)
    }
    for (const { key, value, sum, best, difference, nodes, terms: its, worst, luckiest } of moves) {
      if (!there.has(Number(key))) faults.push(`${where}: a move that is not there`)
      for (const each of [worst, luckiest]) if (each) look(each, `${where}, an outcome`)
      if (done.has(Number(key))) continue
      if (value !== null || sum !== null || best || difference !== null || nodes !== 0 || its.length > 0)
        faults.push(`${where}: move ${key}`)
    }
  }
  return faults
}

const searches = {
  'PVS with re-searches and a table': recordedGame(
    'exampleTree',
    '(max (min 3 12 8) (min (max 5 9) (max 6 7) 11) (min 14 (max 15 2) 2) (min 20 30))',
    'pvs',
    { wrapping: { table: 8, deepening: 'interruptible' }, limits: { depth: 5 } },
  ),
  'max-n of three players, with chance': recordedGame(
    'exampleTree',
    '(p1 [3,1,2] (p2 [0,4,1] (chance 0.25:[2,2,2] 0.75:(p3 [1,1,5] [4,0,3]))) (p3 [0,0,7] [9,1,7]))',
    'maxN',
    { wrapping: { table: 8 } },
  ),
  'minimax of 2048': recordedGame('twenty48', '1212212112122103', 'minimax', { limits: { depth: 2 } }),
  'alpha-beta of 2048 on random tiles': recordedGame('adversarial48', '1212212112122103 tiles=random', 'alphaBeta', {
    limits: { depth: 3 },
  }),
}

describe.each(Object.entries(searches))('%s', (_, data) => {
  const desk = new OutlinedTree(data)
  desk.outline.fold(0, 1000)
  const { lecture, tree } = desk
  const log = tree.trace.log!

  test('says at every event only what was played', () => {
    const there = new Set<number>()
    const done = new Set<number>()
    for (let at = 0; at < lecture.events; at++) {
      const { kind, node } = log.event(at)
      if (kind === 'enter') there.add(node)
      if (kind === 'leave') {
        done.add(node)
        for (const child of tree.trace.children(node)) there.add(child)
      }
      if (there.size === 0) there.add(0) // the root is known before it is entered
      const looked = [node, node + 1, 0, ...tree.trace.children(node)].filter(each => each < tree.trace.entries)
      expect(saidTooEarly(desk, at, { there, done }, looked)).toEqual([])
    }
    expect(there.size).toBe(tree.trace.entries)
  })

  test('shows the event, its line and the open calls; runs to a node', () => {
    const code = TREE_ANSWERS.lectureCode(desk, { tree: 1 }) as readonly string[]
    const known = new Map<number, unknown>()
    const ofEach = tree.trace.values(0) !== undefined
    for (let at = 0; at < lecture.events; at++) {
      const stop = TREE_ANSWERS.lectureAt(desk, { tree: 1, at, step: 'stay' })
      const { kind, node } = log.event(at)
      expect(stop).toMatchObject({ at, of: lecture.events, event: { kind, key: String(node) } })
      expect(JSON.parse(JSON.stringify(stop))).toEqual(stop)
      // a value for each agent, of the node in hand once it is known, and of each call what its children come to
      const { values, frames } = stop as EventStop
      const says = ['utility', 'evaluate', 'hit', 'leave'].includes(kind)
      expect(values).toEqual(ofEach && says ? tree.trace.values(node) : undefined)
      if (kind === 'improve') known.set(node, frames.at(-1)!.values)
      for (const frame of frames) {
        expect(frame.values).toEqual(known.get(Number(frame.key)))
        expect(frame.values?.[0]).toBe(ofEach ? (frame.best ?? undefined) : undefined)
      }
      if (kind === 'leave' && known.has(node) && ofEach) expect(known.get(node)).toEqual(tree.trace.values(node))
      const { line } = stop as { line: number | null }
      expect(line === null || code[line] !== undefined).toBe(true)
    }
    for (let node = 1; node < tree.trace.entries; node++) {
      const to = TREE_ANSWERS.lectureAt(desk, { tree: 1, at: 0, step: 'stay', to: String(node) }) as { at: number }
      expect(to.at).toBe(lecture.eventOf(node))
      if (tree.trace.has(node, FLAGS.NOT_VISITED)) continue
      const end = TREE_ANSWERS.lectureAt(desk, { tree: 1, at: to.at, step: 'stay', to: String(node) })
      expect(end).toMatchObject({ event: { kind: 'leave', key: String(node) } })
    }
    expect(TREE_ANSWERS.lectureAt(desk, { tree: 1, at: lecture.events - 1, step: 'into' })).toBeNull()
  })
})

test.each([
  ['leaves that are means', { leaf: 'spawned', points: 'added' }],
  ['a table', { leaf: 'afterstate', table: 'exact' }],
] as const)('2048, a lecture without a log, %s: says at every stop only what was passed', (_, settings) => {
  const board = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 0, 6, 6]
  const tracer = traceTextbook(makeEvaluator('thesis'), { ...PLAIN_SETTINGS, ...settings })
  const { data } = tracer(traceRequest(board, 1), neverStop).trace
  const desk = new OutlinedTree(data)
  desk.outline.fold(0, 1000)
  for (let node = 0; node < data.entries; node++) desk.outline.fold(node, 1)
  const there = new Set<number>()
  const done = new Set<number>()
  const { events } = desk.lecture
  expect(events).toBe(3 * data.entries - 1) // each node is entered and left, and each but the root improves its parent
  for (let at = 0; at < events; at++) {
    const { event, frames } = TREE_ANSWERS.lectureAt(desk, { tree: 1, at, step: 'stay' }) as EventStop
    const node = Number(event.key)
    if (event.kind === 'enter') there.add(node)
    if (event.kind === 'leave') done.add(node)
    expect(saidTooEarly(desk, at, { there, done }, [0, node, ...desk.tree.trace.children(node)])).toEqual([])
    expect(frames.map(({ key }) => Number(key))).toEqual(desk.tree.trace.path(node))
    expect(TREE_ANSWERS.lectureAt(desk, { tree: 1, at: 0, step: 'stay', to: event.key })).toMatchObject({
      event: { kind: node === 0 ? 'leave' : 'enter', key: event.key },
    })
  }
  expect(events).toBeGreaterThan(50)
  expect(done.size).toBe(data.entries)
})
