import { expect, test, vi } from 'vitest'
import { compileEvaluator, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { relativeErrors, vectors, VECTOR_SETTINGS } from '../../support/vectors'
import { searchSlides } from '../../support/search'
import { runs } from '../../../setup/extent'

vi.setConfig({ testTimeout: 120_000 }) // the textbook is slow, and a busy machine slower

const power = makeEvaluator('power')

test('the static value of every reference board', () => {
  const evaluate = compileEvaluator(power)
  for (const { board, static: expected } of vectors)
    expect(Math.abs(evaluate(parseBoard(board)) / expected - 1)).toBeLessThan(1e-6)
})

// The kernel finds all of them as well (kernelVectors.test.ts); the textbook the rest of depth 5 or less in `npm run soak`.
test.each(vectors.filter(({ nodes }) => nodes < runs(50_000, 100_000)))(
  'reference values of $board, depth $depth, by the textbook',
  vector => {
    const slides = searchSlides(parseBoard(vector.board), vector.depth, power, VECTOR_SETTINGS)
    expect(slides.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(vector.nodes)
    expect(Math.max(...relativeErrors(slides, vector))).toBeLessThan(1e-5)
  },
)
