/** Minimum time left when the last hold ends, so that a pointer that left by accident can return. */
const LEAST_MS = 3_000

/** Runs out once, except while it is held. */
export class Countdown {
  readonly #holds = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #started = 0

  constructor(
    private left: number,
    private readonly over: () => void,
  ) {
    this.#run()
  }

  hold(why: string): void {
    if (this.#holds.size === 0) {
      clearTimeout(this.#timer)
      this.left -= performance.now() - this.#started
    }
    this.#holds.add(why)
  }

  release(why: string): void {
    if (!this.#holds.delete(why) || this.#holds.size > 0) return
    this.left = Math.max(this.left, LEAST_MS)
    this.#run()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #run(): void {
    this.#started = performance.now()
    this.#timer = setTimeout(this.over, this.left)
  }
}
