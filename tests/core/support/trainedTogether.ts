import { expect } from 'vitest'
import type { TrainedNetwork, TrainingStep } from '../../../src/core/games/twenty48/wallGame/training'
import { WallTrainer } from '../../../src/core/kernel/wallKernel/trainer'
import { Draws, learnedBy, sameNumbers, trainTogether, type Textbook, type Turn } from './trainingTextbook'
import { instantiateWalls, wallKernelMemory } from './walls'

const ROUNDS = 4
const ROUND = { first: 100, second: 500 } as const

type Pair<T> = readonly [T, T]

function pairOf(shape: TrainedNetwork, step: TrainingStep): Pair<WallTrainer> {
  const memory = wallKernelMemory()
  const trainerOf = (thread: number) => {
    const trainer = new WallTrainer(instantiateWalls, memory, shape, thread, 2)
    trainer.setStep(step)
    return trainer
  }
  return [trainerOf(0), trainerOf(1)]
}

/** The same threads, as a checkpoint restores them. */
function resumed(pair: Pair<WallTrainer>, shape: TrainedNetwork, step: TrainingStep): Pair<WallTrainer> {
  const next = pairOf(shape, step)
  next[0].learned.set(pair[0].learned)
  for (const thread of [0, 1]) for (const [i, part] of next[0].area(thread).entries()) part.set(pair[0].area(thread)[i]!)
  for (const each of next) each.join()
  return next
}

/** Two threads learn what their textbooks learn, bit for bit, whichever is first in a round, and if they are interrupted. */
export function expectTogether<Move extends Turn>(
  TextbookOf: new (shape: TrainedNetwork, step: TrainingStep, draws: Draws) => Textbook<Move>,
  shape: TrainedNetwork,
  step: TrainingStep,
  seed: bigint,
): void {
  const textbooks = [seed, seed + 1n].map(each => new TextbookOf(shape, step, new Draws(each))) as [
    Textbook<Move>,
    Textbook<Move>,
  ]
  const learned = trainTogether(textbooks, ROUNDS, ROUND)
  for (const { order, interrupted } of [
    { order: [0, 1], interrupted: undefined },
    { order: [1, 0], interrupted: 2 },
  ]) {
    let pair = pairOf(shape, step)
    for (const [thread, trainer] of pair.entries()) {
      trainer.seed(seed + BigInt(thread))
      trainer.join()
    }
    let moves = 0
    for (let round = 0; round < ROUNDS; round++) {
      if (round === interrupted) pair = resumed(pair, shape, step)
      for (const thread of order) moves += pair[thread]!.trainRound(ROUND)
    }
    expect(moves).toBe(learned)
    expect(sameNumbers(pair[0].learned, learnedBy(textbooks[0]))).toBe(true)
    expect(pair.map(({ counts }) => counts)).toEqual(textbooks.map(({ games, successes }) => ({ games, successes })))
  }
}
