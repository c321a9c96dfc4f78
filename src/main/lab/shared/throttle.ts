/** Lets something happen at most so often, and never forgets the last time it was asked for. */
export class Throttle {
  readonly #ms: number
  #last = -Infinity
  #timer: NodeJS.Timeout | undefined

  /** @param waits the first time too */
  constructor(
    perSecond: number,
    private readonly act: () => void,
    private readonly waits = false,
  ) {
    this.#ms = 1000 / perSecond
  }

  /** Acts now if it may, else as soon as it may: once, however often it was asked meanwhile. */
  ask(): void {
    if (this.#timer) return
    const wait = this.waits ? this.#ms : this.#last + this.#ms - performance.now()
    if (wait <= 0) this.now()
    else this.#timer = setTimeout(() => this.now(), Math.ceil(wait))
  }

  /** Acts at once, out of turn. */
  now(): void {
    this.close()
    this.#last = performance.now()
    this.act()
  }

  /** Forgets what was asked for. */
  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
