import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LabError } from '../../../core/errors'

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
