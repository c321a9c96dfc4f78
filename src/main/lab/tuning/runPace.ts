import type { Range } from '../../../core/contract/calls'
import { Z } from '../../../core/stats/intervals'
import { isPaceKnown } from '../../../core/stats/moveTimes'

/** Maximum number of evaluations and games behind the pace. */
const REMEMBERED = 500
/** Time of work behind the pace: games get longer as a run gets better. */
const WINDOW_MS = 30_000
/** Fewest pieces to estimate a spread from. */
const FEWEST = 3

interface Piece {
  /** When it was done, in ms of the clock. */
  readonly at: number
  readonly games: number
  /** Time on its threads. */
  readonly ms: number
}

/** The pace of a run, and its remaining time. */
export class RunPace {
  /** The oldest first. */
  readonly #pieces: Piece[] = []
  #since: number
  readonly #began: number
  #added = 0

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#since = this.#began = now()
  }

  /** @param ms on their threads */
  add(games: number, ms: number): void {
    const at = this.now()
    this.#pieces.push({ at, games, ms })
    this.#added++
    while (this.#pieces.length > REMEMBERED || (this.#pieces.length > FEWEST && this.#pieces[0]!.at < at - WINDOW_MS))
      this.#since = this.#pieces.shift()!.at
  }

  get gamesPerSecond(): number | undefined {
    const ms = this.#wallMs
    if (this.#pieces.length === 0 || ms <= 0) return undefined
    return (1000 * this.#pieces.reduce((sum, { games }) => sum + games, 0)) / ms
  }

  /**
   * Seconds that `left` more pieces take at this pace: mean ± 1.96·s·√(1/n + 1/left) of the remembered ones, a prediction interval of their
   * sum. Does not foresee a change of the pace itself.
   */
  left(pieces: number): Range | undefined {
    const n = this.#pieces.length
    const ms = (this.#pieces.at(-1)?.at ?? this.#began) - this.#began
    if (n < FEWEST || !isPaceKnown(ms, this.#added, this.#added + pieces)) return undefined
    if (pieces <= 0) return { low: 0, middle: 0, high: 0 }
    const mean = this.#pieces.reduce((sum, { ms }) => sum + ms, 0) / n
    const variance = this.#pieces.reduce((sum, { ms }) => sum + (ms - mean) ** 2, 0) / (n - 1)
    const share = mean === 0 ? 0 : (Z * Math.sqrt(variance) * Math.sqrt(1 / n + 1 / pieces)) / mean
    const middle = ((this.#wallMs / n) * pieces) / 1000
    return { low: middle * Math.max(0, 1 - share), middle, high: middle * (1 + share) }
  }

  get #wallMs(): number {
    return (this.#pieces.at(-1)?.at ?? this.#since) - this.#since
  }
}
