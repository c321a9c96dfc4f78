import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { median } from '../../../src/core/stats/summary'
import { createOptimizer } from '../../../src/core/tuning/optimizers'
import { OPTIMIZER_DEFAULTS } from '../../../src/core/tuning/optimizerConfig'
import type { Optimizer } from '../../../src/core/tuning/optimizer'
import { inFull } from '../../setup/extent'
import { golden } from '../support/golden'
import { box, evaluationsTo, FUNCTIONS, step, SWARMS } from '../support/optimizers'

type FunctionName = keyof typeof FUNCTIONS

interface Figure {
  readonly dimensions: number
  /** Evaluations at most. */
  readonly most: number
  readonly runs: number
  readonly reached: number
  /** Of the runs that reached the optimum. */
  readonly median: number
}

const swarms = golden<{
  paths: { name: string; batches: { x: number[][]; v: number[][] }[] }[]
  figures: (Figure & { name: string; particles: number; function: FunctionName })[]
}>('swarms')
const cmaes = golden<{ cases: (Figure & { name: FunctionName; population: number })[] }>('cmaes')

/** In few dimensions where not all is tried: ten times the dimensions take a hundred times as long. */
const isTried = ({ dimensions, most }: Figure): boolean => inFull || (dimensions < 10 && most < 40_000)

const TARGET = 1e-8

/** Seconds of work on a busy machine. */
const PATIENCE = 60_000

/** How many runs reach the optimum, and their median of evaluations. */
function figureOf(optimizers: readonly Optimizer[], name: FunctionName, most: number) {
  const counts = optimizers.map(each => evaluationsTo(each, FUNCTIONS[name], TARGET, most)).filter(Number.isFinite)
  return { reached: counts.length, median: median(counts) }
}

describe('swarms fly as an independent program makes them (tests/oracle/swarm.py)', () => {
  test.each(swarms.paths)('$name', ({ name, batches }) => {
    const optimizer = createOptimizer({ ...SWARMS[name]!, particles: 7 }, box(3), { kind: 'random' }, 42)
    for (const { x, v } of batches) {
      const asked = optimizer.ask()
      asked.forEach(({ params, velocity }, i) =>
        params.forEach((_, d) => {
          expect(Math.abs(params[d]! - x[i]![d]!)).toBeLessThan(1e-9 * (1 + Math.abs(x[i]![d]!)))
          expect(Math.abs(velocity![d]! - v[i]![d]!)).toBeLessThan(1e-9 * (1 + Math.abs(v[i]![d]!)))
        }),
      )
      step(optimizer, FUNCTIONS.rosenbrock)
    }
  })
})

describe('swarms need as many evaluations as there', () => {
  // Seeds and draws are the same, so that only rounding parts the two: far less than the 10 % that are granted.
  test.each(swarms.figures.filter(isTried))(
    '$name on the $function in $dimensions dimensions',
    figure => {
      const { name, particles, dimensions, most, runs } = figure
      const optimizers = Array.from({ length: runs }, (_, i) =>
        createOptimizer({ ...SWARMS[name]!, particles }, box(dimensions), { kind: 'random' }, 1001 + i),
      )
      const { reached, median: evaluations } = figureOf(optimizers, figure.function, most)
      expect(Math.abs(reached - figure.reached)).toBeLessThanOrEqual(1)
      expect(Math.abs(evaluations / figure.median - 1)).toBeLessThan(0.1)
    },
    PATIENCE,
  )
})

describe('the CMA-ES needs as many evaluations as pycma (tests/oracle/cmaes.py)', () => {
  // Both are random: medians of 21 (or 7) and of 31 runs, whose spread is about 10 % of a run's evaluations.
  test.each(cmaes.cases.filter(isTried))(
    'on the $name in $dimensions dimensions',
    ({ name, dimensions, population, most, ...pycma }) => {
      const runs = name === 'rastrigin' ? 7 : 21
      const optimizers = Array.from({ length: runs }, (_, i) => {
        const random = createRandom(i)
        // Walls so far off that they play no part: pycma has none here. σ is 0.3 of the start's width of 10.
        const start = { kind: 'scattered', around: box(dimensions).map(() => 10 * random.next() - 5), share: 0.005 } as const
        const config = { kind: 'cmaes', population, sigma: 0.3 } as const
        return createOptimizer(config, box(dimensions, -500, 500), start, i)
      })
      const { reached, median: evaluations } = figureOf(optimizers, name, most)
      expect(Math.abs(reached / runs - pycma.reached / pycma.runs)).toBeLessThan(0.35)
      expect(evaluations / pycma.median).toBeGreaterThan(0.8)
      expect(evaluations / pycma.median).toBeLessThan(1.25)
    },
    PATIENCE,
  )
})

describe('with the walls near', () => {
  const names = ['sphere', 'rosenbrock'] as const

  test.each(names)('the CMA-ES finds the optimum of the %s where it lies on a wall, in a corner', name => {
    const optimizers = Array.from({ length: 11 }, (_, i) =>
      createOptimizer(OPTIMIZER_DEFAULTS.cmaes, box(4, -5, 1), { kind: 'random' }, i),
    )
    expect(figureOf(optimizers, name, 8000).reached).toBeGreaterThanOrEqual(9)
  })
})
