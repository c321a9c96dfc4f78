import { expect } from 'vitest'
import type { TrainedNetwork, TrainingStep } from '../../../src/core/games/twenty48/walls/training'
import { WallTrainer } from '../../../src/core/kernel/walls/trainer'
import { Draws, learnedBy, sameNumbers, trainTogether, type WallTextbook, type WholeTextbook } from './trainingTextbook'
import { instantiateWalls, wallKernelMemory } from './walls'

const ROUNDS = 4
const ROUND = { own: 100, others: 500 } as const

type TextbookClass = new (shape: TrainedNetwork, step: TrainingStep, draws: Draws) => WallTextbook | WholeTextbook

/** Two or three threads learn what their textbooks learn, bit for bit, whichever of them is first in a round. */
export function expectTogether(
  Textbook: TextbookClass,
  shape: TrainedNetwork,
  step: TrainingStep,
  threads: number,
  seed: bigint,
): void {
  const numbers = Array.from({ length: threads }, (_, thread) => thread)
  const textbooks = numbers.map(thread => new Textbook(shape, step, new Draws(seed + BigInt(thread))) as WallTextbook)
  const learned = trainTogether(textbooks as [WallTextbook, ...WallTextbook[]], ROUNDS, ROUND)
  for (const order of [numbers, numbers.toReversed()]) {
    const memory = wallKernelMemory()
    const trainers = numbers.map(thread => new WallTrainer(instantiateWalls, memory, shape, thread, threads))
    for (const [thread, trainer] of trainers.entries()) {
      trainer.seed(seed + BigInt(thread))
      trainer.setStep(step)
      trainer.join()
    }
    let moves = 0
    for (let round = 0; round < ROUNDS; round++) for (const thread of order) moves += trainers[thread]!.trainRound(ROUND)
    expect(moves).toBe(learned)
    expect(sameNumbers(trainers[0]!.learned, learnedBy(textbooks[0]!))).toBe(true)
    expect(trainers.map(({ counts }) => counts)).toEqual(textbooks.map(({ games, successes }) => ({ games, successes })))
  }
}
