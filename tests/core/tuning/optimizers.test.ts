import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { createOptimizer, restoreOptimizer } from '../../../src/core/tuning/optimizers'
import type { Candidate, Evaluation, Optimizer, OptimizerSnapshot } from '../../../src/core/tuning/optimizer'
import { OPTIMIZER_DEFAULTS, type OptimizerConfig } from '../../../src/core/tuning/optimizerConfig'
import type { Start } from '../../../src/core/tuning/start'
import { refusal } from '../support/errors'
import { box, CONFIGS, evaluate, make, step, tellBatch } from '../support/optimizers'

const bounds = box(3)
const random: Start = { kind: 'random' }
const written = (snapshot: OptimizerSnapshot) => JSON.parse(JSON.stringify(snapshot)) as OptimizerSnapshot
const unbounded = (config: OptimizerConfig) => config.kind === 'thesis' && config.boundary === 'none'

/** A fitness with ties, failures and both infinities, that any point gives again. */
function awkward({ id, params }: Candidate): Evaluation {
  const value = Math.round(10 * params.reduce((sum, each) => sum + Math.sin(3 * each), 0)) / 10
  const draw = createRandom(id).below(12)
  if (draw === 0) return { id, fitness: NaN }
  if (draw === 1) return { id, fitness: -Infinity }
  return { id, fitness: draw === 2 ? Infinity : value }
}

function answer(optimizer: Optimizer, batches: number): void {
  for (let i = 0; i < batches; i++) tellBatch(optimizer, awkward)
}

describe.each(Object.entries(CONFIGS))('the contract, kept by %s', (_, config) => {
  test('a snapshot taken at any point continues bit for bit', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(12), fc.nat(20), fc.nat(4), (seed, batches, told, more) => {
        const original = make(config, seed)
        answer(original, batches)
        original.tell(original.ask().slice(0, told).map(awkward)) // in mid-batch, or into the next
        const restored = restoreOptimizer(config, bounds, random, written(original.snapshot()))
        expect(restored.ask()).toEqual(original.ask())
        expect([restored.best, restored.iteration, restored.evaluations]).toEqual([
          original.best,
          original.iteration,
          original.evaluations,
        ])
        answer(original, more)
        answer(restored, more)
        expect(written(restored.snapshot())).toEqual(written(original.snapshot()))
        expect(restored.population()).toEqual(original.population())
      }),
      { numRuns: 30 },
    )
  })

  test('the order and the grouping of the answers do not matter', () => {
    const [whole, parted] = [make(config), make(config)]
    const shuffle = createRandom(5)
    for (let i = 0; i < 8; i++) {
      answer(whole, 1)
      const { iteration } = parted
      while (parted.iteration === iteration) {
        const waiting = parted.ask()
        parted.tell([awkward(waiting[shuffle.below(waiting.length)]!)])
      }
      expect(parted.snapshot()).toEqual(whole.snapshot())
    }
  })

  test('asking is free: it returns the same candidates until they are answered, and then the others', () => {
    const optimizer = make(config)
    answer(optimizer, 2)
    const [first, ...others] = optimizer.ask()
    expect(optimizer.ask()).toEqual([first, ...others])
    optimizer.tell([awkward(first!)])
    expect(optimizer.ask()).toEqual(others)
  })

  test('an answer up to the rival changes nothing: if it is reported as failed, the search continues the same', () => {
    const [whole, cut] = [make(config), make(config)]
    let below = 0
    for (let i = 0; i < 10; i++) {
      tellBatch(whole, awkward)
      tellBatch(cut, candidate => {
        const told = awkward(candidate)
        if (candidate.rival === undefined || !(told.fitness <= candidate.rival)) return told
        below++
        return { ...told, fitness: NaN }
      })
      expect(cut.snapshot()).toEqual(whole.snapshot())
    }
    if (config.kind !== 'cmaes') expect(below).toBeGreaterThan(3)
  })

  test('no candidate leaves the bounds, but where the thesis has none', () => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.array(fc.tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: 1e-9, max: 1e6, noNaN: true })), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.constantFrom('random' as const, 'latin' as const, 'scattered' as const),
        (seed, ranges, kind) => {
          const boxes = ranges.map(([min, width], i) => ({ name: `x${i}`, min, max: min + width })).filter(b => b.min < b.max)
          fc.pre(boxes.length > 0)
          const start: Start = kind === 'scattered' ? { kind, around: boxes.map(({ max }) => max), share: 0.1 } : { kind }
          const optimizer = createOptimizer(config, boxes, start, seed)
          // A slope towards one corner drives everything against the walls.
          for (let i = 0; i < 12; i++) {
            for (const { params } of optimizer.ask()) {
              expect(params.every(Number.isFinite)).toBe(true)
              if (!unbounded(config) || i === 0)
                expect(params.every((x, d) => x >= boxes[d]!.min && x <= boxes[d]!.max)).toBe(true)
            }
            optimizer.tell(optimizer.ask().map(({ id, params }) => ({ id, fitness: params.reduce((sum, x) => sum + x, 0) })))
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test('a run in which all evaluations fail ends without a best and with candidates in the bounds', () => {
    const optimizer = make(config)
    for (let i = 0; i < 5; i++) optimizer.tell(optimizer.ask().map(({ id }) => ({ id, fitness: NaN })))
    expect(optimizer.best).toBeUndefined()
    expect(optimizer.contenders(3)).toEqual([])
    for (const { params } of optimizer.ask()) expect(params.every(Number.isFinite)).toBe(true)
    answer(optimizer, 3)
    expect(optimizer.best).toBeDefined()
  })

  test('another seed asks other questions, the same seed the same ones', () => {
    const last = (seed: number) => {
      const optimizer = make(config, seed)
      for (let i = 0; i < 3; i++) step(optimizer)
      return optimizer.ask()
    }
    expect(last(1)).toEqual(last(1))
    expect(last(1)).not.toEqual(last(2))
  })

  test('an answer to what was not asked is refused, and nothing of its message is taken', () => {
    const optimizer = make(config)
    answer(optimizer, 2)
    const before = JSON.stringify(optimizer.snapshot())
    const [one] = optimizer.ask()
    const good = evaluate(one!)
    for (const bad of [one!.id - 1, 1e9, -1, NaN, 0.5])
      expect(() => optimizer.tell([good, { id: bad, fitness: 1 }])).toThrow(RangeError)
    expect(() => optimizer.tell([good, good])).toThrow(RangeError)
    expect(JSON.stringify(optimizer.snapshot())).toBe(before)
    optimizer.tell([good])
    expect(() => optimizer.tell([good])).toThrow(RangeError)
  })

  test('what it remembers does not grow', () => {
    const optimizer = make(config)
    const sizes = Array.from({ length: 15 }, () => {
      answer(optimizer, 1)
      return JSON.stringify(optimizer.snapshot()).length
    })
    const early = Math.max(...sizes.slice(3, 8))
    expect(Math.max(...sizes.slice(8))).toBeLessThan(1.5 * early)
  })
})

describe('snapshots', () => {
  test('of another optimiser, or of other parameters, are refused', () => {
    const snapshot = make(OPTIMIZER_DEFAULTS.inertia).snapshot()
    refusal('BAD_STORE', () => restoreOptimizer(OPTIMIZER_DEFAULTS.cmaes, bounds, random, snapshot))
    refusal('BAD_STORE', () => restoreOptimizer(OPTIMIZER_DEFAULTS.inertia, box(2), random, snapshot))
  })
})
