/** Every 256th position of a game: any other is computed from the one before it. */
import type { Board } from './board'
import type { Turn } from './player'
import { playStep, type ReplayPosition } from './replay'
import { turnOf } from './turnBytes'

/** Moves between two saved positions. */
export const FRAME = 256

/** The position after some turns. @throws {Error} if a turn is illegal: the caller must have replayed the turns before */
export function positionAfter({ step, board, score }: ReplayPosition, turns: readonly Turn[]): ReplayPosition {
  let position: { readonly board: Board; readonly score: number } = { board, score }
  for (const turn of turns) {
    const next = playStep(position.board, turn)
    if ('problem' in next) throw new Error(next.problem)
    position = { board: next.board, score: position.score + next.reward }
  }
  return { step: step + turns.length, ...position }
}

/** The number of the last saved position before a step. @throws {RangeError} for a step that the game lacks */
export function frameBefore(step: number, length: number): number {
  if (!(Number.isInteger(step) && step >= 0 && step <= length)) throw new RangeError(`step ${step} of a game of ${length}`)
  return Math.floor(step / FRAME)
}

/** A replayed game in its most compact form: one byte per turn, and a position every `FRAME` moves. */
export class FramedGame {
  /** @param frames positions after 0, `FRAME`, 2 · `FRAME` … moves */
  constructor(
    private readonly frames: readonly Omit<ReplayPosition, 'step'>[],
    private readonly turns: Uint8Array,
  ) {}

  /** Moves of the game. */
  get length(): number {
    return this.turns.length
  }

  /** Number `step` of the game, from 1. */
  turn(step: number): Turn {
    return turnOf(this.turns[step - 1]!)
  }

  /** The game after `step` moves, 0 … `length`; replays at most `FRAME` − 1 moves. */
  at(step: number): ReplayPosition {
    const number = frameBefore(step, this.length)
    const turns = Array.from(this.turns.subarray(number * FRAME, step), turnOf)
    return positionAfter({ step: number * FRAME, ...this.frames[number]! }, turns)
  }
}
