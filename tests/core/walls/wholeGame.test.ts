/** The training on whole games against a textbook of it, which learns the same weights bit for bit. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTraining, parseTraining } from '../../../src/core/contract/files'
import { weightCount } from '../../../src/core/games/twenty48/wallGame/network'
import { checkTraining, type TrainedNetwork, type TrainingStep } from '../../../src/core/games/twenty48/wallGame/training'
import { TRAINING_PRESETS } from '../../../src/core/games/twenty48/wallGame/trainingPresets'
import { NETWORK } from '../../../src/core/kernel/memory'
import { WallTrainer } from '../../../src/core/kernel/wallKernel/trainer'
import { runs } from '../../setup/extent'
import { expectTogether } from '../support/trainedTogether'
import { Draws, learnedBy, sameNumbers, WholeTextbook } from '../support/trainingTextbook'
import { instantiateWalls, wallKernelMemory } from '../support/walls'

const shape = (tuples: readonly (readonly number[])[], target: number): TrainedNetwork => ({
  output: 'points',
  tuples,
  target,
  stages: [],
  walls: 'slide',
  starts: [{ cells: [], share: 1 }],
})

const anyShape = fc.constantFrom(
  shape([[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5]], 11),
  shape([[1, 5, 9, 2, 6], [0, 1]], 7),
  shape([[0, 4, 8]], 15),
) // oxfmt-ignore

const share = fc.constantFrom(0, 0.2, 0.7, 1)
const anyStep: fc.Arbitrary<TrainingStep> = fc.record({
  rate: fc.constantFrom(0.1, 1, 1.5),
  lambda: share,
  exploration: fc.constantFrom(0, 0.1),
  bigTiles: share,
  ordered: share,
  again: share,
})

function trainerOf(of: TrainedNetwork, seed: bigint): WallTrainer {
  const trainer = new WallTrainer(instantiateWalls, wallKernelMemory(), of, 0, 1)
  trainer.seed(seed)
  return trainer
}

describe('training on whole games', () => {
  test('learns what its textbook learns, bit for bit, and is validated as it is', () => {
    fc.assert(
      fc.property(anyShape, anyStep, fc.bigInt(0n, 2n ** 50n), (of, step, seed) => {
        const trainer = trainerOf(of, seed)
        const textbook = new WholeTextbook(of, step, new Draws(seed))
        trainer.setStep(step)
        expect(trainer.train(1500)).toBe(textbook.train(1500))
        expect(trainer.counts).toEqual({ games: textbook.games, successes: textbook.successes })
        expect(sameNumbers(trainer.learned, learnedBy(textbook))).toBe(true)
        textbook.drawFrom(new Draws(7n))
        expect(trainer.validate(0, 10, 7n).mean).toBe(textbook.validate(10) / 10)
      }),
      { numRuns: runs(4, 60) },
    )
  })

  test('on two threads learns what their textbooks learn, bit for bit, and if they are interrupted', () => {
    fc.assert(
      fc.property(anyShape, anyStep, fc.bigInt(0n, 2n ** 50n), (of, step, seed) => expectTogether(WholeTextbook, of, step, seed)),
      { numRuns: runs(2, 30) },
    )
  })

  test('plays better the longer it learns, and validation counts games, scores and tiles', () => {
    const of = shape([[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5]], 13) // oxfmt-ignore
    const trainer = trainerOf(of, 5n)
    trainer.setStep({ rate: 1, lambda: 0.5, exploration: 0, bigTiles: 0, ordered: 0, again: 0 })
    const before = trainer.validate(0, 100, 7n)
    trainer.train(300_000)
    const after = trainer.validate(0, 100, 7n)
    expect(after.mean).toBeGreaterThan(3 * before.mean)
    expect(trainer.validate(0, 100, 7n)).toEqual(after)
    const { tops, deviation } = after.whole!
    expect(tops.reduce((sum, count) => sum + count, 0)).toBe(100)
    expect(tops.slice(11).reduce((sum, count) => sum + count, 0)).toBe(after.successes)
    expect(deviation).toBeGreaterThan(0)
    const one = trainer.validate(0, 1, 7n)
    expect(one.whole!.deviation).toBe(0)
    const network = trainer.quantised()
    expect(network).toMatchObject({ output: 'points', target: 13 })
    expect(network.weights).toBeInstanceOf(Int16Array)
    const { learned } = trainer
    network.weights.forEach((weight, i) => {
      if (learned[weightCount(of) + 2 * i + 1]! > 0)
        expect(Math.abs(weight * network.unit - learned[i]!)).toBeLessThanOrEqual(0.5001 * network.unit)
    })
  })

  test('has a preset that is a file of settings, and begins without walls, from a network of points', () => {
    const preset = TRAINING_PRESETS['whole-game']
    expect(parseTraining(makeTraining(preset), 'whole-game')).toEqual(preset)
    const [network] = preset.networks
    const withStart = { ...preset, networks: [{ ...network!, starts: [{ cells: [0], share: 1 }] }] }
    expect(() => checkTraining(withStart)).toThrow('networks.0.starts: whole games begin without walls')
    const { output: _, ...ofWalls } = { ...network!, target: 9 }
    const after = { ...network!, basis: { network: 'previous', lowered: 0 } }
    expect(() => checkTraining({ ...preset, networks: [ofWalls, after] })).toThrow('the basis estimates chance, not points')
  })

  test('is refused for a network that no evaluator has room for, and not for the largest one that has', () => {
    const preset = TRAINING_PRESETS['whole-game']
    const withTuples = (count: number) => {
      const tuples = Array.from({ length: count }, () => [0, 1, 2, 3, 4])
      return { ...preset, networks: [{ ...preset.networks[0]!, tuples }] }
    }
    expect(2 * weightCount(withTuples(14).networks[0]!)).toBe(NETWORK.room)
    expect(checkTraining(withTuples(14)).networks).toHaveLength(1)
    expect(() => checkTraining(withTuples(15))).toThrow('networks.0.tuples: no player could use it')
  })
})
