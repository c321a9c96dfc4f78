import { describe, expect, test } from 'vitest'
import { constrictionOf, createOptimizer } from '../../../src/core/tuning/optimizers'
import { OPTIMIZER_DEFAULTS, type OptimizerConfig } from '../../../src/core/tuning/optimizerConfig'
import { median } from '../../../src/core/stats/summary'
import { box, evaluationsTo, FUNCTIONS } from '../support/optimizers'

const { inertia, constriction, spso2011, cmaes } = OPTIMIZER_DEFAULTS
const SEEDS = [1, 2, 3, 4, 5]

/** Evaluations by seed to a cost below `target`. */
function reach(
  config: OptimizerConfig,
  name: keyof typeof FUNCTIONS,
  dimensions: number,
  target: number,
  most: number,
): number[] {
  return SEEDS.map(seed =>
    evaluationsTo(createOptimizer(config, box(dimensions), { kind: 'random' }, seed), FUNCTIONS[name], target, most),
  )
}

test('the constriction of Clerc and Kennedy at φ = 4.1', () => {
  expect(constrictionOf(4.1)).toBeCloseTo(0.7298, 4)
})

describe('every seed reaches the optimum of the sphere', () => {
  test.each([
    ['inertia', inertia, 2, 3000],
    ['inertia', inertia, 10, 15_000],
    ['constriction, ring', constriction, 10, 20_000],
    ['SPSO-2011', spso2011, 10, 15_000],
    ['CMA-ES', cmaes, 2, 600],
    ['CMA-ES', cmaes, 10, 3000],
  ] as const)('%s, %# in %i dimensions', (_, config, dimensions, most) => {
    expect(median(reach(config, 'sphere', dimensions, 1e-8, most))).toBeLessThanOrEqual(most)
  })
})
