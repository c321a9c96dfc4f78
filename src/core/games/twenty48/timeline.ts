import { finish } from '../../sliced'
import { type Board, FirstSteps } from './board'
import { type Replay, type ReplayPosition, checkEnd, playStep, playThrough } from './replay'
import type { Turn } from './player'
import { turnOf } from './turnBytes'

/** Moves between two saved positions. */
export const FRAME = 256

/** A game that was replayed once, with access to any of its positions and tile milestones. */
export class Timeline {
  private constructor(
    readonly replay: Replay,
    /** Positions after 0, `FRAME`, 2 · `FRAME` … slides. */
    private readonly frames: readonly ReplayPosition[],
    /** By rank, 0 … 17: the number of the slide after which the board first held it, 0 for the start, `null` for never. */
    readonly firstSlide: readonly (number | null)[],
  ) {}

  /** @throws {LabError} `BAD_FILE`, as `verifyReplay`. */
  static of(replay: Replay): Timeline {
    return finish(Timeline.through(replay))
  }

  /** Like `of`, one move per step, so that the caller can do other work in between. */
  static *through(replay: Replay): Generator<unknown, Timeline> {
    const frames: ReplayPosition[] = []
    const first = new FirstSteps()
    let last: ReplayPosition | undefined
    for (const position of playThrough(replay)) {
      if (position.step % FRAME === 0) frames.push(position)
      first.see(position.board, position.step)
      last = position
      yield
    }
    checkEnd(replay, last!)
    return new Timeline(replay, frames, first.steps)
  }

  /** Slides of the game. */
  get length(): number {
    return this.replay.turns.length
  }

  /** The game after `step` moves, 0 … `length`; replays at most `FRAME` − 1 moves. */
  at(step: number): ReplayPosition {
    const frame = this.frames[frameBefore(step, this.length)]!
    return positionAfter(frame, this.replay.turns.slice(frame.step, step))
  }

  /** The game after each of a number of slides in a row, from `step` on, or to its last. */
  *positions(step: number, count: number): Generator<ReplayPosition> {
    const end = Math.min(step + count, this.length + 1)
    if (step >= end) return
    let position = this.at(step)
    for (;;) {
      yield position
      const next = position.step + 1
      if (next >= end) return
      position = positionAfter(position, this.replay.turns.slice(next - 1, next))
    }
  }
}

/** The position after some turns. @throws {Error} if a turn is illegal: the caller must have replayed the turns before */
function positionAfter({ step, board, score }: ReplayPosition, turns: readonly Turn[]): ReplayPosition {
  let position: { readonly board: Board; readonly score: number } = { board, score }
  for (const turn of turns) {
    const next = playStep(position.board, turn)
    if ('problem' in next) throw new Error(next.problem)
    position = { board: next.board, score: position.score + next.reward }
  }
  return { step: step + turns.length, ...position }
}

/** The number of the last saved position before a step. @throws {RangeError} for a step that the game lacks */
function frameBefore(step: number, length: number): number {
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

/** A summary of the times of a game's moves. */
export interface SlideTimesSummary {
  /** Moves that were measured. */
  readonly slides: number
  /** Total milliseconds. */
  readonly total: number
  /** The first of the longest moves; its number counts from 1. */
  readonly longest: { readonly slide: number; readonly ms: number }
}

/** @returns `undefined` if no move was measured */
export function summarizeTimes(ms: readonly (number | null)[] | null | undefined): SlideTimesSummary | undefined {
  let [slides, total] = [0, 0]
  let longest: SlideTimesSummary['longest'] | undefined
  ms?.forEach((each, i) => {
    if (each === null) return
    slides++
    total += each
    if (!longest || each > longest.ms) longest = { slide: i + 1, ms: each }
  })
  return longest && { slides, total, longest }
}
