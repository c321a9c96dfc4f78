/** A network as the evaluator of a search: the kernel against the textbook, and what is refused. */
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { evaluatorShape, parseShape, tunedEvaluatorShape } from '../../../../src/core/contract/shapes'
import { legalMoves, slide, type Board } from '../../../../src/core/games/twenty48/board'
import { compileEvaluator, contributions, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { neverStop, type SlideResult } from '../../../../src/core/games/twenty48/search/engine'
import { pointsToCome, SYMMETRIES, type Network, type NetworkShape } from '../../../../src/core/games/twenty48/wallGame/network'
import type { KernelExports } from '../../../../src/core/kernel/memory'
import { createKernel } from '../../../../src/core/kernel/port'
import { createTracedKernel } from '../../../../src/core/kernel/tracedPort'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../../src/core/search/settings'
import { runs } from '../../../setup/extent'
import * as arbitrary from '../../support/arbitraries'
import { traceRequest } from '../../support/traces'
import { newKernel } from '../../support/kernel'
import { randomNetwork } from '../../support/walls'
import { textbook, traceTextbook } from '../../../support/textbook'

const module = new WebAssembly.Module(readFileSync(new URL('../../../../out/kernel.wasm', import.meta.url)))
const instantiate = (imports: object) => new WebAssembly.Instance(module, { ...imports }).exports as unknown as KernelExports

const SHAPES: readonly NetworkShape[] = [
  { output: 'points', tuples: [[0, 1, 2, 4], [5, 6, 9, 10], [3, 7, 11]], target: 15, stages: [] },
  { output: 'points', tuples: [[0, 1, 2, 3], [4, 5, 6]], target: 11, stages: [3, 9] },
  { output: 'points', tuples: [[0, 4, 8, 1, 5]], target: 6, stages: [5] },
] // oxfmt-ignore
const NETWORKS = new Map<string, Network>()
for (const [i, shape] of SHAPES.entries())
  for (const bits of [8, 16] as const) NETWORKS.set(`${i}`.repeat(15) + String(bits / 8), randomNetwork(shape, bits))
NETWORKS.set('f'.repeat(16), randomNetwork({ tuples: [[0, 1]], target: 5, stages: [] }))

const networks = (id: string): Network => NETWORKS.get(id)!
const evaluators = [...NETWORKS.keys()].slice(0, -1).map((network): Evaluator => ({ family: 'network', network }))
const anyEvaluator = fc.constantFrom(...evaluators)

const kernel = createKernel(instantiate, undefined, networks)
const tracer = createTracedKernel(instantiate, undefined, networks)

function slidesBy(name: 'kernel' | 'textbook', board: Board, depth: number, evaluator: Evaluator, settings: SearchSettings) {
  const request = { board, depth, moves: legalMoves(board), reach: 1, nodes: Infinity, variation: true }
  if (name === 'textbook') return textbook(evaluator, settings, undefined, networks)(request, neverStop).slides
  kernel.load(evaluator, settings)
  return kernel.search(request, neverStop).slides
}

function expectSame(found: readonly SlideResult[], expected: readonly SlideResult[]): void {
  const rest = (slides: readonly SlideResult[]) => slides.map(({ value: _value, ...each }) => each)
  expect(rest(found)).toEqual(rest(expected))
  for (const [i, { value }] of expected.entries()) {
    const scale = Math.max(1, Math.abs(value))
    expect(Math.abs(found[i]!.value - value)).toBeLessThan(1e-9 * scale)
  }
}

describe('a network as evaluator', () => {
  test('values a board and its eight images alike, by Σ of the weights of its tuples', () => {
    fc.assert(
      fc.property(arbitrary.board, anyEvaluator, (board, evaluator) => {
        const value = compileEvaluator(evaluator, networks)
        for (const symmetry of SYMMETRIES) expect(value(symmetry.map(cell => board[cell]!))).toBeCloseTo(value(board), 8)
        const sum = contributions(evaluator, board, networks).reduce((all, { value: part }) => all + part, 0)
        expect(sum).toBeCloseTo(value(board), 8)
      }),
      { numRuns: runs(50, 500) },
    )
  })

  test('reads the digits of a tuple in their order, and a rank above the highest digit as it', () => {
    const weights = new Int16Array(7 ** 2)
    weights[3 * 7 + 6] = 5
    const network: Network = { output: 'points', tuples: [[0, 1]], target: 6, stages: [], weights, unit: 0.5 }
    const board = (...ranks: number[]): Board => [...ranks, ...Array<number>(16 - ranks.length).fill(0)]
    expect(pointsToCome(network, board(3, 6))).toBe(2.5)
    expect(pointsToCome(network, board(3, 17))).toBe(2.5)
    expect(pointsToCome(network, board(6, 3))).toBe(0)
    expect(pointsToCome(network, board(0, 0, 6, 3))).toBe(2.5) // the mirror image of the first
    expect(pointsToCome(network, board(3, 5))).toBe(0)
  })

  test('is searched by the kernel as by the textbook: values, counts and lines', () => {
    fc.assert(
      fc.property(arbitrary.search, anyEvaluator, arbitrary.settings, ({ board, depth }, evaluator, drawn) => {
        for (const table of ['off', 'deeper'] as const) {
          const settings = { ...drawn, table, tableBits: 18 }
          expectSame(
            slidesBy('kernel', board, depth, evaluator, settings),
            slidesBy('textbook', board, depth, evaluator, settings),
          )
        }
      }),
      { numRuns: runs(6, 200) },
    )
  })

  test('leaves no trace in the evaluator that is loaded after it', () => {
    const board = parseBoard('0123012301230000')
    const power = makeEvaluator('power')
    const fresh = newKernel()
    const request = { board, depth: 2, moves: legalMoves(board), reach: 1, nodes: Infinity }
    for (const wide of [board, [...board.slice(0, 15), 16]]) {
      fresh.load(power, PLAIN_SETTINGS)
      kernel.load(evaluators[0]!, PLAIN_SETTINGS)
      kernel.search({ ...request, board: wide, moves: legalMoves(wide) }, neverStop)
      kernel.load(power, PLAIN_SETTINGS)
      const asked = { ...request, board: wide, moves: legalMoves(wide) }
      expect(kernel.search(asked, neverStop)).toEqual(fresh.search(asked, neverStop))
    }
  })

  test('plays games in the kernel move for move as its searches', () => {
    const settings: SearchSettings = { ...PLAIN_SETTINGS, points: 'added', dead: 0 }
    for (const [i, evaluator] of evaluators.entries())
      for (const start of ['1100000000000000', 'FEDC000000000011']) {
        const position = { board: parseBoard(start), random: `00000000000000${i + 10}`, score: 0, slides: 0 }
        kernel.load(evaluator, settings)
        kernel.beginGame(position)
        for (let turn = 0; turn < 40; turn++) {
          const { board } = kernel.game().position
          const values = slidesBy('textbook', board, 0, evaluator, settings)
          if (!kernel.playSlides(0, 1)) break
          const after = kernel.game().position.board
          const best = Math.max(...values.map(({ value }) => value))
          const chosen = values.find(({ value }) => best - value <= 1e-11 * Math.abs(best))!
          const { move } = chosen
          expect(legalMoves(board)).toContain(move)
          expect(after.filter((rank, cell) => rank !== slide(board, move)!.board[cell])).toHaveLength(1)
        }
      }
  })

  test('is recorded with the values of the textbook’s tree', () => {
    fc.assert(
      fc.property(arbitrary.search, anyEvaluator, ({ board, depth }, evaluator) => {
        const settings: SearchSettings = { ...PLAIN_SETTINGS, points: 'added', dead: 0 }
        const ours = tracer.tracer(evaluator, settings)(traceRequest(board, depth), neverStop)
        const theirs = traceTextbook(evaluator, settings, undefined, networks)(traceRequest(board, depth), neverStop)
        expectSame(ours.slides, theirs.slides)
        expect(ours.trace.entries).toBe(theirs.trace.entries)
      }),
      { numRuns: runs(5, 50) },
    )
  })

  test('is refused where its network is missing, of chances, too large, or no id', () => {
    const load = (network: string, source = networks) => {
      const other = createKernel(instantiate, undefined, source)
      other.load({ family: 'network', network }, PLAIN_SETTINGS)
    }
    expect(() => load('f'.repeat(16))).toThrow('estimates chances on boards of walls')
    const large = { ...networks('0000000000000002'), weights: new Int16Array(2 ** 24) }
    expect(() => load('0'.repeat(16), () => large)).toThrow('an evaluator has at most')
    expect(() => newKernel().load(evaluators[0]!, PLAIN_SETTINGS)).toThrow('cannot be read here')
    expect(() => parseShape(evaluatorShape, { family: 'network', network: 'x' }, '')).toThrow('network: is not the id')
    expect(() => parseShape(evaluatorShape, { family: 'net' }, '')).toThrow('thesis, thesis-letter, power, positional, network')
    expect(() => parseShape(tunedEvaluatorShape, evaluators[0], '')).toThrow('has no weights that can be tuned')
    expect(parseShape(evaluatorShape, evaluators[0], '')).toEqual(evaluators[0])
  })
})
