import { finish } from '../../sliced'
import { MAX_RANK } from './board'
import { FRAME, frameBefore, positionAfter } from './frames'
import { checkEnd, playThrough, type Replay, type ReplayPosition } from './replay'

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
    const firstSlide = Array<number | null>(MAX_RANK + 1).fill(null)
    let last: ReplayPosition | undefined
    for (const position of playThrough(replay)) {
      if (position.step % FRAME === 0) frames.push(position)
      for (const rank of position.board) firstSlide[rank] ??= position.step
      last = position
      yield
    }
    checkEnd(replay, last!)
    return new Timeline(replay, frames, firstSlide)
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
