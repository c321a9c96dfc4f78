/** What the textbook searcher and the kernel have in common: root slides in, values out. */
import type { WallExpert } from '../../../search/settings'
import type { Board, Move } from '../board'
import type { ColumnSpace } from '../../../trace/format'
import type { PvStep, SearchReport } from './report'

/** Moves of one board, to be searched one after the other at one depth, each with an empty table. */
export interface SlidesRequest {
  readonly board: Board
  /** (Tile + slide) pairs after the root slide. */
  readonly depth: number
  /** Legal slides of the board. */
  readonly moves: readonly Move[]
  /** Cumulative probability of the board: 1 at the root, less inside a tree. */
  readonly reach: number
  /** The cut of this request; absent: that of the settings. */
  readonly cut?: number | undefined
  /** Slides that may be tried below the root in this request. */
  readonly nodes: number
  /** Whether the slides come with their principal variations. */
  readonly variation?: boolean
  /** Pairs below each move whose tree comes with it; absent: none. Values and counts do not depend on it. */
  readonly pairs?: number | undefined
  /** Whether it belongs to a search that was stopped: it is short, and runs all the same. */
  readonly isAfterStop?: boolean
  /** Asks the expert, instead of searching with the evaluator; values are chances then. */
  readonly expert?: WallExpert
}

/** The expected continuation after a move, read from the table that the move's search left. */
export interface Variation {
  /** The likely tile, the best reply, and so on; see `followVariation`. */
  readonly steps: readonly PvStep[]
  /** True if the search was stopped before its end. */
  readonly isCut: boolean
  /** Slides tried for it: 4 per tile, and those whose values were no longer in the table. No other count contains them. */
  readonly nodes: number
  /** Absent without a clock. */
  readonly ms?: number
}

export interface SlideResult {
  readonly move: Move
  readonly value: number
  /** Slides tried below the root, 4 per player node. */
  readonly nodes: number
  /** Table entries reused. */
  readonly hits: number
  /** Times the table was asked. */
  readonly probes: number
  /** True if the depth ended some line. */
  readonly horizon: boolean
  readonly variation?: Variation
  /** The recorded part of its search, whose first entry is the board after the move. */
  readonly tree?: SlideTree
}

/** The entries of a move's tree among those of its request, in the columns of `core/trace/format.ts`. */
export interface SlideTree {
  readonly space: ColumnSpace
  readonly start: number
  /** The entry after its last. */
  readonly end: number
}

/** A report with what was recorded of the search of each move, if its request has `pairs`. */
export interface DrawnReport extends SearchReport {
  readonly trees?: readonly SlideResult[] | undefined
}

/** One pass over the slides of a request. */
export interface Iteration {
  /** The slides that were finished, in the order of the request. */
  readonly slides: readonly SlideResult[]
  /** Slides tried in the slide that was not finished. */
  readonly unfinishedNodes: number
  readonly stopped: StopReason | undefined
}

export type StopReason = 'limit' | 'request'

/** Polled where a chance node is about to be expanded, so it must be cheap. */
export type Stop = () => StopReason | undefined

export const neverStop: Stop = () => undefined

export type Engine = (request: SlidesRequest, stop: Stop) => Iteration

/** An afterstate, to be searched at one depth with an empty table: `depth` pairs from it on. */
type AfterstateRequest = Omit<SlidesRequest, 'moves'>

interface AfterstateResult extends Omit<SlideResult, 'move' | 'horizon' | 'variation' | 'tree'> {
  readonly stopped: StopReason | undefined
}

export type AfterstateEngine = (request: AfterstateRequest, stop: Stop) => AfterstateResult

/** A search as a generator: it yields requests for iterations and returns its result. The caller decides where they run. */
export type SearchSteps<Result> = Generator<SlidesRequest, Result, Iteration>

export function drive<Result>(steps: SearchSteps<Result>, search: (request: SlidesRequest) => Iteration): Result {
  let step = steps.next()
  while (!step.done) step = steps.next(search(step.value))
  return step.value
}

export async function driveAsync<Result>(
  steps: SearchSteps<Result>,
  search: (request: SlidesRequest) => Promise<Iteration>,
): Promise<Result> {
  let step = steps.next()
  while (!step.done) step = steps.next(await search(step.value))
  return step.value
}
