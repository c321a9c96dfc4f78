import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { Cmaes, type CmaesState } from '../../../src/core/tuning/cmaes'
import { golden } from '../support/golden'
import { box } from '../support/optimizers'

type Distribution = Pick<CmaesState, 'mean' | 'sigma' | 'covariance' | 'pathSigma' | 'pathC'>

const { cases } = golden<{
  cases: {
    dimensions: number
    population: number
    generation: number
    stalled: boolean
    steps: number[][]
    before: Distribution
    after: Distribution
  }[]
}>('cmaesUpdates')

const ones = (n: number) => Array.from({ length: n }, () => 1)

function restored(n: number, population: number, state: Partial<CmaesState>): Cmaes {
  const whole: CmaesState = {
    units: ones(n),
    mean: ones(n).map(() => 0.5),
    sigma: 0.1,
    covariance: ones(n).map((_, i) => ones(n).map((__, j) => (i === j ? 1 : 0))),
    pathSigma: ones(n).map(() => 0),
    pathC: ones(n).map(() => 0),
    generation: 0,
    steps: [],
    bests: [],
    ...state,
  }
  return new Cmaes({ population, sigma: 0.3 }, box(n, 0, 1), whole)
}

const answers = (fitness: readonly number[]) => fitness.map((each, id) => ({ id, params: [id], fitness: each, weight: 1 }))

/** C and p_c are kept at a mean variance of 1, σ takes the rest: the same distribution. */
function normalised({ mean, sigma, covariance, pathSigma, pathC }: Distribution): Distribution {
  const scale = covariance.reduce((sum, row, d) => sum + row[d]!, 0) / mean.length
  return {
    mean,
    sigma: sigma * Math.sqrt(scale),
    covariance: covariance.map(row => row.map(each => each / scale)),
    pathSigma,
    pathC: pathC.map(each => each / Math.sqrt(scale)),
  }
}

describe('an update is that of an independent program (tests/oracle/cmaesUpdates.py)', () => {
  test.each(cases)('$dimensions dimensions, $population points, stalled: $stalled', each => {
    const { dimensions, population, generation, steps, before, after } = each
    // Told in another order than the ranks: the first point asked is the worst.
    const strategy = restored(dimensions, population, { ...before, generation, steps: steps.toReversed() })
    strategy.learn(answers(steps.map((_, i) => i)))
    const state = strategy.snapshot()
    const wanted = normalised(after)
    const close = (found: number, sought: number) => expect(Math.abs(found - sought)).toBeLessThan(1e-9 * (1 + Math.abs(sought)))
    close(state.sigma, wanted.sigma)
    state.mean.forEach((m, d) => close(m, wanted.mean[d]!))
    state.pathSigma.forEach((p, d) => close(p, wanted.pathSigma[d]!))
    state.pathC.forEach((p, d) => close(p, wanted.pathC[d]!))
    state.covariance.forEach((row, i) => row.forEach((c, j) => close(c, wanted.covariance[i]![j]!)))
    expect(state.generation).toBe(generation + 1)
  })
})

test('a point outside the box is asked at its mirror image, as often mirrored as it takes', () => {
  const places = [-0.25, 0.25, 1.25, 2.25, -1.75, 3.75]
  const { members, distribution } = restored(1, 6, {
    mean: [0],
    sigma: 1,
    steps: places.map(place => [place]),
  }).population()
  expect(members.map(({ params }) => params[0]!)).toEqual([0.25, 0.25, 0.75, 0.25, 0.25, 0.25])
  expect(distribution.mean).toEqual([0])
})

test('with fewer than half of a batch sound nothing is learnt but the bests; with half it is', () => {
  const learnt = (sound: number) => {
    const strategy = restored(3, 8, {})
    strategy.questions(0, createRandom(1))
    const { steps: _, bests: __, ...before } = strategy.snapshot()
    strategy.learn(answers(Array.from({ length: 8 }, (___, i) => (i < sound ? i : NaN))))
    const { steps: _steps, bests, ...after } = strategy.snapshot()
    expect(bests).toHaveLength(Math.min(5, sound))
    return JSON.stringify(before) !== JSON.stringify(after)
  }
  expect([0, 3, 4, 8].map(learnt)).toEqual([false, false, true, true])
})
