/** Milliseconds from any origin, on a clock that is never set back. */
export type Clock = () => number

/**
 * Measures the time that a search spends at each level of its tree (the root's is 0), without the time at levels below. Nodes evaluated at
 * once or found in the table have no reading of their own, and count for the level above.
 */
export class LevelTimes {
  readonly #ms = [0]
  #level = 0
  #since: number

  /** Starts the clock at the root. */
  constructor(readonly now: Clock) {
    this.#since = now()
  }

  /** Switches to another level, by default now. */
  goTo(level: number, at = this.now()): void {
    this.#add(this.#level, at - this.#since)
    this.#add(level, 0)
    this.#since = at
    this.#level = level
  }

  /** Counts time that another user of the clock spent, by level, and subtracts it from the current level. */
  credit(levels: readonly number[]): void {
    levels.forEach((ms, level) => {
      this.#add(level, ms)
      this.#add(this.#level, -ms)
    })
  }

  /** Milliseconds by level, none below 0. */
  finish(): number[] {
    this.goTo(this.#level)
    return this.#ms.map(ms => Math.max(0, ms)) // credited times may be off by rounding
  }

  #add(level: number, ms: number): void {
    while (this.#ms.length <= level) this.#ms.push(0)
    this.#ms[level]! += ms
  }
}
