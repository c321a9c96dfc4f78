import { setImmediate as otherWork } from 'node:timers/promises'
import { LabError } from '../../../core/errors'

/** Of one portion: far below what anybody notices. */
const PORTION_MS = 8

/**
 * Runs a generator to its end in portions, between which everything else has its turn.
 *
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
