import type { GameSearchNews, GameSearchOrder, StopCell } from '../../../core/contract/compute'
import { GAMES, heuristicOf, type GameEntry } from '../../../core/games/registry'
import { createRandom } from '../../../core/random'
import { recordSearch } from '../../../core/search/record'
import { positionSearcher, SEARCHERS } from '../../../core/search/registry'
import { searchPosition, type AnySearcher, type Context } from '../../../core/search/searcher'
import { Trace } from '../../../core/trace/trace'
import { levelStatistics } from '../../../core/tree/levels'

/** Between two words on how far it is. */
const TOLD_MS = 100
/** Look at the clock each time after so many nodes. */
const CLOCK_EVERY = 256

/** A search of any game by a searcher of the registry: it hears no message until it ends, but reads the stop cell. */
export class SearchJob {
  readonly #start = performance.now()
  #told = this.#start
  #nodes = 0
  /** Of the iteration in hand. */
  #depth: number

  constructor(
    private readonly order: GameSearchOrder,
    private readonly stopCell: StopCell,
    private readonly tell: (news: GameSearchNews) => void,
  ) {
    this.#depth = order.search.limits.depth ?? 0
  }

  run(): void {
    const { search } = this.order
    const entry: GameEntry = GAMES[search.game]
    const { game } = entry
    const searcher: AnySearcher = SEARCHERS[search.searcher]
    const root = game.parse(search.position)
    const heuristicAt = (position: unknown) => heuristicOf(entry, position, search.heuristic)
    const context: Context = {
      limits: search.limits,
      wrapping: search.wrapping,
      random: createRandom(search.seed),
      now: () => performance.now(),
      stopped: () => this.#isStopped(),
      report: ({ depth }) => (this.#depth = depth + 1),
      searcher: positionSearcher,
    }
    if (search.mebibytes === undefined) {
      const report = searchPosition(searcher, game, root, heuristicAt, search.config, context)
      return this.tell({ searched: { report, ms: this.#elapsed() } })
    }
    const { report, trace } = recordSearch(game, root, searcher, heuristicAt, search.config, context, search.mebibytes)
    const ms = this.#elapsed()
    const subject = { ...trace.head.subject, heuristic: search.heuristic }
    const data = { ...trace, head: { ...trace.head, subject } }
    const levels = levelStatistics(new Trace(data))
    this.tell({ searched: { report, iteration: { data, levels, ms }, ms } })
  }

  #elapsed(): number {
    return performance.now() - this.#start
  }

  /** Asked at each node. */
  #isStopped(): boolean {
    if (++this.#nodes % CLOCK_EVERY === 0) this.#tellProgress()
    return Atomics.load(this.stopCell, 2) >= this.order.job
  }

  #tellProgress(): void {
    const now = performance.now()
    if (now - this.#told < TOLD_MS) return
    this.#told = now
    const { nodes, ms } = this.order.search.limits
    const shares = [nodes && this.#nodes / nodes, ms && this.#elapsed() / ms].filter(share => share !== undefined)
    const share = shares.length > 0 ? Math.min(1, Math.max(...shares)) : undefined
    this.tell({ depth: this.#depth, expanded: this.#nodes, ...(share !== undefined && { share }) })
  }
}
