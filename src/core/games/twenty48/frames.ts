/** Every 256th position of a game: any other is played from the one before it. */
import type { Board } from './board'
import type { Turn } from './player'
import { playStep, type ReplayPosition } from './replay'
import { turnOf } from './turnBytes'

/** Slides between two positions that are kept. */
export const FRAME = 256

/** The position that turns lead to. @throws {Error} where they cannot follow: they were not played through before. */
export function positionAfter({ step, board, score }: ReplayPosition, turns: readonly Turn[]): ReplayPosition {
  let position: { readonly board: Board; readonly score: number } = { board, score }
  for (const turn of turns) {
    const next = playStep(position.board, turn)
    if ('problem' in next) throw new Error(next.problem)
    position = { board: next.board, score: position.score + next.reward }
  }
  return { step: step + turns.length, ...position }
}

/** A game that was played through elsewhere, as small as it travels: a byte a turn, and a position every `FRAME` slides. */
export class FramedGame {
  /** @param frames positions after 0, `FRAME`, 2 · `FRAME` … slides */
  constructor(
    private readonly frames: readonly Omit<ReplayPosition, 'step'>[],
    private readonly turns: Uint8Array,
  ) {}

  /** Slides of the game. */
  get length(): number {
    return this.turns.length
  }

  /** Number `step` of the game, from 1. */
  turn(step: number): Turn {
    return turnOf(this.turns[step - 1]!)
  }

  /** The game after so many slides, 0 … `length`. At most `FRAME` − 1 slides are played for it. */
  at(step: number): ReplayPosition {
    if (!(Number.isInteger(step) && step >= 0 && step <= this.length))
      throw new RangeError(`step ${step} of a game of ${this.length}`)
    const number = Math.floor(step / FRAME)
    const turns = Array.from(this.turns.subarray(number * FRAME, step), turnOf)
    return positionAfter({ step: number * FRAME, ...this.frames[number]! }, turns)
  }
}
