import { setImmediate as otherWork } from 'node:timers/promises'
import { LabError } from '../../../core/errors'

/** Time of one portion: far below what a user notices. */
const PORTION_MS = 8

/**
 * Runs a generator to its end in portions, with other work in between.
 * @throws {LabError} `CANCELLED`
 */
export async function paced<T>(steps: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + PORTION_MS
    do {
      const next = steps.next()
      if (next.done) return next.value
    } while (performance.now() < until)
    await otherWork()
    if (signal?.aborted) throw new LabError('CANCELLED', 'Stopped while a game was played through.')
  }
}
