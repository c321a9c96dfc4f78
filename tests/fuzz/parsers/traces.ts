import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { TREE_QUESTIONS } from '../../../src/core/contract/calls/tree'
import { crc32 } from '../../../src/core/contract/files/traceFile'
import { makeTraceFile, TraceFileReader } from '../../../src/core/contract/files'
import { LAST_WITH_SHAPES, TRACE_VERSION } from '../../../src/core/contract/files/traceHead'
import { readConfig } from '../../../src/core/contract/searchers'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { LOG_COLUMNS } from '../../../src/core/trace/eventLog'
import { WITHOUT_WINDOWS, columnList, WITH_WINDOWS, MOST_VALUES } from '../../../src/core/trace/format'
import { Trace } from '../../../src/core/trace/trace'
import { finish, type Sliced } from '../../../src/core/sliced'
import { TREE_ANSWERS } from '../../../src/main/compute/trees/treeAnswers'
import { OutlinedTree } from '../../../src/main/compute/trees/outlinedTree'
import { boardShape } from '../../../src/core/contract/shapes'
import * as arbitrary from '../../core/support/arbitraries'
import { recordedGame } from '../../core/support/recordedGame'
import { traceRequest } from '../../core/support/traces'
import { codeOf, harness } from '../support/harness'
import { hostileJson } from '../support/hostile'
import { mutatedValue } from '../support/mutate'
import { expectSame } from '../support/same'
import { fromShape } from '../support/shapes'
import { share } from '../support/share'
import { traceTextbook } from '../../support/textbook'

const PREAMBLE = 16
const CHECKSUM = 4

const bytesOf = (trace: Trace): Uint8Array => Buffer.concat([...makeTraceFile(trace)])

const WAREHOUSE =
  '5x5 stations=e2,e4 A=c5,20,0 B=a3,20,0 lying=a1>e5,c1>d2 waiting=e1>e4,b2>d5 turn=A steps=9522 spawns=0010c43407fc177b'

/** Trees that grow while they are searched, with the log of what the searcher did: of every searcher that has one, and of every kind of event. */
const GROWN_FILES = [
  recordedGame('ticTacToe', 'X.O/.../..X', 'pvs', { limits: { depth: 4 }, wrapping: { table: 8, deepening: 'interruptible' } }),
  recordedGame('ticTacToe', 'XOX/.O./...', 'minimax', { limits: { depth: 2 } }),
  recordedGame('exampleTree', '(max (min 3 12 8) (min 2 (max 4 6)) (min 14 5 2))', 'alphaBeta'),
  recordedGame('exampleTree', '(max (min 3 12 8) (min 2 (max 4 6)) (min 14 5 2))', 'pvs', { limits: { nodes: 6 } }),
  recordedGame('exampleTree', '(max 3 (chance 0.4:6 0.6:(min 4 1)))', 'expectimax'),
  recordedGame('exampleTree', '(p1 [3,1,2] (p2 [0,4,1] [2,2,2]))', 'maxN'),
  recordedGame('exampleTree', '(p1 [3,1,2] (p2 [0,4,1] [2,2,2]))', 'mcts', {
    config: readConfig('mcts', { iterations: 20 }) as object,
  }),
  recordedGame('ticTacToe', 'X.O/.../..X', 'mcts', { config: readConfig('mcts', { iterations: 40 }) as object }),
  recordedGame('warehouse', WAREHOUSE, 'alphaBeta', { limits: { depth: 2 } }),
].map(data => bytesOf(new Trace(data)))

/** Crowded boards: their trees are small. */
export const TRACE_FILES: readonly Uint8Array[] = [
  readFileSync(new URL('../../golden/trace-v1.trace', import.meta.url)),
  readFileSync(new URL('../../golden/trace-v2.trace', import.meta.url)),
  ...(['1234234134124120', '1234234134124100', '1212212112122120', '1212212112122121', '0000000000000011'] as const).flatMap(
    (position, i) =>
      [{ table: 'off' as const }, { table: 'deeper' as const, cut: 0.1, leaf: 'spawned' as const, points: 'added' as const }].map(
        settings =>
          bytesOf(
            traceTextbook(makeEvaluator(i % 2 ? 'power' : 'thesis'), { ...PLAIN_SETTINGS, ...settings })(
              traceRequest(parseBoard(position), i === 4 ? 0 : 1),
              neverStop,
            ).trace,
          ),
      ),
  ),
]

interface Parts {
  readonly head: Record<'entries' | 'shape' | 'hasWindows' | 'hasVisits' | 'values' | 'log', unknown> & Record<string, unknown>
  readonly columns: Uint8Array
}

function partsOf(file: Uint8Array): Parts {
  const size = Buffer.from(file).readUInt32LE(12)
  const head = JSON.parse(Buffer.from(file.subarray(PREAMBLE, PREAMBLE + size)).toString('latin1')) as Parts['head']
  return { head, columns: file.subarray(PREAMBLE + size + CHECKSUM) }
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

/** A file whose checksums are right, whatever stands in it. */
function sealed(head: unknown, columns: Uint8Array, version: number): Uint8Array {
  const text = Buffer.from(JSON.stringify(head) ?? '', 'latin1')
  const start = Buffer.concat([Buffer.from('LABTRACE'), u32(version), u32(text.length), text])
  const { entries, shape, hasWindows, hasVisits, values, log } = (head ?? {}) as Parts['head']
  const isOld = version <= LAST_WITH_SHAPES
  const events = typeof log === 'object' && log !== null && 'events' in log ? log.events : undefined
  const pieces: Uint8Array[] = [start, u32(crc32(start))]
  let at = 0
  const add = (size: number) => {
    const column = Buffer.alloc(size, 0)
    column.set(columns.subarray(at, at + size))
    at += size + CHECKSUM
    pieces.push(column, u32(crc32(column)))
  }
  if (isCount(entries) && entries > 0) {
    const rest = { hasVisits: hasVisits === true, values: isValues(values) ? values : 1 }
    const isWithWindows = isOld ? shape === 'grown' : hasWindows === true
    for (const { name, bytes } of columnList(isWithWindows ? { ...WITH_WINDOWS, ...rest } : WITHOUT_WINDOWS)) {
      if (isOld && name === 'first') add(entries * 4) // the column `next`
      add(entries * bytes)
    }
    if (isCount(events)) for (const bytes of Object.values(LOG_COLUMNS)) add(events * bytes)
  } else pieces.push(columns)
  return Buffer.concat(pieces)
}

function isValues(value: unknown): value is number {
  return isCount(value) && value > 0 && value <= MOST_VALUES
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e5
}

const places = fc.array(
  fc.record({
    at: share,
    byte: fc.oneof(fc.constantFrom(0, 1, 2, 3, 127, 255), fc.nat(255)),
  }),
  {
    minLength: 1,
    maxLength: 5,
  },
)

function overwritten(bytes: Uint8Array, changes: readonly { at: number; byte: number }[]): Uint8Array {
  const copy = Uint8Array.from(bytes)
  for (const { at, byte } of changes) copy[Math.floor(at * copy.length)] = byte
  return copy
}

const file = fc.oneof(fc.constantFrom(...TRACE_FILES), fc.constantFrom(...GROWN_FILES))

interface Input {
  readonly bytes: Uint8Array
  /** Size that somebody said the file has. */
  readonly announced: number
  readonly piece: number
  readonly questions: readonly (readonly [name: keyof typeof TREE_QUESTIONS, arg: unknown])[]
}

export const traceBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { arbitrary: file, weight: 2 },
  // bytes, as a disk flips them
  { arbitrary: fc.tuple(file, places).map(([each, changes]) => overwritten(each, changes)), weight: 1 },
  {
    arbitrary: fc.tuple(file, share).map(([each, end]) => each.subarray(0, Math.floor(end * each.length))),
    weight: 1,
  },
  // columns and heads as somebody writes them who knows the format
  {
    arbitrary: fc.tuple(file, places).map(([each, changes]) => {
      const { head, columns } = partsOf(each)
      return sealed(head, overwritten(columns, changes), Buffer.from(each).readUInt32LE(8))
    }),
    weight: 6,
  },
  {
    arbitrary: fc
      .tuple(
        mutatedValue(
          file.map(each => partsOf(each).head),
          hostileJson,
        ),
        file,
        fc.constantFrom(0, 1, 2, 3, TRACE_VERSION, TRACE_VERSION, TRACE_VERSION, TRACE_VERSION + 1),
      )
      .map(([head, each, version]) => sealed(withoutDepth(head), partsOf(each).columns, version)),
    weight: 4,
  },
)

/** What `JSON.stringify` can write. */
function withoutDepth(head: unknown): unknown {
  try {
    JSON.stringify(head)
    return head
  } catch {
    return { format: '2048-lab-trace' }
  }
}

const known = new Map<unknown, fc.Arbitrary<unknown>>([[boardShape, arbitrary.board]])
const questions = Object.entries(TREE_QUESTIONS).map(([name, { shape }]) =>
  fc.tuple(
    fc.constant(name as keyof typeof TREE_QUESTIONS),
    fc.tuple(fromShape(shape, known), fc.nat(40), fc.option(fc.nat(5))).map(([arg, node, draw]) => {
      const key = draw === null ? String(node) : `${node}.${draw}`
      const named = arg as Record<string, unknown>
      for (const field of ['node', 'after', 'from']) if (field in named) named[field] = key
      // of the first events, which every log has
      if (typeof named['lecture'] === 'number') named['lecture'] = node
      if (name === 'lectureAt') named['at'] = node
      return named
    }),
  ),
)

export const traces = harness<Input>({
  name: 'recorded trees',
  inputs: fc
    .record({
      bytes: traceBytes,
      piece: fc.constantFrom(1_000_000, 1_000_000, 997, 64),
      lie: fc.oneof({ arbitrary: fc.constant(0), weight: 9 }, { arbitrary: fc.constantFrom(-1, 1, 2 ** 31), weight: 1 }),
      questions: fc.array(fc.oneof(...questions), { maxLength: 6 }),
    })
    .map(({ lie, ...rest }) => ({ ...rest, announced: rest.bytes.length + lie })),
  examine: input => {
    let trace: Trace
    try {
      trace = read(input)
    } catch (error) {
      return codeOf(error)
    }
    // what the file says of its boards is found out where one is played
    expectSame(bytesOf(read({ ...input, bytes: bytesOf(trace), announced: bytesOf(trace).length })), bytesOf(trace))
    const outlined = new OutlinedTree(trace.data)
    let doubts = 0
    for (const [name, arg] of input.questions)
      try {
        const answer = TREE_ANSWERS[name](outlined, arg as never) as unknown
        if (typeof answer === 'object' && answer !== null && Symbol.iterator in answer && !Array.isArray(answer))
          finish(answer as Sliced<unknown>)
      } catch (error) {
        codeOf(error)
        doubts++
      }
    return doubts > 0 ? 'read, and asked in vain' : 'read'
  },
})

function read({ bytes: all, announced, piece }: Pick<Input, 'bytes' | 'announced' | 'piece'>): Trace {
  const reader = new TraceFileReader('a file', announced)
  for (let at = 0; at < all.length; at += piece) reader.push(all.subarray(at, at + piece))
  return reader.finish()
}
