import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LabError } from '../../../core/errors'

/** Limits how often an action happens, and never drops the last request. */
export class Throttle {
  readonly #ms: number
  #last = -Infinity
  #timer: NodeJS.Timeout | undefined

  /** @param waits also delays the first request */
  constructor(
    perSecond: number,
    private readonly act: () => void,
    private readonly waits = false,
  ) {
    this.#ms = 1000 / perSecond
  }

  /** Acts now if allowed, otherwise as soon as allowed: once, however many requests came meanwhile. */
  ask(): void {
    if (this.#timer) return
    const wait = this.waits ? this.#ms : Math.min(this.#ms, this.#last + this.#ms - performance.now())
    if (wait <= 0) this.now()
    else this.#timer = setTimeout(() => this.now(), Math.ceil(wait))
  }

  /** Acts immediately, out of turn. */
  now(): void {
    this.close()
    this.#last = performance.now()
    this.act()
  }

  /** Drops a pending request. */
  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Time of one slice: far below what a user notices. */
const SLICE_MS = 8

/**
 * Runs a generator to its end in slices, with other work in between.
 * @throws {LabError} `CANCELLED`
 */
export async function paced<T>(steps: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS
    do {
      const next = steps.next()
      if (next.done) return next.value
    } while (performance.now() < until)
    await yieldToEventLoop()
    if (signal?.aborted) throw new LabError('CANCELLED', 'Stopped while a game was played through.')
  }
}
