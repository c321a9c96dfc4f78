/** How networks are trained: the presets, faults of settings, and what the trainer does with them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeTraining, parseTraining } from '../../../src/core/contract/files'
import { chanceOf, type NetworkShape } from '../../../src/core/games/twenty48/wallGame/network'
import {
  type TrainedNetwork,
  type TrainingStep,
  checkTraining,
  movesDone,
  secondsLeft,
  startName,
  stepAt,
  workDone,
  workOf,
} from '../../../src/core/games/twenty48/wallGame/training'
import { TRAINING_PRESET_NAMES, TRAINING_PRESETS } from '../../../src/core/games/twenty48/wallGame/trainingPresets'
import { WallTrainer } from '../../../src/core/kernel/wallKernel/trainer'
import { runs } from '../../setup/extent'
import { SMALL_TRAINING } from '../support/smallTraining'
import { expectTogether } from '../support/trainedTogether'
import { Draws, learnedBy, sameNumbers, WallTextbook } from '../support/trainingTextbook'
import { instantiateWalls, randomNetwork, wallKernelMemory } from '../support/walls'

const [small] = SMALL_TRAINING.networks

test('the presets are what the shipped networks were trained by', () => {
  for (const name of TRAINING_PRESET_NAMES) {
    const text = makeTraining(checkTraining(TRAINING_PRESETS[name]))
    expect(parseTraining(text, name)).toEqual(TRAINING_PRESETS[name])
  }
  const [first, second] = TRAINING_PRESETS['wall-expert'].networks
  expect(first!.starts.map(startName)).toEqual(['3+2', '2+2', '3+1', '3+3', '3+2+1', '2+1', '4', '4+1'])
  expect([0, 0.457, 0.99].map(share => stepAt(first!, share).rate)).toEqual([10, 5, 5])
  expect([0, 0.08, 0.45, 0.85, 1].map(share => stepAt(second!, share).rate)).toEqual([2, 10, 5, 2.5, 2.5])
  for (const share of [0, 0.123, 0.9])
    expect(stepAt(first!, share)).toMatchObject({ bigTiles: 0.5 - 0.4 * share, lambda: 0.5, ordered: 0.7, again: 0.3 })
})

test('progress and the remaining time count that a board of several sets takes longer; moves do not', () => {
  const config = TRAINING_PRESETS['wall-expert']
  const [first, second] = config.networks.map(({ moves }) => moves) as [number, number]
  const between = { network: 1, moves: 0 }
  expect([undefined, between].map(place => movesDone(config, place))).toEqual([first + second, first])
  expect(workDone(config, between) / workOf(config)).toBeCloseTo(first / (first + 1.9 * second), 9)
  expect(workDone(config, undefined)).toBe(workOf(config))
  expect(secondsLeft(config, { network: 0, moves: first / 2 }, 100, first / 2)).toBeCloseTo(
    100 * (1 + (1.9 * second) / (first / 2)),
    6,
  )
  expect(secondsLeft(config, between, 0, 0)).toBeUndefined()
})

test.each([
  [{ name: 'My network' }, 'name: use up to'],
  [{ networks: [] }, 'networks: 0 is not'],
  [{ networks: [{ ...small!, tuples: [[0, 0]] }] }, 'networks.0.tuples: [0, 0] is not'],
  [{ networks: [{ ...small!, rates: [{ until: 0.5, rate: 1 }] }] }, 'networks.0.rates.0.until: the last one is 1'],
  [{ networks: [{ ...small!, starts: [{ cells: [0], share: 0.4 }] }] }, 'networks.0.starts: their shares sum to 0.4'],
  [{ networks: [{ ...small!, basis: { network: 'previous', lowered: 0 } }] }, 'networks.0.basis.network: the first network'],
  [
    { networks: [small!, { ...small!, target: 4, basis: { network: 'previous', lowered: 0 } }] },
    'networks.1.basis.network.target: 4 is below',
  ],
])('the fault of %j is named', (change, fault) => {
  expect(() => checkTraining({ ...SMALL_TRAINING, ...change })).toThrow(fault)
  const text = makeTraining({ ...SMALL_TRAINING, ...change })
  expect(() => parseTraining(text, 'mine.json')).toThrow(/^mine\.json: /)
})

const anyShape: fc.Arbitrary<TrainedNetwork> = fc.constantFrom(
  small!,
  { ...small!, target: 8, stages: [5, 7], starts: [{ cells: [0, 1, 2, 4, 5, 8], share: 1 }] },
  { ...small!, target: 5, walls: 'stay', stages: [4] },
)
const share = fc.constantFrom(0, 0.2, 0.7, 1)
const anyStep: fc.Arbitrary<TrainingStep> = fc.record({
  rate: fc.constantFrom(1, 5, 10),
  lambda: share,
  exploration: fc.constantFrom(0, 0.1),
  bigTiles: share,
  ordered: share,
  again: share,
})

test('training learns what its textbook learns, bit for bit, and is validated as it is', () => {
  fc.assert(
    fc.property(anyShape, anyStep, fc.bigInt(0n, 2n ** 50n), (shape, step, seed) => {
      const trainer = new WallTrainer(instantiateWalls, wallKernelMemory(), shape, 0, 1)
      trainer.seed(seed)
      trainer.setStep(step)
      const textbook = new WallTextbook(shape, step, new Draws(seed))
      expect(trainer.train(1500)).toBe(textbook.train(1500))
      expect(trainer.counts).toEqual({ games: textbook.games, successes: textbook.successes })
      expect(sameNumbers(trainer.learned, learnedBy(textbook))).toBe(true)
      textbook.drawFrom(new Draws(7n))
      const start = shape.starts.length - 1
      const results = textbook.validate(start, 40)
      const { successes, mean } = trainer.validate(start, 40, 7n)
      expect(successes).toBe(results.filter(result => result > 0).length)
      expect(mean).toBeCloseTo(results.reduce((sum, result) => sum + result, 0) / 40, 9)
    }),
    { numRuns: runs(5, 100) },
  )
})

test('two threads learn what their textbooks learn, bit for bit, and if they are interrupted', () => {
  fc.assert(
    fc.property(anyShape, anyStep, fc.bigInt(0n, 2n ** 50n), (shape, step, seed) =>
      expectTogether(WallTextbook, shape, step, seed),
    ),
    { numRuns: runs(3, 50) },
  )
})

test('its file has the weights to half a unit, but a few of the largest, and none that no game changed', () => {
  const trainer = new WallTrainer(instantiateWalls, wallKernelMemory(), small!, 0, 1)
  trainer.beginFrom(randomNetwork({ tuples: small!.tuples, target: 6, stages: [] }), 0)
  trainer.seed(1n)
  trainer.setStep(stepAt(small!, 0))
  trainer.train(20_000)
  const { weights, unit } = trainer.quantised()
  const { learned } = trainer
  const [changed, others] = [true, false].map(is =>
    [...weights.keys()].filter(i => learned[weights.length + 2 * i + 1]! > 0 === is),
  ) as [number[], number[]]
  expect(Math.min(changed.length, others.length)).toBeGreaterThan(300)
  expect(others.every(i => weights[i] === 0)).toBe(true)
  const off = changed.filter(i => Math.abs(weights[i]! * unit - learned[i]!) > 0.5001 * unit)
  expect(off.length).toBeLessThanOrEqual(Math.ceil(changed.length / 10_000))
})

test('a network that begins from one of a lower target sees its made tiles as walls', () => {
  const known: NetworkShape = { tuples: small!.tuples, target: 5, stages: [] }
  const network = randomNetwork(known)
  const shape = { ...small!, target: 6, stages: [5] }
  const trainer = new WallTrainer(instantiateWalls, wallKernelMemory(), shape, 0, 1)
  trainer.beginFrom(network, 2.5)
  const weights = trainer.learned.subarray(0, trainer.learned.length / 3)
  const chance = (board: readonly number[]) => chanceOf({ ...shape, weights: weights as unknown as Int8Array, unit: 1 }, board)
  const board = (...ranks: number[]) => [...ranks, ...Array<number>(16 - ranks.length).fill(0)]
  const logit = (p: number) => Math.log(p / (1 - p))
  expect(chance(board(6, 5, 1, 2))).toBeCloseTo(chanceOf(network, board(5, 5, 1, 2)), 5)
  expect(logit(chance(board(6, 6, 1, 2)))).toBeCloseTo(logit(chanceOf(network, board(5, 5, 1, 2))) - 2.5, 4)
})
