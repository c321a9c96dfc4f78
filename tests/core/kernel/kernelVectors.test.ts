/** Reference vectors by the kernel: in full, all of them. */
import { describe, expect, test, vi } from 'vitest'
import { legalMoves, MOVES } from '../../../src/core/games/twenty48/board'
import { depthFor } from '../../../src/core/games/twenty48/search/levels'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { neverStop, type SlideResult } from '../../../src/core/games/twenty48/search/engine'
import { bestSlide, slideValues } from '../../../src/core/games/twenty48/search/report'
import type { SearchSettings } from '../../../src/core/search/settings'
import { inFull } from '../../setup/extent'
import { newKernel } from '../support/kernel'
import { vectors, VECTOR_SETTINGS, type Vector } from '../support/vectors'

vi.setConfig({ testTimeout: 240_000 }) // half a billion slides, and a busy machine is slow

/** What the reference adds to every legal move, so that a dead one is not 0. */
const LEGAL = 1e-6
const power = makeEvaluator('power')

/** Of a vector: a third of them have less. */
const MOST_NODES = 2_300_000

function searchAll(settings: SearchSettings): { vector: Vector; slides: readonly SlideResult[] }[] {
  const kernel = newKernel()
  kernel.load(power, settings)
  return vectors
    .filter(({ nodes }) => inFull || nodes < MOST_NODES)
    .map(vector => {
      const board = parseBoard(vector.board)
      const request = { board, depth: vector.depth, moves: legalMoves(board), reach: 1, nodes: Infinity }
      return { vector, slides: kernel.search(request, neverStop).slides }
    })
}

describe('reference vectors', () => {
  test('values and node counts, with a table that replaces nothing', () => {
    for (const { vector, slides } of searchAll({ ...VECTOR_SETTINGS, tableBits: 24 })) {
      expect(slides.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(vector.nodes)
      expect(slides.map(({ move }) => move)).toEqual(MOVES.filter(move => vector.values[move] !== 0))
      for (const { move, value } of slides) {
        const expected = vector.values[move]
        expect(Math.abs(value + LEGAL - expected)).toBeLessThanOrEqual(1e-5 * expected)
      }
    }
  })

  test('the slide that is best by the reference, with the default table', () => {
    for (const { vector, slides } of searchAll(VECTOR_SETTINGS)) {
      expect(depthFor(parseBoard(vector.board), 'distinct')).toBe(vector.depth)
      const found = new Map(slides.map(({ move, value }) => [move, value]))
      const chosen = bestSlide(slideValues(move => found.get(move) ?? null))!
      const [best, second] = MOVES.map(move => vector.values[move]).sort((one, other) => other - one) as [number, number]
      expect(vector.values[chosen]).toBeGreaterThanOrEqual(best * (1 - 1e-4))
      if (best - second > 1e-4 * best) expect(vector.values[chosen]).toBe(best)
    }
  })
})
