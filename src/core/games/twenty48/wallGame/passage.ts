/** A part of a game, watched as the sum of its tiles passes given sums. */
import { faceSum } from '../board'
import type { GamePosition } from '../player'

export interface Passage {
  readonly start: GamePosition
  /** Ascending, each above the sum of the start, at least 8 apart. The passage ends once the last is reached, or with the game. */
  readonly sums: readonly number[]
}

export interface Passed {
  /** For each sum that the game reached, its last position below that sum. */
  readonly before: readonly GamePosition[]
  readonly end: GamePosition
}

/** A game under way, with its player. */
export interface PlayedOn {
  readonly position: GamePosition
  /** Plays at most this many moves, fewer if it is interrupted. @returns true if the game continues */
  play(moves: number): boolean
}

/** Maximum number of tiles that a move adds to the sum. */
const MOST_ADDED = 4

/** Plays a passage in steps, so that the caller can do other work in between. */
export class PassageInPlay {
  readonly #before: GamePosition[] = []
  #position: GamePosition

  /** @param game at the start of the passage */
  constructor(
    private readonly sums: Passage['sums'],
    private readonly game: PlayedOn,
  ) {
    this.#position = game.position
  }

  /** Plays at most `most` moves, and only one where the next could reach a sum. @returns the result at its end */
  step(most: number): Passed | undefined {
    const next = this.sums[this.#before.length]
    if (next === undefined) return this.#passed
    const last = this.#position
    const safe = Math.floor((next - 1 - faceSum(last.board)) / MOST_ADDED)
    const goesOn = this.game.play(Math.max(1, Math.min(most, safe)))
    this.#position = this.game.position
    if (faceSum(this.#position.board) >= next) this.#before.push(last)
    return goesOn && this.#before.length < this.sums.length ? undefined : this.#passed
  }

  get #passed(): Passed {
    return { before: this.#before, end: this.#position }
  }
}
