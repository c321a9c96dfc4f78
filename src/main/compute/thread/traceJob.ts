import type { RecordedIteration, RecordOrder, StopCell, TraceNews } from '../../../core/contract/compute'
import { LabError } from '../../../core/errors'
import { POLL_EVERY } from '../../../core/kernel/memory'
import type { Kernel } from '../../../core/kernel/port'
import type { TracedKernel } from '../../../core/kernel/tracedPort'
import { drive, type Iteration, type SlidesRequest, type Stop } from '../../../core/games/twenty48/search/engine'
import { askExpert, isForExpert } from '../../../core/games/twenty48/search/choice'
import { deepen } from '../../../core/games/twenty48/search/deepening'
import { deepensByCut } from '../../../core/games/twenty48/search/levels'
import {
  bestSlide,
  deepestSlides,
  slideValues,
  type ExpertReport,
  type SearchReport,
  type SlideCuts,
  type SlideDepths,
  type SlideValues,
} from '../../../core/games/twenty48/search/report'
import type { Board } from '../../../core/games/twenty48/board'
import { boardRoot } from '../../../core/games/twenty48/tree/head'
import { bytesPerEntry } from '../../../core/trace/format'
import type { Traced, TraceRequest, Tracer } from '../../../core/games/twenty48/tree/tracer'
import { levelStatistics } from '../../../core/tree/levels'
import type { IterationTime } from '../../../core/tree/views'
import { restWhileHeld } from './chunkJobs'
import { stopWithin } from './slideSearch'

/** Between two progress reports. */
const REPORT_MS = 100
/** Calls of the kernel's stop function between two looks at the clock. */
const CLOCK_EVERY = 4
/** Smallest room that is worth recording in, whatever else is open. */
const LEAST_MEBIBYTES = 1

interface Iterated {
  readonly traced: Traced
  readonly ms: number
  /** If the search deepens by it. */
  readonly cut?: number | undefined
}

/**
 * A recorded search on its own thread. It reads no messages until it ends, only the stop cell. Traces of earlier iterations count
 * against its room.
 */
export class TraceJob {
  readonly #start = performance.now()
  readonly #tracer: Tracer
  #reportedAt = -Infinity
  #traceBytes = 0
  readonly #iterations: IterationTime[] = []
  #expert: ExpertReport | undefined
  /** Finished share of the search, if it has one iteration. */
  #share: number | undefined

  constructor(
    private readonly message: RecordOrder,
    tracedKernel: TracedKernel,
    /** Runs the search of the expert, of which nothing is recorded. */
    private readonly kernel: Kernel,
    private readonly stopCell: StopCell,
    private readonly tell: (news: TraceNews) => void,
  ) {
    const { evaluator, settings } = message.player
    this.#tracer = tracedKernel.tracer(evaluator, settings)
  }

  run(): void {
    const { root, reach, depths } = this.message.order
    if (root.kind === 'max' && reach === 1) this.#askExpert(root.board)
    if (root.kind === 'max' && reach === 1 && !depths) this.#searchPosition()
    else this.#searchOnce()
  }

  #askExpert(board: Board): void {
    const { expert } = this.message.player.settings
    if (!expert || !isForExpert(board, expert)) return
    const stop = this.#stopWithin(undefined)
    this.#expert = drive(askExpert(board, expert), request => this.kernel.search(request, stop)).report
  }

  /** Searches a position, deepening within its limits, and reports each iteration with its trace. */
  #searchPosition(): void {
    const { player, order } = this.message
    const { limits, settings } = player
    const stop = this.#stopWithin(limits.ms)
    const isOneIteration = limits.depth !== undefined && limits.nodes === undefined && limits.ms === undefined
    if (isOneIteration) this.#share = 0
    const byCut = deepensByCut(limits, settings.cut)
    let newest: Iterated | undefined
    let isNew = false
    const iterate = (request: SlidesRequest): Iteration => {
      const started = performance.now()
      const { depth, cut, nodes } = request
      const onSlide = (share: number): void => {
        if (isOneIteration) this.#share = share
      }
      const traced = this.#trace({ root: order.root, depth, cut, reach: order.reach, nodes, onSlide }, stop)
      const { head } = traced.trace
      const finished = traced.slides.reduce((sum, slide) => sum + slide.nodes, 0)
      const iteration = { slides: traced.slides, unfinishedNodes: head.nodes - 4 - finished, stopped: head.stopped }
      // A stopped iteration is kept only if its values are the search's final values.
      if (!head.stopped || newest === undefined || usesSlides(newest.traced, traced)) {
        newest = { traced, ms: performance.now() - started, cut: byCut ? cut : undefined }
        isNew = true
      }
      return iteration
    }
    const tell = (report: SearchReport): void => {
      this.#tell(isNew ? newest : undefined, report)
      isNew = false
    }
    const report = drive(deepen(order.root.board, limits, { interim: tell, cut: settings.cut }), iterate)
    if (!newest) {
      // The game is over: there is a root, but no slide to search.
      newest = { traced: this.#trace({ root: order.root, depth: 0, reach: 1, nodes: Infinity }, stop), ms: 0 }
      isNew = true
    }
    tell(report)
  }

  /** Searches a node of another tree at one depth, or a position with a depth for each slide. */
  #searchOnce(): void {
    const { player, order } = this.message
    const { root, reach, depths, cuts } = order
    const { depth, ms, nodes = Infinity } = depths ? { depth: Math.max(...known(depths)) } : player.limits
    if (typeof depth !== 'number')
      throw new LabError('BAD_SETTING', 'depth: a node is searched again at a depth that is a number')
    const stop = this.#stopWithin(ms)
    this.#share = 0
    const traced = this.#trace({ root, depth, depths, cuts, reach, nodes, onSlide: share => (this.#share = share) }, stop)
    const report =
      root.kind === 'chance'
        ? undefined
        : reportOf(traced, depths ?? slideValues(() => depth), cuts ?? slideValues(() => player.settings.cut))
    this.#tell({ traced, ms: performance.now() - this.#start }, report)
  }

  #trace(request: Omit<TraceRequest, 'mebibytes'>, stop: Stop): Traced {
    const mebibytes = Math.max(LEAST_MEBIBYTES, this.message.order.mebibytes - this.#traceBytes / 2 ** 20)
    let polls = 0
    return this.#tracer({ ...request, mebibytes }, () => {
      if (++polls % CLOCK_EVERY === 0) this.#sendProgress(request.depth, polls * POLL_EVERY)
      return stop()
    })
  }

  #sendProgress(depth: number, expanded: number): void {
    const now = performance.now()
    if (now - this.#reportedAt < REPORT_MS) return
    this.#reportedAt = now
    const { ms } = this.message.player.limits
    const share = this.#share ?? (ms === undefined ? undefined : Math.min(1, (now - this.#start) / ms))
    this.tell({ depth, expanded, ...(share !== undefined && { share }) })
  }

  #tell(iterated: Iterated | undefined, report: SearchReport | undefined): void {
    let iteration: RecordedIteration | undefined
    if (iterated) {
      const { trace } = iterated.traced
      this.#traceBytes = trace.entries * bytesPerEntry(trace.data.space)
      const { depth, nodes } = trace.head
      this.#iterations.push({ depth, ...(iterated.cut !== undefined && { cut: iterated.cut }), nodes, ms: iterated.ms })
      iteration = { data: trace.data, levels: levelStatistics(trace), iterations: this.#iterations }
    }
    const recorded = {
      ...(iteration && { iteration }),
      ...(report && { report }),
      ...(this.#expert && { expert: this.#expert }),
      ms: performance.now() - this.#start,
    }
    this.tell({ recorded })
  }

  #stopWithin(ms: number | undefined): Stop {
    const rest = restWhileHeld(this.stopCell)
    return stopWithin(ms, () => {
      rest()
      return Atomics.load(this.stopCell, 2) >= this.message.job
    })
  }
}

function known(numbers: SlideValues): number[] {
  return Object.values(numbers).filter(number => number !== null)
}

/** For one iteration, with a depth for each slide. */
function reportOf({ trace: { head }, slides }: Traced, asked: SlideDepths, askedCuts: SlideCuts): SearchReport {
  const values = slideValues(move => slides.find(slide => slide.move === move)?.value ?? null)
  const depths = slideValues(move => (values[move] === null ? null : asked[move]))
  const cuts = slideValues(move => (values[move] === null ? null : askedCuts[move]))
  const best = bestSlide(values, deepestSlides(depths, cuts))
  const depth = Math.min(...known(depths), head.depth)
  const cut = Math.max(...known(cuts).filter((_, i) => known(depths)[i] === depth), 0)
  return {
    ...{ board: boardRoot(head.root).board, best, values, depths, cuts, depth, cut },
    ...{ nodes: head.nodes, hits: head.hits, probes: head.probes, stopped: head.stopped ?? 'limit' },
    ...{ pv: best ? [{ move: best }] : [], pvNodes: 0, pvMs: 0 },
  }
}

/** Whether a stopped iteration's slides replace the older values; see `deepen`. */
function usesSlides(older: Traced, stopped: Traced): boolean {
  const values = slideValues(move => older.slides.find(slide => slide.move === move)?.value ?? null)
  const best = bestSlide(values)
  return stopped.slides.some(({ move }) => move === best)
}
