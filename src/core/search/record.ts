/** A search recorded: the same report, and its tree with what happened in which order. */
import type { Game, Turn } from '../games/game'
import { badSetting } from '../settingChecks'
import type { LogData } from '../trace/eventLog'
import { GROWN, KINDS, viewColumns, type ColumnSpace, type NodeKind } from '../trace/format'
import type { TraceData } from '../trace/trace'
import { isDeepening } from './deepening'
import type { Heuristic } from './heuristic'
import { MAX_PLIES } from './limits'
import type { PseudoLine } from './pseudoCode'
import type { Observer } from './observer'
import { Recorder, type Recording } from './recorder'
import type { Report } from './report'
import { searchPosition, type AnySearcher, type Context } from './searcher'
import type { SearchHead, SearchSubject } from './subject'
import { VisitRecorder } from './visitRecorder'

export interface RecordedSearch {
  readonly report: Report
  /** Of the iteration that the report's lines are from, with its event log. */
  readonly trace: TraceData<SearchHead> & { readonly log: LogData }
}

/** An iteration that another one follows. */
export interface FinishedIteration {
  /** Plies. */
  readonly depth: number
  /** Positions entered. */
  readonly nodes: number
  /** Its tree and log, without a copy: what was taken is not written again. `undefined` once the one after the next has begun. */
  take(): RecordedSearch['trace'] | undefined
}

/**
 * Searches as `searcher.search` does. Room for tree and log together: past it the search goes on, nodes are marked NOT_RECORDED, and
 * the log says that it is not whole.
 *
 * @param onIteration hears of a search that deepens
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
  onIteration?: (finished: FinishedIteration) => void,
): RecordedSearch {
  checkRecordable(searcher, game, root)
  const search = (observer: Observer, report = context.report) =>
    searchPosition(searcher as AnySearcher, game, root, () => heuristic, config, {
      ...context,
      observer,
      ...(report && { report }),
    })
  return searcher.tree === 'visits'
    ? recordVisits(game, root, searcher, config, context, search, mebibytes)
    : recordCalls(game, root, searcher, config, context, search, mebibytes, onIteration)
}

/** Of a search that goes down to each node once, and stays until it has the value. */
function recordCalls<State, Config>(
  game: Game<State>,
  root: State,
  searcher: AnySearcher<Config>,
  config: Config,
  context: Context,
  search: (observer: Observer, report?: (report: Report) => void) => Report,
  mebibytes: number,
  onIteration?: (finished: FinishedIteration) => void,
): RecordedSearch {
  const recorder = new Recorder(mebibytes, isDeepening(context), GROWN)
  const report = search(recorder, interim => {
    context.report?.(interim)
    onIteration?.(finishedIteration(recorder.current, recording => traceOf(recording, interim, undefined)))
  })
  const { current, finished } = recorder
  // Step 1. An interrupted iteration is of interest only where the report took lines from it.
  const isInReport = current.value !== undefined || !finished || report.lines.some(({ depth }) => depth > report.depth)
  const recording = isInReport ? current : finished
  // Step 2. Nothing was entered: the answer came from a book, or the limits allow nothing.
  if (recording.writer.entries === 0) recording.writer.enter(kindOf(game.toAct(root)), 0, 0, -Infinity, Infinity)
  const { stopped } = report
  const isInterrupted = recording.value === undefined && (stopped === 'limit' || stopped === 'request')
  recording.writer.finish(isInterrupted)
  return { report, trace: traceOf(recording, report, isInterrupted ? stopped : undefined) }

  function traceOf({ writer, log, depth }: Recording, report: Report, stopped: 'limit' | 'request' | undefined) {
    const isToTheEnd = depth >= MAX_PLIES
    const { hits, probes } = report.effort
    const head: SearchHead = {
      ...headOf(game, root, searcher, writer.space, subjectOf(searcher, config, context, report, isToTheEnd ? undefined : depth)),
      ...{ depth: isToTheEnd ? report.depth : depth, nodes: writer.nodes, hits, probes, stopped },
    }
    return { head, space: writer.space, entries: writer.entries, log: log.data }
  }
}

function finishedIteration(recording: Recording, traceOf: (recording: Recording) => RecordedSearch['trace']): FinishedIteration {
  const { depth, writer } = recording
  const take = () => {
    if (recording.depth !== depth) return undefined
    recording.isGivenAway = true
    return traceOf(recording)
  }
  return { depth, nodes: writer.nodes, take }
}

/** Of a search whose tree grows by one node at a time. */
function recordVisits<State, Config>(
  game: Game<State>,
  root: State,
  searcher: AnySearcher<Config>,
  config: Config,
  context: Context,
  search: (observer: Observer) => Report,
  mebibytes: number,
): RecordedSearch {
  const agents = game.agents(root)
  const recorder = new VisitRecorder(mebibytes, { ...GROWN, hasVisits: true, values: agents > 2 ? agents : 1 })
  const report = search(recorder)
  if (recorder.isEmpty) recorder.enter(kindOf(game.toAct(root)), 0)
  const { space, entries, log } = recorder.finish()
  const head: SearchHead = {
    ...headOf(game, root, searcher, space, subjectOf(searcher, config, context, report, undefined)),
    ...{ depth: report.depth, nodes: viewColumns(space).nodes[0]!, hits: 0, probes: 0 },
    stopped: undefined, // each visit leaves a whole tree
  }
  return { report, trace: { head, space, entries, log } }
}

function subjectOf<Config>(
  searcher: AnySearcher<Config>,
  config: Config,
  { limits, wrapping: { book: _book, ...wrapping } }: Context,
  { effort, stopped }: Report,
  plies: number | undefined,
): SearchSubject {
  const rewards = searcher.rewards(config)
  return { config, wrapping, limits, rewards, effort, stopped, ...(plies !== undefined && { plies }) }
}

function headOf<State>(
  game: Game<State>,
  root: State,
  { id }: Pick<AnySearcher, 'id'>,
  space: ColumnSpace,
  subject: SearchSubject,
) {
  const rootKind = KINDS[viewColumns(space).kind[0]!]!
  return { game: game.id, root: game.format(root), rootKind, searcher: id, subject, reach: 1 }
}

/** @throws {LabError} `BAD_SETTING` */
export function checkRecordable<State>({ id, tree }: Pick<AnySearcher, 'id' | 'tree'>, game: Game<State>, root: State): void {
  if (tree === 'none') throw badSetting('searcher', `trees of ${id} are not recorded`)
  if (tree === undefined && game.agents(root) > 2)
    throw badSetting('searcher', 'trees are recorded of games of one or two agents')
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

/** Of a root that has no entry yet. */
export function kindOf(turn: Turn): NodeKind {
  if (turn === 'over') return 'leaf'
  return turn === 'chance' ? 'chance' : turn === 0 ? 'max' : 'min'
}
