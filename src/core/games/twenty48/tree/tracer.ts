import { MOVES, type Move, legalMoves, slideEdge } from '../board'
import { compileEvaluator } from '../heuristics/evaluator'
import type { NetworkSource } from '../heuristics/networkEvaluator'
import type { AfterstateEngine, Engine, SlideResult, Stop, StopReason } from '../search/engine'
import { deepestSlides, slideValues, type SlideCuts, type SlideDepths } from '../search/report'
import { isBelowFloor } from '../../../search/settings'
import { type ColumnSpace, FLAGS, type TraceHead } from '../../../trace/format'
import { LevelTimes, type Clock } from '../../../trace/levelTimes'
import { Trace } from '../../../trace/trace'
import { TraceWriter } from '../../../trace/writer'
import { boardHead, type BoardRoot, type BoardSearcher, type BoardSubject } from './head'

/** One search at one depth, to be recorded in full. */
export interface TraceRequest {
  readonly root: BoardRoot
  /** (Tile + slide) pairs after the root slide; of a chance root, pairs from it on. */
  readonly depth: number
  /** For a position whose moves are not all searched to that depth: the depth of each, none greater. */
  readonly depths?: SlideDepths | undefined
  /** For a position whose moves are not all searched with one cut: the cut of each. */
  readonly cuts?: SlideCuts | undefined
  /** Cumulative probability of the root: 1 for a position, less for a node of a tree that is searched again. */
  readonly reach: number
  /** The cut of this search; absent: that of the settings. */
  readonly cut?: number | undefined
  /** Slides that may be tried below the root. */
  readonly nodes: number
  /** Room for entries; when it is full, the search continues and only counts. */
  readonly mebibytes: number
  /** Called after each finished move of a position, with the share done, 0 … 1. */
  readonly onSlide?: (share: number) => void
}

export interface Traced {
  readonly trace: Trace
  /** Finished moves of a `max` root, as the search without recording gives them; none of a `chance` root. */
  readonly slides: readonly SlideResult[]
}

/** A searcher that records. Each root slide begins with an empty table, as in a search that is not recorded. */
export type Tracer = (request: TraceRequest, stop: Stop) => Traced

/** Engines that enter a node of the writer, search below it and record that. */
export interface RecordingEngines {
  /** Receives one move after the other, in the order of the root's children. */
  readonly slides: Engine
  readonly afterstate: AfterstateEngine
}

/**
 * The part that both tracers share: the root's own entry, and the head.
 * @param now absent: no times are taken
 * @param networks for an evaluator that names one
 */
export function recordRoot(
  { root, depth, depths, cuts, reach, cut = finestOf(cuts), nodes: budget, onSlide }: TraceRequest,
  searcher: BoardSearcher,
  { evaluator, settings: own }: BoardSubject,
  space: ColumnSpace,
  enginesFor: (writer: TraceWriter, times: LevelTimes | undefined) => RecordingEngines,
  stop: Stop,
  now: Clock | undefined,
  networks?: NetworkSource,
): Traced {
  const settings = cut === undefined ? own : { ...own, cut }
  const times = now && new LevelTimes(now)
  const writer = new TraceWriter(space)
  const engines = enginesFor(writer, times)
  const asked = { board: root.board, depth, reach, cut, nodes: budget }
  const finish = (found: Pick<TraceHead, 'nodes' | 'hits' | 'probes' | 'stopped'>) => {
    const head = {
      ...boardHead(root, searcher, { evaluator, settings }),
      depth,
      reach,
      ...found,
      ...(times && { levelMs: times.finish() }),
    }
    return new Trace({ head, space, entries: writer.entries })
  }

  if (root.kind === 'chance') {
    const { value: _value, ...head } = engines.afterstate(asked, stop)
    writer.finish(true)
    return { trace: finish(head), slides: [] }
  }
  // Step 1. The root and its legal slides.
  const depthOf = (move: Move) => depths?.[move] ?? depth
  const moves = legalMoves(root.board)
  writer.enter('max', 0, depth, -Infinity, Infinity, MOVES.length)
  writer.expand(moves.map(move => ({ edge: slideEdge(move), kind: 'chance', depth: depthOf(move) })))
  // Step 2. What is below them, each with an empty table.
  const slides: SlideResult[] = []
  let unfinishedNodes = 0
  let stopped: StopReason | undefined
  for (const move of moves) {
    const left = budget - slides.reduce((total, slide) => total + slide.nodes, 0)
    const iteration = engines.slides(
      { ...asked, depth: depthOf(move), cut: cuts?.[move] ?? cut, moves: [move], nodes: left },
      stop,
    )
    slides.push(...iteration.slides)
    unfinishedNodes = iteration.unfinishedNodes
    stopped = iteration.stopped
    if (stopped) break
    onSlide?.(slides.length / moves.length)
  }
  // Step 3. The root is worth what any player node is worth: the best of the slides that can be compared.
  const sum = (count: 'nodes' | 'hits' | 'probes') => slides.reduce((total, slide) => total + slide[count], 0)
  const nodes = MOVES.length + sum('nodes') + unfinishedNodes
  if (!stopped) {
    const { dead } = settings
    const floor = settings.floor === 'none' ? -Infinity : settings.floor
    const deepest = deepestSlides(
      slideValues(move => (moves.includes(move) ? depthOf(move) : null)),
      cuts,
    )
    const best = Math.max(...slides.filter(({ move }) => deepest.includes(move)).map(({ value }) => value))
    const value = moves.length > 0 ? best : dead === 'heuristic' ? compileEvaluator(evaluator, networks)(root.board) : dead
    const flags = (moves.length === 0 ? FLAGS.TERMINAL : 0) | (isBelowFloor(value, floor) ? FLAGS.FLOOR : 0)
    writer.leave(Math.max(value, floor), flags)
  }
  writer.finish(true)
  return { trace: finish({ nodes, hits: sum('hits'), probes: sum('probes'), stopped }), slides }
}

function finestOf(cuts: SlideCuts | undefined): number | undefined {
  return cuts && Math.min(...MOVES.map(move => cuts[move] ?? 1))
}
