/** Records a search: the same report, plus its tree and the order of events. */
import type { Game } from '../game/game'
import { badSetting } from '../settingChecks'
import { WITH_WINDOWS, KINDS, MOST_CHILDREN, MOST_VALUES, viewColumns, type Layout, type NodeKind } from '../trace/format'
import { joinTrees, type LoggedTree, type Unrecorded } from '../trace/join'
import type { TraceData } from '../trace/trace'
import { isDeepening } from './deepening'
import type { Heuristic } from '../game/heuristic'
import { MAX_PLIES } from '../game/limits'
import type { PseudoLine } from './pseudoCode'
import { type RecordedWorld, Recorder, type Recording, WorldRecorder } from './recorder'
import type { Report } from './report'
import { hasOwnValues, searchPosition, type AnySearcher, type Context, type Searcher, type WorldSearch } from './searcher'
import type { SearchHead, SearchSubject } from './subject'

/** Total characters of the positions of all worlds, which are saved in the head. */
const MOST_WORLD_TEXT = 200_000

export interface RecordedSearch {
  readonly report: Report
  /** The tree and event log of the iteration that the report's lines come from. */
  readonly trace: TraceData<SearchHead> & Pick<LoggedTree, 'log'>
}

/** An iteration that is followed by another. */
export interface FinishedIteration {
  /** Plies. */
  readonly depth: number
  /** Positions entered. */
  readonly nodes: number
  /** Hands over its tree and log without a copy; they are not written again. `undefined` once the iteration after the next has begun. */
  take(): RecordedSearch['trace'] | undefined
}

/**
 * Searches as `searcher.search` does. Tree and log share the room. When it is full the search continues, nodes are marked NOT_RECORDED, and
 * the log is marked incomplete.
 * @throws {LabError} `BAD_SETTING`, of a position with more than two agents, or a searcher whose trees are not recorded
 */
export function recordSearch<State, Config>(
  game: Game<State>,
  root: State,
  searcher: AnySearcher<Config>,
  heuristicOf: (position: State) => Heuristic<State>,
  config: Config,
  context: Context,
  mebibytes: number,
  onIteration?: (finished: FinishedIteration) => void,
): RecordedSearch {
  checkRecordable(searcher, game, root, config, context)
  const search: Search = listeners =>
    searchPosition(searcher as AnySearcher, game, root, heuristicOf, config, { ...context, ...listeners })
  const rootKind = rootKindOf(searcher, game, root)
  const layout = layoutOf(searcher, game, root, config, context)
  const {
    limits,
    wrapping: { book: _book, ...wrapping },
  } = context
  const given = 'searchView' in searcher ? searcher.settings(config) : config
  const traceOf = ({ report, tree, subject, ...facts }: Recorded): RecordedSearch['trace'] => {
    const { effort, stopped } = report
    const head: SearchHead = {
      ...{ game: game.id, root: game.format(root), rootKind: KINDS[viewColumns(tree.space).kind[0]!]!, searcher: searcher.id },
      subject: { config: given, wrapping, limits, rewards: searcher.rewards(config), effort, stopped, ...subject },
      ...{ reach: 1, ...facts },
    }
    return { head, ...tree }
  }
  const recorded = record()
  return { report: recorded.report, trace: traceOf(recorded) }

  function record(): Recorded {
    if (searcher.tree === 'visits') return recordVisits(search, new Recorder(mebibytes, false, layout), rootKind)
    if ('searchView' in searcher && rootKind !== 'leaf')
      return recordWorlds(search, searcher.world(config, context.limits), context, layout, mebibytes)
    const recorder = new Recorder(mebibytes, isDeepening(context), layout)
    const report = (interim: Report): void => {
      context.report?.(interim)
      onIteration?.(finishedIteration(recorder.current, recording => traceOf(callsOf(recording, interim, undefined))))
    }
    return recordCalls(onIteration ? listeners => search({ ...listeners, report }) : search, recorder, rootKind)
  }
}

/** Head fields that a kind of recorder determines. */
interface Recorded extends Pick<SearchHead, 'depth' | 'nodes' | 'hits' | 'probes' | 'stopped'> {
  readonly report: Report
  readonly tree: LoggedTree
  readonly subject?: Partial<SearchSubject>
}

type Search = (listeners: Partial<Pick<Context, 'observer' | 'worlds' | 'report'>>) => Report

/** Records a search that enters each node once, and leaves it with its value. */
function recordCalls(search: Search, recorder: Recorder, rootKind: NodeKind): Recorded {
  const report = search({ observer: recorder })
  const { current, finished } = recorder
  // Step 1. An interrupted iteration matters only if the report uses its lines.
  const isInReport = current.value !== undefined || !finished || report.lines.some(({ depth }) => depth > report.depth)
  const recording = isInReport ? current : finished
  // Step 2. Nothing was entered: the answer came from a book, or the limits allow nothing.
  if (recording.writer.entries === 0) recording.writer.enter(rootKind, 0, 0, -Infinity, Infinity)
  const { stopped } = report
  const isInterrupted = recording.value === undefined && (stopped === 'limit' || stopped === 'request')
  recording.writer.finish(isInterrupted)
  return callsOf(recording, report, isInterrupted ? stopped : undefined)
}

function callsOf(recording: Recording, report: Report, stopped: Recorded['stopped']): Recorded {
  const { writer, depth } = recording
  const { hits, probes } = report.effort
  const isToTheEnd = depth >= MAX_PLIES
  return {
    ...{ report, tree: recording.tree, ...(!isToTheEnd && { subject: { plies: depth } }) },
    ...{ depth: isToTheEnd ? report.depth : depth, nodes: writer.nodes, hits, probes, stopped },
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

/** Records a search whose tree grows one node at a time. */
function recordVisits(search: Search, recorder: Recorder, rootKind: NodeKind): Recorded {
  const report = search({ observer: recorder })
  if (recorder.current.writer.entries === 0) recorder.enter(rootKind, 0, 0, -Infinity, Infinity)
  const tree = recorder.finishVisits()
  const nodes = viewColumns(tree.space).nodes[0]!
  // each visit leaves a complete tree, so the search never stops halfway
  return { report, tree, depth: report.depth, nodes, hits: 0, probes: 0, stopped: undefined }
}

/** Records a search of several worlds. A world's tree is that of its last finished iteration. */
function recordWorlds(search: Search, world: WorldSearch, context: Context, layout: Layout, mebibytes: number): Recorded {
  const isDeeper = isDeepening({ limits: world.limits, wrapping: {} })
  // the other half is for the joined tree
  const recorder = new WorldRecorder(mebibytes / 2, layout, isDeeper, ({ current, finished }) => {
    const recording = current.value === undefined ? (finished ?? current) : current
    recording.writer.finish(recording.value === undefined)
    return recording
  })
  const report = search({ worlds: recorder })
  const { answer } = recorder
  const draws = answer.reduce((sum, { weight }) => sum + weight, 0)
  const recorded = answer.slice(0, mostWorlds(answer))
  const trees = recorded.map(({ tree, weight }, edge) => ({ ...tree, edge, chance: weight }))
  const tree = joinTrees(trees, draws, layout, togetherOf(answer.slice(recorded.length), draws))
  const rewards = context.searcher(world.searcher).rewards(world.config)
  const worlds = { draws, of: recorded.map(({ position, weight }) => ({ position, chance: weight })) }
  const { effort, stopped } = report
  return {
    ...{ report, tree, subject: { rewards, world, worlds }, depth: report.depth },
    ...{ nodes: viewColumns(tree.space).nodes[0]!, hits: effort.hits, probes: effort.probes },
    stopped: answer.length === 0 && (stopped === 'limit' || stopped === 'request') ? stopped : undefined,
  }
}

/** The contribution of worlds without a tree to the root; `undefined` if there are none. */
function togetherOf(worlds: readonly RecordedWorld[], draws: number): Unrecorded | undefined {
  const [first] = worlds
  return (
    first && {
      values: first.values.map((_, agent) =>
        worlds.reduce((sum, { weight, values }) => sum + (weight / draws) * values[agent]!, 0),
      ),
      nodes: worlds.reduce((sum, { nodes }) => sum + nodes, 0),
    }
  )
}

/** The number of worlds that fit in a head and in the numbers of a node's edges. */
function mostWorlds(worlds: readonly RecordedWorld[]): number {
  let characters = 0
  const past = worlds.findIndex(({ position, tree }) => tree.entries === 0 || (characters += position.length) > MOST_WORLD_TEXT)
  return Math.min(past < 0 ? worlds.length : past, MOST_CHILDREN)
}

function layoutOf<State, Config>(
  searcher: AnySearcher<Config>,
  game: Game<State>,
  root: State,
  config: Config,
  { limits, searcher: find }: Pick<Context, 'limits' | 'searcher'>,
): Layout {
  const agents = game.agents(root)
  const its = 'searchView' in searcher ? find(searcher.world(config, limits).searcher) : searcher
  return {
    ...WITH_WINDOWS,
    ...(its.tree === 'visits' && { hasVisits: true }),
    ...(hasOwnValues(its, agents) && { values: agents }),
  }
}

/** @throws {LabError} `BAD_SETTING` */
export function checkRecordable<State, Config>(
  searcher: AnySearcher<Config>,
  game: Game<State>,
  root: State,
  config: Config,
  around: Pick<Context, 'limits' | 'searcher'>,
): void {
  if ('searchView' in searcher) {
    const inner = around.searcher(searcher.world(config, around.limits).searcher)
    if (inner.tree === 'visits')
      throw badSetting('inner', `trees of ${searcher.id} are not recorded where ${inner.id} searches the worlds`)
    return checkRecordable(inner, game, root, {}, around)
  }
  const agents = game.agents(root)
  if (agents > 2 && !hasOwnValues(searcher, agents) && !searcher.twoSided)
    throw badSetting('searcher', `trees of ${searcher.id} are recorded of games of one or two agents`)
  if (agents > MOST_VALUES) throw badSetting('searcher', `trees are recorded of games of at most ${MOST_VALUES} agents`)
}

/** The pseudo-code of a recorded search; for a searcher of views, also the code of the searcher of its worlds. */
export function codeOf(searcher: AnySearcher, subject: SearchSubject, find: (id: string) => Searcher): PseudoLine[] {
  const { world } = subject
  const own = linesOf(searcher, subject)
  return world ? [...own, { text: '' }, ...linesOf(find(world.searcher), { limits: world.limits, wrapping: {} })] : own
}

/** The lines of pseudo-code that apply to a recorded search. */
export function linesOf(
  { pseudoCode }: Pick<AnySearcher, 'pseudoCode'>,
  around: Pick<SearchSubject, 'limits' | 'wrapping'>,
): PseudoLine[] {
  return pseudoCode.filter(
    ({ needs }) => needs === undefined || (needs === 'deepening' ? isDeepening(around) : around.wrapping[needs] !== undefined),
  )
}

/** The kind of the root of a recorded tree. */
export function rootKindOf<State>(searcher: AnySearcher, game: Game<State>, root: State): NodeKind {
  const turn = game.toAct(root)
  if (turn === 'over') return 'leaf'
  if (turn === 'chance' || searcher.tree === 'worlds') return 'chance'
  if (hasOwnValues(searcher, game.agents(root))) return 'agent'
  return turn === 0 || game.agents(root) > 2 ? 'max' : 'min'
}
