/** Milliseconds by a clock that is never set back; where it begins does not matter. */
export type Clock = () => number

/**
 * How long a search is at each level of its tree, the root's being 0: in the nodes of a level without those that are
 * searched below them. What is evaluated at once or found in the table has no reading of its own: it counts for the level above.
 */
export class LevelTimes {
  readonly #ms = [0]
  #level = 0
  #since: number

  /** From now on the search is at the root. */
  constructor(readonly now: Clock) {
    this.#since = now()
  }

  /** From a moment on, by default this one, it is at another level. */
  goTo(level: number, at = this.now()): void {
    this.#add(this.#level, at - this.#since)
    this.#add(level, 0)
    this.#since = at
    this.#level = level
  }

  /** So long, of the time at the level in hand, somebody else who had the clock was at these levels. */
  credit(levels: readonly number[]): void {
    levels.forEach((ms, level) => {
      this.#add(level, ms)
      this.#add(this.#level, -ms)
    })
  }

  /** Milliseconds by level, none below 0. */
  finish(): number[] {
    this.goTo(this.#level)
    return this.#ms.map(ms => Math.max(0, ms)) // what was credited may be off by its rounding
  }

  #add(level: number, ms: number): void {
    while (this.#ms.length <= level) this.#ms.push(0)
    this.#ms[level]! += ms
  }
}
