import { MAX_RANK } from './board'
import { FRAME, positionAfter } from './frames'
import { checkEnd, playThrough, type Replay, type ReplayPosition } from './replay'

/** A replay that was played through once, to go to any of its positions and tile milestones. */
export class Timeline {
  /** Positions after 0, `FRAME`, 2 · `FRAME` … slides. */
  readonly #frames: ReplayPosition[] = []
  readonly #firstSlide: (number | null)[] = Array<number | null>(MAX_RANK + 1).fill(null)

  /** @throws {LabError} `BAD_FILE`, as `verifyReplay`. */
  constructor(readonly replay: Replay) {
    let last: ReplayPosition | undefined
    for (const position of playThrough(replay)) {
      if (position.step % FRAME === 0) this.#frames.push(position)
      for (const rank of position.board) this.#firstSlide[rank] ??= position.step
      last = position
    }
    checkEnd(replay, last!)
  }

  /** Slides of the game. */
  get length(): number {
    return this.replay.turns.length
  }

  /** By rank, 0 … 17: the number of the slide after which the board first held it, 0 for the start, `null` for never. */
  get firstSlide(): readonly (number | null)[] {
    return this.#firstSlide
  }

  /** The game after so many slides, 0 … `length`. At most `FRAME` − 1 slides are played for it. */
  at(step: number): ReplayPosition {
    if (!(Number.isInteger(step) && step >= 0 && step <= this.length))
      throw new RangeError(`step ${step} of a game of ${this.length}`)
    const frame = this.#frames[Math.floor(step / FRAME)]!
    return positionAfter(frame, this.replay.turns.slice(frame.step, step))
  }
}
