import { type GameTimes, bucketOf } from '../../../core/stats/moveTimes'

/** Collects the times of one game's slides. */
export class SlideTimes {
  readonly #counts = new Map<number, number>()

  /** @param ms time of one slide, the average if several were timed together */
  add(ms: number, slides = 1): void {
    const bucket = bucketOf(ms * 1000)
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + slides)
  }

  get times(): GameTimes {
    const buckets = Int32Array.from(this.#counts.keys()).sort()
    const times = new Int32Array(2 * buckets.length)
    buckets.forEach((bucket, i) => {
      times[2 * i] = bucket
      times[2 * i + 1] = this.#counts.get(bucket)!
    })
    return times
  }
}
