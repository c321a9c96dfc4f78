import type { GameSearchNews, GameSearchOrder, RecordedIteration } from '../../../core/contract/compute'
import { GAMES, heuristicOf, type GameEntry } from '../../../core/games/registry'
import { createRandom } from '../../../core/random'
import { recordSearch, type FinishedIteration, type RecordedSearch } from '../../../core/search/record'
import { positionSearcher, SEARCHERS } from '../../../core/search/registry'
import { searchPosition, type AnySearcher, type Context } from '../../../core/search/searcher'
import { Trace } from '../../../core/trace/trace'
import { levelStatistics } from '../../../core/tree/levels'
import type { IterationTime } from '../../../core/tree/views'

/** Between two progress reports. */
const REPORT_MS = 100
/** Between two trees. */
const ITERATION_MS = 250
/** Nodes between two looks at the clock. */
const CLOCK_EVERY = 256

/** A search of any game by a searcher of the registry. It reads no messages until it ends, only the stop cell. */
export class SearchJob {
  readonly #start = performance.now()
  #reportedAt = this.#start
  #nodes = 0
  /** Depth of the running iteration. */
  #depth: number
  #iterationAt = this.#start
  readonly #iterations: IterationTime[] = []
  /** The newest iteration whose tree was not sent yet, and the time when the last tree was sent. */
  #finished: FinishedIteration | undefined
  #iterationSentAt = this.#start

  constructor(
    private readonly order: GameSearchOrder,
    private readonly isReleased: () => boolean,
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
      report: report => {
        this.#depth = report.depth + 1
        if (this.order.sendsReports) this.tell({ interim: { report, ms: this.#elapsed() } })
      },
      searcher: positionSearcher,
    }
    if (search.mebibytes === undefined) {
      const report = searchPosition(searcher, game, root, heuristicAt, search.config, context)
      return this.tell({ searched: { report, ms: this.#elapsed() } })
    }
    const onIteration = (finished: FinishedIteration): void => this.#finish(finished)
    const { report, trace } = recordSearch(
      game,
      root,
      searcher,
      heuristicAt,
      search.config,
      context,
      search.mebibytes,
      onIteration,
    )
    const { depth, nodes } = trace.head
    if (depth !== this.#iterations.at(-1)?.depth) this.#addIteration(depth, nodes)
    const ms = this.#elapsed()
    this.tell({ searched: { report, iteration: this.#recorded(trace), ms } })
  }

  #finish(finished: FinishedIteration): void {
    this.#addIteration(finished.depth, finished.nodes)
    if (!this.order.sendsIterations) return
    this.#finished = finished
    this.#sendIteration(performance.now())
  }

  #addIteration(depth: number, nodes: number): void {
    const now = performance.now()
    this.#iterations.push({ depth, nodes, ms: now - this.#iterationAt })
    this.#iterationAt = now
  }

  #sendIteration(now: number): void {
    if (!this.#finished || now - this.#iterationSentAt < ITERATION_MS) return
    const trace = this.#finished.take()
    this.#finished = undefined
    if (trace) this.tell({ iteration: this.#recorded(trace), ms: now - this.#start })
    this.#iterationSentAt = performance.now()
  }

  #recorded(trace: RecordedSearch['trace']): RecordedIteration {
    const subject = { ...trace.head.subject, heuristic: this.order.search.heuristic }
    const data = { ...trace, head: { ...trace.head, subject } }
    return { data, levels: levelStatistics(new Trace(data)), iterations: this.#iterations }
  }

  #elapsed(): number {
    return performance.now() - this.#start
  }

  /** Called at each node. */
  #isStopped(): boolean {
    if (++this.#nodes % CLOCK_EVERY === 0) this.#sendProgress()
    return this.isReleased()
  }

  #sendProgress(): void {
    const now = performance.now()
    this.#sendIteration(now)
    if (now - this.#reportedAt < REPORT_MS) return
    this.#reportedAt = now
    const { nodes, ms } = this.order.search.limits
    const shares = [nodes && this.#nodes / nodes, ms && this.#elapsed() / ms].filter(share => share !== undefined)
    const share = shares.length > 0 ? Math.min(1, Math.max(...shares)) : undefined
    this.tell({ depth: this.#depth, expanded: this.#nodes, ...(share !== undefined && { share }) })
  }
}
