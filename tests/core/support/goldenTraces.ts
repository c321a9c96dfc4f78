/** Forty recorded trees: files of each version, and searches of each searcher, game and setting. */
import { readFileSync } from 'node:fs'
import { TraceFileReader } from '../../../src/core/contract/files'
import { readConfig } from '../../../src/core/contract/searchers'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../src/core/search/settings'
import type { TraceData } from '../../../src/core/trace/trace'
import type { TraceRequest } from '../../../src/core/games/twenty48/tree/tracer'
import { newTracedKernel } from './kernel'
import { recordedGame } from './recordedGame'
import { traceRequest } from './traces'

type Recording = readonly [name: string, record: () => TraceData]

const TACTICS = '(max (min 3 12 8) (min (max 5 9) (max 6 7) 11) (min 14 (max 15 2) 2) (min 20 30))'
const REPEATED = '(chance 0.5:1 0.5:(max 0 2))'
const TRANSPOSED = `(max~1 ${REPEATED} ${REPEATED} (min~2 (max~3 1 2) 3) (min (chance 0.25:4 0.75:(min 1 7)) 0 1))`
const THREE = '(p1 [3,1,2] (p2 [0,4,1] (chance 0.25:[2,2,2] 0.75:(p3 [1,1,5] [4,0,3]))) (p3 [0,0,7] [9,1,7]))'
const WAREHOUSE =
  '5x5 stations=e2,e4 A=c5,20,0 B=a3,20,0 lying=a1>e5,c1>d2 waiting=e1>e4,b2>d5 turn=A steps=9522 spawns=0010c43407fc177b'
const CROWDED = '1234234134124120'
/** Has table hits at depth 2. */
const REPEATING = '1234234134124100'
const SPARSE = '1212212112122120'

const traced = newTracedKernel()

function file(version: string): Recording {
  const read = () => {
    const bytes = readFileSync(new URL(`../../golden/trace-${version}.trace`, import.meta.url))
    const reader = new TraceFileReader(version, bytes.length)
    reader.push(bytes)
    return reader.finish().data
  }
  return [`file ${version}`, read]
}

function kernel(
  name: string,
  position: string,
  depth: number,
  settings: Partial<SearchSettings> = {},
  rest: Partial<TraceRequest> = {},
  family: 'thesis' | 'power' = 'thesis',
): Recording {
  const tracer = () => traced.tracer(makeEvaluator(family), { ...PLAIN_SETTINGS, ...settings })
  return [`kernel ${name}`, () => tracer()(traceRequest(parseBoard(position), depth, rest), neverStop).trace.data]
}

function game(...args: Parameters<typeof recordedGame>): Recording {
  const { limits, wrapping } = args[3] ?? {}
  const by = JSON.stringify({ ...limits, ...wrapping })
  return [`${args[2]} on ${args[1].slice(0, 30)}, ${by}`, () => recordedGame(...args)]
}

function visits(iterations: number, rest: object = {}) {
  return { config: readConfig('mcts', { iterations, ...rest }) as object }
}

export const GOLDEN_TRACES: readonly Recording[] = [
  ...['v1', 'v2', 'v3', 'v4'].map(file),
  kernel('depth 0', CROWDED, 0),
  kernel('a table', REPEATING, 2, { table: 'exact' }),
  kernel('a table of deeper values', '3214215343211010', 2, { table: 'deeper', cut: 0.01 }),
  kernel('a cut', CROWDED, 2, { cut: 0.05 }),
  kernel('means and points', CROWDED, 1, { leaf: 'spawned', points: 'added' }),
  kernel('a floor', '1234234134124121', 1, { floor: 0, dead: 0 }, {}, 'power'),
  kernel('an afterstate', CROWDED, 1, {}, { root: { board: parseBoard(CROWDED), kind: 'chance' } }),
  kernel('a depth for each move', SPARSE, 2, {}, { depths: { up: 2, down: 1, left: 2, right: 1 } }),
  kernel('little room', '0001112212122120', 2, {}, { mebibytes: 1 / 64 }),
  kernel('a few nodes', SPARSE, 3, {}, { nodes: 300 }),
  game('exampleTree', TACTICS, 'minimax'),
  game('exampleTree', TACTICS, 'alphaBeta'),
  game('exampleTree', TACTICS, 'pvs', { wrapping: { table: 8, deepening: 'interruptible' }, limits: { depth: 5 } }),
  game('exampleTree', TRANSPOSED, 'minimax', { wrapping: { table: 8 } }),
  game('exampleTree', TRANSPOSED, 'alphaBeta', { wrapping: { table: 8 }, limits: { depth: 2 } }),
  game('exampleTree', TRANSPOSED, 'pvs', { wrapping: { order: 'static' } }),
  game('exampleTree', TRANSPOSED, 'expectimax'),
  game('exampleTree', TRANSPOSED, 'star1'),
  game('exampleTree', TRANSPOSED, 'star2'),
  game('exampleTree', THREE, 'maxN', { wrapping: { table: 8 } }),
  game('exampleTree', TRANSPOSED, 'paranoid'),
  game('exampleTree', THREE, 'helpNext'),
  game('exampleTree', THREE, 'coalition'),
  game('exampleTree', THREE, 'mcts', visits(60)),
  game('exampleTree', TRANSPOSED, 'mcts', visits(40, { C: 2 })),
  game('ticTacToe', 'XO./.X./..O', 'alphaBeta'),
  game('ticTacToe', 'XOX/.O./..X', 'pvs', { wrapping: { shorterWin: true } }),
  game('ticTacToe', 'XO./.X./..O', 'mcts', visits(80)),
  game('ticTacToe', 'XO./.../..X', 'alphaBeta', { limits: { depth: 3 }, wrapping: { quiescence: { plies: 2 }, table: 8 } }),
  game('ticTacToe', 'XO./.../...', 'minimax', { limits: { nodes: 150 } }),
  game('ticTacToe', 'XO./.../...', 'alphaBeta', { limits: { nodes: 300 }, wrapping: { deepening: 'contract' } }),
  game('twenty48', CROWDED, 'expectimax', { limits: { depth: 2 } }),
  game('twenty48', '1212212112122121', 'mcts', visits(12)),
  game('adversarial48', '2341413223414130 score=100', 'alphaBeta', { limits: { depth: 2 } }),
  game('warehouse', WAREHOUSE, 'alphaBeta', { limits: { depth: 2 } }),
  game('warehouse', WAREHOUSE, 'sampling', {
    config: readConfig('sampling', { inner: 'star2', worlds: 2 }) as object,
    limits: { depth: 1 },
  }),
]
