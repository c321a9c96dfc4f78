import { HELD, type StopCell } from '../../../core/contract/compute'

/** How long a batch computes before its thread reads messages again. A search waits this long at most, or for one slide. */
export const SLICE_MS = 4

/** How long a batch that gives way rests after a slice. */
export const REST_MS = 9 * SLICE_MS

/** @returns for the polls of a batch that reads no messages: rests there, after each slice, while the batch gives way */
export function restWhileHeld(stopCell: StopCell): () => void {
  let since = performance.now()
  return () => {
    if (Atomics.load(stopCell, HELD) === 0 || performance.now() - since < SLICE_MS) return
    Atomics.wait(stopCell, HELD, 1, REST_MS)
    since = performance.now()
  }
}
