import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { OPTIMIZER_DEFAULTS } from '../../../src/core/tuning/optimizerConfig'
import { box, evaluate, make } from '../support/optimizers'

describe('in the long run', () => {
  test('of nothing but noise, the CMA-ES keeps a distribution with a width in every direction, within the ranges', () => {
    const optimizer = make({ ...OPTIMIZER_DEFAULTS.cmaes }, 1, box(4))
    const random = createRandom(1)
    // Worth climbing at first, so that σ falls to where the noise rules; that is where covariances lose their shape.
    for (let i = 0; i < 6000; i++)
      optimizer.tell(
        optimizer.ask().map(candidate => ({ id: candidate.id, fitness: evaluate(candidate).fitness + random.next() })),
      )
    for (const { params } of optimizer.ask()) expect(params.every(x => x >= -5 && x <= 5)).toBe(true)
    for (const deviation of optimizer.population().distribution!.deviations) {
      expect(deviation).toBeGreaterThan(0)
      expect(deviation).toBeLessThanOrEqual(10 * (1 + 1e-12))
    }
  })
})

describe('information from a candidate', () => {
  test('of a swarm: its particle, what carried it here, and the fitness of its own best to beat', () => {
    const optimizer = make({ ...OPTIMIZER_DEFAULTS.constriction, particles: 4, topology: 'global' })
    const first = optimizer.ask()
    optimizer.tell(first.map(({ id }) => ({ id, fitness: id })))
    const second = optimizer.ask()
    second.forEach(({ particle, velocity, params, rival }, i) => {
      expect([particle, rival]).toEqual([i, i])
      // No wall within reach of what was flown here: place = place before + velocity, where it was not reflected.
      params.forEach((x, d) => {
        if (Math.abs(first[i]!.params[d]! + velocity![d]!) <= 5) expect(x).toBeCloseTo(first[i]!.params[d]! + velocity![d]!, 12)
      })
    })
    const { members } = optimizer.population()
    expect(members.map(({ leader }) => leader)).toEqual([3, 3, 3, 3])
    expect(members.map(({ best }) => best!.id)).toEqual([0, 1, 2, 3])
    expect(members.map(({ params }) => params)).toEqual(second.map(({ params }) => params))
  })

  test('of equals the first leads, is the best, and stays it', () => {
    for (const kind of ['constriction', 'random', 'cmaes'] as const) {
      const optimizer = make(OPTIMIZER_DEFAULTS[kind])
      for (let i = 0; i < 2; i++) optimizer.tell(optimizer.ask().map(({ id }) => ({ id, fitness: 1 })))
      expect(optimizer.contenders(3).map(({ id }) => id)).toEqual([0, 1, 2])
    }
    const swarm = make({ ...OPTIMIZER_DEFAULTS.inertia, particles: 4 })
    swarm.tell(swarm.ask().map(({ id }) => ({ id, fitness: 1 })))
    expect(swarm.population().members.map(({ leader }) => leader)).toEqual([0, 0, 0, 0])
  })
})
