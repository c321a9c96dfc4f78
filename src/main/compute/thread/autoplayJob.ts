import type { AutoplayOrder, PlayedTurns } from '../../../core/contract/compute'
import { isOver, playTurn } from '../../../core/games/twenty48/playGame'
import type { GamePosition, Player, SearchedTurn } from '../../../core/games/twenty48/player'
import type { Kernel } from '../../../core/kernel/port'
import type { DrawnReport } from '../../../core/games/twenty48/search/engine'
import { searchedWorth, type SearchReport } from '../../../core/games/twenty48/search/report'
import type { Progress, SlicedJob } from './chunkJobs'
import { searchesOfGame } from './slideSearch'

/** A viewer cannot see more than 30 boards per second. */
const POST_MS = 1000 / 30

/** Between two searches that are recorded for a picture. */
const DRAWN_MS = 250

/** One game from a position, reported in batches of turns. */
export class AutoplayJob implements SlicedJob {
  readonly readsExpert = true
  readonly player: Player
  readonly #slideMs: number
  readonly #search: ReturnType<typeof searchesOfGame>
  #position: GamePosition
  #turns: SearchedTurn[] = []
  #last: { report: SearchReport; ms: number } | undefined
  readonly #pairs: number | undefined
  /** The newest search that was recorded and not sent. */
  #drawn: { report: DrawnReport; ms: number } | undefined
  #drawnAt = -Infinity
  #posted = -Infinity
  /** Earliest time of the next slide. */
  #due = -Infinity

  constructor(
    { player, from, slidesPerSecond, pairs }: AutoplayOrder,
    kernel: Kernel,
    isReleased: () => boolean,
    private readonly tell: (played: PlayedTurns) => void,
  ) {
    this.player = player
    this.#pairs = pairs
    this.#search = searchesOfGame(kernel, player, isReleased)
    this.#position = from
    this.#slideMs = 1000 / (slidesPerSecond ?? Infinity)
  }

  play(until: number): Progress {
    for (let now = performance.now(); now < until; now = performance.now()) {
      if (isOver(this.#position)) {
        this.#tell()
        return 'done'
      }
      if (now < this.#due) return { waitMs: this.#due - now }
      // A late slide is not followed by a burst of others, beyond the resolution of a timer.
      this.#due = Math.max(this.#due, now - POST_MS) + this.#slideMs
      if (!this.#playSlide(now)) return 'more'
      if (performance.now() - this.#posted >= POST_MS) this.#tell()
    }
    return 'more'
  }

  release(): void {
    this.#tell()
  }

  /** @returns false if the job was released during the search. */
  #playSlide(start: number): boolean {
    const { board } = this.#position
    // Only searches that will be shown compute a principal variation.
    const variation = start - this.#posted >= POST_MS
    const pairs = start - this.#drawnAt >= DRAWN_MS ? this.#pairs : undefined
    const { trees, ...report } = this.#search(board, { variation, pairs })
    if (report.stopped === 'request') return false
    const { position, turn } = playTurn(this.#position, report.best!)!
    this.#position = position
    const ms = performance.now() - start
    this.#turns.push({ ...turn, ...searchedWorth(report), ms })
    this.#last = { report, ms }
    if (trees) {
      this.#drawn = { report: { ...report, trees }, ms }
      this.#drawnAt = start
    }
    return true
  }

  #tell(): void {
    if (!this.#last || this.#turns.length === 0) return
    this.tell({ turns: this.#turns, last: this.#last.report, ms: this.#last.ms, ...(this.#drawn && { drawn: this.#drawn }) })
    this.#turns = []
    this.#drawn = undefined
    this.#posted = performance.now()
  }
}
