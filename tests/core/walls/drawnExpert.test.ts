/** The expert's own search, of which some pairs are recorded. */
import { expect, test, vi } from 'vitest'
import { emptyCells, legalMoves, SPAWNS, type Board } from '../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { choose } from '../../../src/core/games/twenty48/search/choice'
import { drive, neverStop, type DrawnReport } from '../../../src/core/games/twenty48/search/engine'
import { boardAfter } from '../../../src/core/games/twenty48/tree/boards'
import { drawnTrace } from '../../../src/core/games/twenty48/tree/drawnTrace'
import { createWallSearch, withExperts } from '../../../src/core/kernel/wallKernel/searchPort'
import { createRandom } from '../../../src/core/random'
import { PLAIN_SETTINGS, type SearchSettings, type WallExpert } from '../../../src/core/search/settings'
import { FLAGS } from '../../../src/core/trace/format'
import { newKernel } from '../support/kernel'
import { instantiateWalls, randomNetwork, wallKernelMemory } from '../support/walls'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is slow

const TARGET = 9
const BOARDS = 200
const network = randomNetwork({ tuples: [[0, 1, 2, 4]], target: TARGET, stages: [] })
const evaluator = makeEvaluator('power')
const kernel = withExperts(newKernel(), () => () => ({
  target: TARGET,
  search: createWallSearch(instantiateWalls, wallKernelMemory(), network),
}))

/** Boards with four different walls, and tiles below the target around them. */
function wallBoards(): Board[] {
  const random = createRandom(38)
  const boards: Board[] = []
  while (boards.length < BOARDS) {
    const board = Array.from({ length: 16 }, () => (random.below(3) === 0 ? 0 : 1 + random.below(TARGET - 1)))
    const cells = [...Array(16).keys()]
    for (const wall of [9, 10, 11, 12]) board[cells.splice(random.below(cells.length), 1)[0]!] = wall
    if (legalMoves(board).length > 0) boards.push(board)
  }
  return boards
}

function search(board: Board, layers: number, pairs?: number): DrawnReport {
  const expert: WallExpert = { network: '0123456789abcdef', target: TARGET, least: 4, layers, cut: 0.002, below: 0 }
  const settings: SearchSettings = { ...PLAIN_SETTINGS, expert }
  kernel.load(evaluator, settings)
  return drive(choose(board, { settings, limits: { depth: 1 } }, { pairs }), request => kernel.search(request, neverStop))
}

test(`recorded, the expert makes the same move for the same chances with as many nodes, on ${BOARDS} boards of walls`, () => {
  for (const [i, board] of wallBoards().entries()) {
    const layers = i % 3
    const { trees, ...recorded } = search(board, layers, 1)
    expect(recorded).toEqual(search(board, layers))
    expect(recorded.expert!.decides).toBe(true)
    const trace = drawnTrace(board, { evaluator, settings: PLAIN_SETTINGS }, trees!, layers)
    expect(trace.value(0)).toBe(recorded.values[recorded.best!])
    expect(trace.head.nodes).toBe(recorded.nodes)
    const boards = new Map([[0, board]])
    for (let node = 1; node < trace.entries; node++) boards.set(node, boardAfter(trace, boards.get(trace.parent(node)!)!, node))
    for (let node = 0; node < trace.entries; node++) {
      const children = trace.children(node)
      const values = children.map(child => trace.value(child)!)
      if (trace.kind(node) === 'max') {
        expect(children).toHaveLength(legalMoves(boards.get(node)!).length)
        expect(trace.value(node)).toBe(Math.max(0, ...values))
        expect(trace.has(node, FLAGS.TERMINAL)).toBe(children.length === 0)
      } else if (children.length > 0) {
        const cells = emptyCells(boards.get(node)!).length
        expect(children).toHaveLength(2 * cells)
        const mean = values.reduce((sum, value, tile) => sum + SPAWNS[tile % 2]!.chance * value, 0) / cells
        expect(trace.value(node)).toBeCloseTo(mean, 12)
      } else {
        const ends = FLAGS.HORIZON | FLAGS.PROBABILITY_CUT | FLAGS.TERMINAL | FLAGS.NOT_RECORDED
        expect(trace.has(node, ends)).toBe(true)
      }
    }
  }
})
