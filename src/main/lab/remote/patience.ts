/** Waiting for a page, and not for ever. */
import { setTimeout as wait } from 'node:timers/promises'
import type { LabError } from '../../../core/errors'

/** The time by which a page is waited for. */
export interface PageTime {
  /** Milliseconds since some moment. */
  now(): number
  /** Resolves early if the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export const REAL_TIME: PageTime = {
  now: () => performance.now(),
  async pause(ms, signal) {
    await wait(ms, undefined, { signal }).catch(() => undefined) // it fails on the signal alone
  },
}

/** Measures from the first question on. */
export class Clock {
  #from: number | undefined

  constructor(private readonly time: Pick<PageTime, 'now'>) {}

  /** Milliseconds since the first question after `stop`. */
  since(): number {
    return this.time.now() - (this.#from ??= this.time.now())
  }

  stop(): void {
    this.#from = undefined
  }
}

export interface Waiting {
  readonly patienceMs: number
  readonly time: Pick<PageTime, 'now'>
  /** Between two looks. */
  readonly pause: () => Promise<void>
  /** What is thrown where the patience ends. */
  readonly late: () => LabError
}

/** Looks until a look finds something. */
export async function awaited<T>(look: () => Promise<T | undefined>, { patienceMs, time, pause, late }: Waiting): Promise<T> {
  const clock = new Clock(time)
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (clock.since() > patienceMs) throw late()
    await pause()
  }
}
