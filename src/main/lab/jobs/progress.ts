/** What was done longer ago than this counts for less than half: games get longer as a run gets better. */
const MEMORY_MS = 60_000
/** Nothing is said about the time left before so much of it has passed. */
const FIRST_MS = 1_000

/** How far a job is, and from its pace so far how long it still takes. */
export class Progress {
  /** Recent work and the time that it took, both fading alike: at first everything, later the last minutes. */
  #work = 0
  #ms = 0
  /** Running time since the last progress, without what was spent paused. */
  #since = 0
  #runningFrom: number | undefined

  constructor(
    private reached: number,
    now: number,
    runs: boolean,
  ) {
    if (runs) this.#runningFrom = now
  }

  get done(): number {
    return this.reached
  }

  /** A job may also fall back, as one does that lost a thread. */
  reach(done: number, now: number): void {
    const ms = this.#sinceAt(now)
    const work = done - this.reached
    this.reached = done
    if (work <= 0) return
    const fade = Math.exp(-ms / MEMORY_MS)
    this.#work = this.#work * fade + work
    this.#ms = this.#ms * fade + ms
    this.#since = 0
    if (this.#runningFrom !== undefined) this.#runningFrom = now
  }

  /** From now on its time counts, or does not. */
  run(runs: boolean, now: number): void {
    this.#since = this.#sinceAt(now)
    this.#runningFrom = runs ? now : undefined
  }

  /** `undefined` until there is a pace to tell it from. */
  leftMs(total: number, now: number): number | undefined {
    if (this.#work === 0 || this.#ms < FIRST_MS) return undefined
    const unit = this.#ms / this.#work
    const left = Math.max(0, total - this.reached) * unit
    // what is in the making has had its time already, but not more of it than one unit takes
    return Math.max(0, left - Math.min(this.#sinceAt(now), unit))
  }

  #sinceAt(now: number): number {
    return this.#since + (this.#runningFrom === undefined ? 0 : now - this.#runningFrom)
  }
}
