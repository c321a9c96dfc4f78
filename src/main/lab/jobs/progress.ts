/** Work done longer ago than this counts for less than half: games get longer as a run gets better. */
const MEMORY_MS = 60_000
/** The remaining time is not estimated before this time has passed. */
const FIRST_MS = 1_000

/** The progress of a job, and an estimate of its remaining time. */
export class Progress {
  /** Recent work and its time, both decaying alike: at first everything, later the last minutes. */
  #work = 0
  #ms = 0
  /** Running time since the last progress, without pauses. */
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

  /** A job may also lose progress, as after the crash of a thread. */
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

  /** Sets if its time counts from now on. */
  run(runs: boolean, now: number): void {
    this.#since = this.#sinceAt(now)
    this.#runningFrom = runs ? now : undefined
  }

  /** `undefined` until there is a pace to estimate from. */
  leftMs(total: number, now: number): number | undefined {
    if (this.#work === 0 || this.#ms < FIRST_MS) return undefined
    const unit = this.#ms / this.#work
    const left = Math.max(0, total - this.reached) * unit
    // the unit in progress has already taken time, but no more than one unit takes
    return Math.max(0, left - Math.min(this.#sinceAt(now), unit))
  }

  #sinceAt(now: number): number {
    return this.#since + (this.#runningFrom === undefined ? 0 : now - this.#runningFrom)
  }
}
