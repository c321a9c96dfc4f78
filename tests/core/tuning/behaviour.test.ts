import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import type { Candidate } from '../../../src/core/tuning/optimizer'
import { OPTIMIZER_DEFAULTS } from '../../../src/core/tuning/optimizerConfig'
import { box, evaluate, make, step, tellBatch } from '../support/optimizers'

describe('reassessment', () => {
  const noisy = { ...OPTIMIZER_DEFAULTS.constriction, particles: 5, reassess: 2 }

  test('after a fixed number of batches, each best is evaluated again, and has the mean of all its evaluations by their weights', () => {
    const optimizer = make(noisy)
    const batches = [0, 1, 2, 3].map(() => {
      const before = optimizer.contenders(5)
      // Only the first batch is any good, so that the bests stay where they are.
      const fitness = optimizer.iteration === 0 ? 10 : 0
      const asked = tellBatch(optimizer, ({ id, purpose }) => ({ id, fitness: purpose === 'reassess' ? 4 : fitness, weight: 3 }))
      return { asked, before }
    })
    expect(batches.map(({ asked }) => asked.filter(({ purpose }) => purpose === 'reassess').length)).toEqual([0, 0, 5, 0])
    const again = batches[2]!.asked.slice(5)
    expect(again.map(each => each.again)).toEqual([0, 1, 2, 3, 4])
    for (const { again: id, params } of again) expect(params).toEqual(batches[0]!.asked[id!]!.params)
    for (const best of optimizer.contenders(5)) expect(best).toMatchObject({ fitness: 7, weight: 6, evaluations: 2 })
  })

  test('weights count: a mean of 30 games and one of 10', () => {
    const optimizer = make({ ...noisy, particles: 1, reassess: 1 })
    optimizer.tell([{ id: 0, fitness: 8, weight: 30 }])
    tellBatch(optimizer, ({ id }) => (id === 2 ? { id, fitness: 4, weight: 10 } : { id, fitness: 0, weight: 30 }))
    expect(optimizer.best).toMatchObject({ id: 0, fitness: 7, weight: 40, evaluations: 2 })
  })

  test('a best that was luck gives way', () => {
    const optimizer = make({ ...noisy, particles: 2, reassess: 1 })
    optimizer.tell([
      { id: 0, fitness: 100 },
      { id: 1, fitness: 10 },
    ])
    expect(optimizer.best!.id).toBe(0)
    tellBatch(optimizer, ({ id, again }) => ({ id, fitness: again === 0 ? -100 : again === 1 ? 10 : -50 }))
    expect(optimizer.best).toMatchObject({ id: 1, fitness: 10, evaluations: 2 })
    // A new one that looks better is no contender before it was evaluated again.
    tellBatch(optimizer, ({ id, again }) => ({ id, fitness: again === undefined ? 50 : 10 }))
    expect(optimizer.contenders(2).map(({ evaluations }) => evaluations)).toEqual([1, 1])
  })

  test('one that fails changes nothing', () => {
    const optimizer = make({ ...noisy, particles: 1, reassess: 1 })
    optimizer.tell([{ id: 0, fitness: 8 }])
    tellBatch(optimizer, ({ id }) => ({ id, fitness: NaN }))
    expect(optimizer.best).toMatchObject({ fitness: 8, evaluations: 1 })
  })

  test('the centre of the CMA-ES is evaluated too, and it learns nothing from that', () => {
    const optimizer = make({ ...OPTIMIZER_DEFAULTS.cmaes, reassess: 1 })
    const twin = make({ ...OPTIMIZER_DEFAULTS.cmaes, reassess: 1 })
    step(optimizer)
    step(twin)
    const { mean } = optimizer.population().distribution!
    const told = (fitness: number) => (candidate: Candidate) =>
      candidate.purpose === 'centre' ? { id: candidate.id, fitness } : evaluate(candidate)
    tellBatch(twin, told(-1000))
    const centre = tellBatch(optimizer, told(1000)).find(({ purpose }) => purpose === 'centre')
    expect(centre!.params).toEqual(mean)
    for (const each of [optimizer, twin]) each.tell(each.ask().map(candidate => evaluate(candidate))) // those that are evaluated again
    expect(optimizer.ask().filter(({ purpose }) => purpose === 'move')).toEqual(
      twin.ask().filter(({ purpose }) => purpose === 'move'),
    )
    // It may be a best, though, once it is evaluated again.
    expect(optimizer.contenders(9).map(({ id }) => id)).toContain(centre!.id)
  })
})

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

  test('a grid asks each combination once, and then nothing', () => {
    const optimizer = make({ ...OPTIMIZER_DEFAULTS.grid, steps: 3, batch: 4 }, 1, box(2, 0, 2))
    const asked: string[] = []
    for (let i = 0; i < 5; i++) {
      asked.push(...optimizer.ask().map(({ params }) => params.join()))
      step(optimizer)
    }
    expect(asked).toEqual(['0,0', '0,1', '0,2', '1,0', '1,1', '1,2', '2,0', '2,1', '2,2'])
    expect(optimizer.ask()).toEqual([])
    expect(optimizer.best!.params).toEqual([1, 1])
  })
})
