/** A search recorded: the same report, and its tree with what happened in which order. */
import type { Game, Turn } from '../games/game'
import { badSetting } from '../settingChecks'
import type { LogData } from '../trace/eventLog'
import { KINDS, viewColumns, type NodeKind } from '../trace/format'
import type { TraceData } from '../trace/trace'
import { isDeepening } from './deepening'
import type { Heuristic } from './heuristic'
import { MAX_PLIES } from './limits'
import type { PseudoLine } from './pseudoCode'
import { Recorder } from './recorder'
import type { Report } from './report'
import type { Context, Searcher } from './searcher'
import type { SearchHead, SearchSubject } from './subject'

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
  searcher: Searcher<Config>,
  heuristic: Heuristic<State>,
  config: Config,
  context: Context,
  mebibytes: number,
): RecordedSearch {
  checkRecordable(searcher, game, root)
  const recorder = new Recorder(mebibytes, isDeepening(context))
  const report = searcher.search(game, root, heuristic, config, { ...context, observer: recorder })
  const { current, finished } = recorder
  // Step 1. An interrupted iteration is of interest only where the report took lines from it.
  const isInReport = current.value !== undefined || !finished || report.lines.some(({ depth }) => depth > report.depth)
  const recording = isInReport ? current : finished
  // Step 2. Nothing was entered: the answer came from a book, or the limits allow nothing.
  if (recording.writer.entries === 0) recording.writer.enter(kindOf(game.toAct(root)), 0, 0, -Infinity, Infinity)
  recording.writer.finish()
  const { book: _book, ...wrapping } = context.wrapping
  const { writer, log, depth } = recording
  const { effort, stopped } = report
  const isInterrupted = recording.value === undefined && (stopped === 'limit' || stopped === 'request')
  const head: SearchHead = {
    game: game.id,
    root: game.format(root),
    rootKind: KINDS[viewColumns(writer.space).kind[0]!]!,
    searcher: searcher.id,
    subject: {
      ...{ config, wrapping, limits: context.limits, rewards: searcher.rewards(config), effort, stopped },
      ...(depth < MAX_PLIES && { plies: depth }),
    },
    depth: depth < MAX_PLIES ? depth : report.depth,
    reach: 1,
    nodes: writer.nodes,
    ...{ hits: effort.hits, probes: effort.probes },
    stopped: isInterrupted ? stopped : undefined,
  }
  return { report, trace: { head, space: writer.space, entries: writer.entries, log: log.data } }
}

/** @throws {LabError} `BAD_SETTING` */
export function checkRecordable<State>(searcher: Pick<Searcher, 'id' | 'isRecordable'>, game: Game<State>, root: State): void {
  if (searcher.isRecordable === false) throw badSetting('searcher', `trees of ${searcher.id} are not recorded`)
  if (game.agents(root) > 2) throw badSetting('searcher', 'trees are recorded of games of one or two agents')
}

/** The lines of its pseudo-code that a recorded search goes through. */
export function linesOf({ pseudoCode }: Searcher<never>, around: Pick<SearchSubject, 'limits' | 'wrapping'>): PseudoLine[] {
  return pseudoCode.filter(
    ({ needs }) => needs === undefined || (needs === 'deepening' ? isDeepening(around) : around.wrapping[needs] !== undefined),
  )
}

/** Of a root that has no entry yet. */
export function kindOf(turn: Turn): NodeKind {
  if (turn === 'over') return 'leaf'
  return turn === 'chance' ? 'chance' : turn === 0 ? 'max' : 'min'
}
