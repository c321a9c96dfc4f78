/** Waiting for a page, and not for ever. */
import { setTimeout as wait } from 'node:timers/promises'
import type { LabError } from '../../../core/errors'

/** Resolves early where the signal comes. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined) // it fails on the signal alone
}

/** Measures from the first question on. */
export class Clock {
  #from: number | undefined

  /** Milliseconds since the first question after `stop`. */
  since(): number {
    return performance.now() - (this.#from ??= performance.now())
  }

  stop(): void {
    this.#from = undefined
  }
}

export interface Waiting {
  readonly patienceMs: number
  /** Between two looks. */
  readonly pause: () => Promise<void>
  /** What is thrown where the patience ends. */
  readonly late: () => LabError
}

/** Looks until a look finds something. */
export async function awaited<T>(look: () => Promise<T | undefined>, { patienceMs, pause, late }: Waiting): Promise<T> {
  const clock = new Clock()
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (clock.since() > patienceMs) throw late()
    await pause()
  }
}
