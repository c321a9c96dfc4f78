/**
 * Times of single moves as a histogram with logarithmic buckets, so that thousands of games add up to one small object. A quantile read
 * from it is within 1 % of the exact one: a bucket is 2 % wide and its geometric middle is reported.
 */

/**
 * Times of the moves of one game: bucket, count, bucket, count … in ascending order of buckets. Flat, because a message copies it faster
 * than a list of pairs. The buckets are those of `MoveTimes`.
 */
export type GameTimes = Int32Array

/**
 * Times of the moves of many games as counts by bucket: bucket b holds times in [1.02^b, 1.02^(b+1)) microseconds. If a move takes
 * microseconds, several are timed together and each counts as their mean, so that reading the clock does not cost more than the search.
 */
export interface MoveTimes {
  /** [bucket, count] in ascending order of buckets. */
  readonly counts: readonly (readonly [bucket: number, count: number])[]
}

/** Ratio between the ends of a bucket; defines the meaning of `MoveTimes`. */
const RATIO = 1.02
const LOG_RATIO = Math.log(RATIO)

/** The bucket of a time: b with 1.02^b ≤ microseconds < 1.02^(b+1). A clock that did not advance counts as a nanosecond. */
export function bucketOf(microseconds: number): number {
  return Math.floor(Math.log(Math.max(microseconds, 1e-3)) / LOG_RATIO)
}

/** A histogram that grows by moves, games and other histograms. */
export class TimesSum {
  readonly #counts = new Map<number, number>()

  /** @param ms time of one move, the mean if several were timed together */
  addMoves(ms: number, moves = 1): void {
    this.#add(bucketOf(ms * 1000), moves)
  }

  add({ counts }: MoveTimes): void {
    for (const [bucket, count] of counts) this.#add(bucket, count)
  }

  addGame(times: GameTimes): void {
    for (let i = 0; i < times.length; i += 2) this.#add(times[i]!, times[i + 1]!)
  }

  get times(): MoveTimes {
    return { counts: [...this.#counts].sort(([a], [b]) => a - b) }
  }

  /** The same times in the form of one game's. */
  get gameTimes(): GameTimes {
    return Int32Array.from(this.times.counts.flat())
  }

  #add(bucket: number, count: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count)
  }
}

/** Moves and milliseconds of one game. */
export interface TimedGame {
  readonly slides: number
  readonly ms: number
}

/** Mean milliseconds of a move: the time of all games over the moves of all games. `undefined` without a move. */
export function msPerMove(games: Iterable<TimedGame>): number | undefined {
  let [slides, ms] = [0, 0]
  for (const game of games) {
    slides += game.slides
    ms += game.ms
  }
  return slides === 0 ? undefined : ms / slides
}

/** Milliseconds, within 1 %: the smallest time that at least a share `p` of all does not exceed. `undefined` without times. */
export function timeQuantile({ counts }: MoveTimes, p: number): number | undefined {
  const wanted = p * countTimes(counts)
  let seen = 0
  for (const [bucket, count] of counts) {
    seen += count
    if (count > 0 && seen >= wanted) return middleOf(bucket)
  }
  return undefined
}

function countTimes(counts: MoveTimes['counts']): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}

/** Geometric middle of a bucket, in milliseconds. */
function middleOf(bucket: number): number {
  return RATIO ** (bucket + 0.5) / 1000
}

/** Before this time the remaining time is not estimated: the start is slower than the rest, and a few pieces are not representative. */
const SHORTEST_MS = 2000
const FEWEST = 3
const SMALLEST_SHARE = 0.02

/** True if enough is done to estimate the remaining time. @param ms since the work began, @param done of `total` pieces since then */
export function isPaceKnown(ms: number, done: number, total: number): boolean {
  return ms >= SHORTEST_MS && (done >= FEWEST || (done > 0 && done >= SMALLEST_SHARE * total))
}

/** Work of the later half of the time so far. Its pace is that of the rest: memory and compiled code are no longer new, and other programs come and go. */
export class LaterHalf {
  /** From about the middle of the time on. */
  readonly #marks: { readonly ms: number; readonly done: number }[] = [{ ms: 0, done: 0 }]

  /** @param ms since the work began, never less than before, @param done since then @returns ms and work since about the middle */
  at(ms: number, done: number): { readonly ms: number; readonly done: number } {
    if (ms - this.#marks.at(-1)!.ms >= ms / 64) this.#marks.push({ ms, done }) // so there are at most some fifty
    while (this.#marks.length > 1 && this.#marks[1]!.ms <= ms / 2) this.#marks.shift()
    const [from] = this.#marks
    return { ms: ms - from!.ms, done: done - from!.done }
  }
}
