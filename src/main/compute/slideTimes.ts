import type { MoveTimes } from '../../core/contract/compute'
import { bucketOf } from '../../core/stats/moveTimes'

/** Collects the times of one game's slides. */
export class SlideTimes {
  readonly #counts = new Map<number, number>()

  /** @param ms what each of so many slides took, on average where they were timed together. */
  add(ms: number, slides = 1): void {
    const bucket = bucketOf(ms * 1000)
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + slides)
  }

  get times(): MoveTimes {
    return { counts: [...this.#counts].sort(([a], [b]) => a - b) }
  }
}
