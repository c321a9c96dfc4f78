/** A search recorded: the same report, and its tree with what happened in which order. */
import type { Game } from '../games/game'
import { badSetting } from '../settingChecks'
import type { LogData } from '../trace/eventLog'
import { GROWN, KINDS, MOST_VALUES, viewColumns, type ColumnSpace, type Layout, type NodeKind } from '../trace/format'
import type { TraceData } from '../trace/trace'
import { isDeepening } from './deepening'
import type { Heuristic } from './heuristic'
import { MAX_PLIES } from './limits'
import type { PseudoLine } from './pseudoCode'
import type { Observer } from './observer'
import { Recorder } from './recorder'
import type { Report } from './report'
import { hasOwnValues, searchPosition, type AnySearcher, type Context } from './searcher'
import type { SearchHead, SearchSubject } from './subject'
import { VisitRecorder } from './visitRecorder'

export interface RecordedSearch {
  readonly report: Report
  /** Of the iteration that the report's lines are from, with its event log. */
  readonly trace: TraceData<SearchHead> & { readonly log: LogData }
}

/**
 * Searches as `searcher.search` does. Room for tree and log together: past it the search goes on, nodes are marked NOT_RECORDED, and
 * the log says that it is not whole.
 *
 * @throws {LabError} `BAD_SETTING`, of a position with more than two agents, or a searcher whose trees are not recorded
 */
export function recordSearch<State, Config>(
  game: Game<State>,
  root: State,
  searcher: AnySearcher<Config>,
  heuristic: Heuristic<State>,
  config: Config,
  context: Context,
  mebibytes: number,
): RecordedSearch {
  checkRecordable(searcher, game, root)
  const search = (observer: Observer) =>
    searchPosition(searcher as AnySearcher, game, root, () => heuristic, config, { ...context, observer })
  const rootKind = rootKindOf(searcher, game, root)
  const layout = layoutOf(searcher, game.agents(root))
  const { report, tree, plies, ...facts } =
    searcher.tree === 'visits'
      ? recordVisits(search, new VisitRecorder(mebibytes, layout), rootKind)
      : recordCalls(search, new Recorder(mebibytes, isDeepening(context), layout), rootKind)
  const {
    limits,
    wrapping: { book: _book, ...wrapping },
  } = context
  const { effort, stopped } = report
  const rewards = searcher.rewards(config)
  const head: SearchHead = {
    ...{ game: game.id, root: game.format(root), rootKind: KINDS[viewColumns(tree.space).kind[0]!]!, searcher: searcher.id },
    subject: { config, wrapping, limits, rewards, effort, stopped, ...(plies !== undefined && { plies }) },
    ...{ reach: 1, ...facts },
  }
  return { report, trace: { head, ...tree } }
}

/** What a kind of recorder leaves to be said of its search. */
interface Recorded extends Pick<SearchHead, 'depth' | 'nodes' | 'hits' | 'probes' | 'stopped'> {
  readonly report: Report
  readonly tree: { readonly space: ColumnSpace; readonly entries: number; readonly log: LogData }
  /** Of the recorded iteration; `undefined` where it went on to the end of the game. */
  readonly plies: number | undefined
}

/** Of a search that goes down to each node once, and stays until it has the value. */
function recordCalls(search: (observer: Observer) => Report, recorder: Recorder, rootKind: NodeKind): Recorded {
  const report = search(recorder)
  const { current, finished } = recorder
  // Step 1. An interrupted iteration is of interest only where the report took lines from it.
  const isInReport = current.value !== undefined || !finished || report.lines.some(({ depth }) => depth > report.depth)
  const recording = isInReport ? current : finished
  // Step 2. Nothing was entered: the answer came from a book, or the limits allow nothing.
  if (recording.writer.entries === 0) recording.writer.enter(rootKind, 0, 0, -Infinity, Infinity)
  const { effort, stopped } = report
  const isInterrupted = recording.value === undefined && (stopped === 'limit' || stopped === 'request')
  recording.writer.finish(isInterrupted)
  const { writer, log, depth } = recording
  const isToTheEnd = depth >= MAX_PLIES
  return {
    ...{ report, tree: { space: writer.space, entries: writer.entries, log: log.data }, plies: isToTheEnd ? undefined : depth },
    ...{ depth: isToTheEnd ? report.depth : depth, nodes: writer.nodes, hits: effort.hits, probes: effort.probes },
    stopped: isInterrupted ? stopped : undefined,
  }
}

/** Of a search whose tree grows by one node at a time. */
function recordVisits(search: (observer: Observer) => Report, recorder: VisitRecorder, rootKind: NodeKind): Recorded {
  const report = search(recorder)
  if (recorder.isEmpty) recorder.enter(rootKind, 0)
  const tree = recorder.finish()
  const nodes = viewColumns(tree.space).nodes[0]!
  // each visit leaves a whole tree: it is never stopped in the midst of one
  return { report, tree, plies: undefined, depth: report.depth, nodes, hits: 0, probes: 0, stopped: undefined }
}

function layoutOf(searcher: AnySearcher, agents: number): Layout {
  const values = hasOwnValues(searcher, agents) ? agents : 1
  return searcher.tree === 'visits' ? { ...GROWN, hasVisits: true, values } : { ...GROWN, values }
}

/** @throws {LabError} `BAD_SETTING` */
export function checkRecordable<State>(searcher: AnySearcher, game: Game<State>, root: State): void {
  const { id, tree } = searcher
  const agents = game.agents(root)
  if (tree === 'none') throw badSetting('searcher', `trees of ${id} are not recorded`)
  if (agents > 2 && !hasOwnValues(searcher, agents))
    throw badSetting('searcher', `trees of ${id} are recorded of games of one or two agents`)
  if (agents > MOST_VALUES) throw badSetting('searcher', `trees are recorded of games of at most ${MOST_VALUES} agents`)
}

/** The lines of its pseudo-code that a recorded search goes through. */
export function linesOf(
  { pseudoCode }: Pick<AnySearcher, 'pseudoCode'>,
  around: Pick<SearchSubject, 'limits' | 'wrapping'>,
): PseudoLine[] {
  return pseudoCode.filter(
    ({ needs }) => needs === undefined || (needs === 'deepening' ? isDeepening(around) : around.wrapping[needs] !== undefined),
  )
}

/** What the root of a recorded tree will be. */
export function rootKindOf<State>(searcher: AnySearcher, game: Game<State>, root: State): NodeKind {
  const turn = game.toAct(root)
  if (turn === 'over') return 'leaf'
  if (turn === 'chance') return 'chance'
  if (hasOwnValues(searcher, game.agents(root))) return 'agent'
  return turn === 0 ? 'max' : 'min'
}
