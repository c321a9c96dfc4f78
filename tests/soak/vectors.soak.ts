import { expect, test } from 'vitest'
import { makeEvaluator } from '../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { searchSlides } from '../core/support/search'
import { relativeErrors, vectors, VECTOR_SETTINGS } from '../core/support/vectors'
import { record } from './record'

test('the textbook gives the reference values and node counts of every vector of depth 5 or less', () => {
  const power = makeEvaluator('power')
  const shallow = vectors.filter(({ depth }) => depth <= 5)
  let [worst, nodes, wrongCounts] = [0, 0, 0]
  for (const vector of shallow) {
    const slides = searchSlides(parseBoard(vector.board), vector.depth, power, VECTOR_SETTINGS)
    const tried = slides.reduce((sum, slide) => sum + slide.nodes, 0)
    worst = Math.max(worst, ...relativeErrors(slides, vector))
    if (tried !== vector.nodes) wrongCounts++
    nodes += tried
  }
  record('Reference vectors by the textbook', {
    vectors: shallow.length,
    'largest relative error of a value': worst.toExponential(1),
    'vectors with another node count': wrongCounts,
    'slides tried': nodes,
  })
  expect(worst).toBeLessThan(1e-5)
  expect(wrongCounts).toBe(0)
})
