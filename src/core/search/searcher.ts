/** The interface of a searcher, and the wrappers around it. */
import type { ActionId, Game, HidingGame } from '../game/game'
import type { Random } from '../random'
import { badSetting } from '../settingChecks'
import type { Bounds } from '../game/bounds'
import type { Heuristic } from '../game/heuristic'
import type { Limits } from '../game/limits'
import { observeEnd, type Observer, type WorldsObserver } from './observer'
import type { PseudoLine } from './pseudoCode'
import { endReport, type Report } from './report'
import type { DEEPENINGS, ORDERS } from './settings'
import type { KeptMemory } from './table'

/** The values that each agent maximises and minimises. The main agent is the one that searches. */
export interface Aims {
  /** The agent whose value it maximises. */
  for(agent: number, agents: number): number
  /** The agent whose value it minimises among actions that are equal by `for`; absent: none. */
  against?(agent: number, main: number): number | undefined
}

/** How an agent chooses if each agent has its own value. */
export interface Choice {
  /** The agent that acts. */
  readonly agent: number
  /** The agent whose value it maximises, which need not be its own. */
  readonly for: number
  /** The agent whose value it minimises among actions that are equal by `for`; absent: none. */
  readonly against?: number | undefined
}

const WRAPPERS = ['deepening', 'order', 'table', 'quiescence', 'shorterWin', 'rootTies', 'book'] as const
export type WrapperId = (typeof WRAPPERS)[number]

/** Wrappers around a searcher; each searcher lists those that it accepts. */
export interface Wrapping {
  /**
   * Iterative deepening, one ply at a time. `contract`: the time is known, and an iteration that would not finish in it does not start;
   * `interruptible`: until the limit. Without it, limits on nodes or time deepen interruptibly.
   */
  readonly deepening?: (typeof DEEPENINGS)[number]
  /** Children ordered by the heuristic (`static`), or with the best move of the previous iteration first (`dynamic`). */
  readonly order?: (typeof ORDERS)[number]
  /** A transposition table of 2^table entries. */
  readonly table?: number
  readonly quiescence?: Quiescence
  /** Deepens until a win is found, so that the shortest is found first. */
  readonly shorterWin?: true
  /**
   * Finds every move of the root that is equal to the best, but for rounding, and plays the first of them in tie order. Costs leaves that
   * the textbook's search prunes; without it, the first one visited stands.
   */
  readonly rootTies?: true
  /** The moves to play in known positions. */
  readonly book?: (position: string | number) => ActionId | undefined
}

/** Searches unreliable leaves deeper: the game's own noisy ones, and those where the heuristic swings. */
export interface Quiescence {
  /** Maximum number of extra plies. */
  readonly plies: number
  /** Change of the heuristic over one of the last two plies that makes a leaf noisy; absent: only the game's own test. */
  readonly swing?: number
}

/** The value of a chance node: the mean of its outcomes, or the worst of them, as if nature were an adversary. */
type ChanceRule = 'mean' | 'worst'

/**
 * How a recorded node's value includes rewards. `inside`: values and windows contain the rewards since the root; `added`: the parent adds
 * the reward of the edge; `ignored`: values contain no rewards.
 */
export type RewardRule = 'inside' | 'added' | 'ignored'

export interface Context {
  readonly limits: Limits
  readonly wrapping: Wrapping
  readonly random: Random
  /** Milliseconds from any origin. */
  now(): number
  /** True if the caller wants the search to end; polled at every node. */
  stopped(): boolean
  /** Receives the report of each finished iteration but the last. */
  report?(interim: Report): void
  readonly observer?: Observer
  /** Receives the events of a searcher of views, instead of `observer`. */
  readonly worlds?: WorldsObserver
  /** Requests the value of every line: the root's children are then all searched with the full window. */
  readonly exactLines?: true | undefined
  /** Where a searcher puts what it keeps for the same player's next search in a match; absent: each search stands alone. */
  readonly kept?: { memory?: KeptMemory<unknown> } | undefined
  /** Another searcher, by its id. @throws {LabError} `BAD_SETTING` if no such searcher takes positions */
  searcher(id: string): Searcher
}

/** The game of two agents in which the one that searches is MAX. */
export interface TwoSided<State> {
  readonly game: Game<State>
  readonly heuristic: Heuristic<State>
}

/** Facts that every searcher declares. */
interface SearcherFacts<Config> {
  readonly id: string
  /** Maximum number of agents that it supports. */
  readonly agents: number
  readonly chance: ChanceRule
  /** True if limits affect it. */
  readonly isLimited: boolean
  readonly wrappers: readonly WrapperId[]
  /**
   * How it builds its tree, if not by calls that return values. `visits`: one node at a time, and a value is the mean of the visits;
   * `worlds`: by another searcher's searches of several positions.
   */
  readonly tree?: 'visits' | 'worlds'
  /** Present if each agent has its own value: what each of them wants. */
  readonly aims?: Aims
  /** The game of two, with its heuristic, that it searches in place of one of more agents. */
  twoSided?<State>(game: Game<State>, root: State, heuristic: Heuristic<State>): TwoSided<State>
  /** True if it searches nodes with windows (α, β) that can prune. */
  readonly windows?: true
  /** True if it looks at the first child of a node before it searches the node. */
  readonly probes?: true
  /** True if its heuristic must know the bounds of all values. */
  readonly needsBounds?: true
  /** True if no move depends on the heuristic; absent: it does. */
  ignoresHeuristic?(config: Config, limits: Limits): boolean
  rewards(config: Config): RewardRule
  readonly pseudoCode: readonly PseudoLine[]
  /** Checks limits beyond their ranges; absent: a long game needs a limit. @throws {LabError} `BAD_SETTING` */
  checkLimits?(config: Config, limits: Limits): void
}

export interface Searcher<Config = unknown> extends SearcherFacts<Config> {
  search<State>(game: Game<State>, root: State, heuristic: Heuristic<State>, config: Config, context: Context): Report
}

/** How a searcher of views searches each position. */
export interface WorldSearch {
  /** The id. */
  readonly searcher: string
  readonly config: unknown
  readonly limits: Limits
}

/** A searcher for games of hidden information: it receives what the agent to act sees, never the position. */
export interface ViewSearcher<Config = unknown> extends SearcherFacts<Config> {
  /** How it searches every position that fits the view. */
  world(config: Config, limits: Limits): WorldSearch
  /** The config as a flat record of all settings, in the form of its input. */
  settings(config: Config): Readonly<Record<string, unknown>>
  /** The game must not be over. @param heuristicOf for a position that fits the view */
  searchView<State, View>(
    game: HidingGame<State, View>,
    view: View,
    heuristicOf: (world: State) => Heuristic<State>,
    config: Config,
    context: Context,
  ): Report
}

export type AnySearcher<Config = unknown> = Searcher<Config> | ViewSearcher<Config>

/**
 * Searches a position; a searcher of views receives what the agent to act sees of it, or before a chance event what the first agent sees.
 */
export function searchPosition<State>(
  searcher: AnySearcher,
  game: Game<State>,
  root: State,
  heuristicOf: (position: State) => Heuristic<State>,
  config: unknown,
  context: Context,
): Report {
  if ('search' in searcher) return searcher.search(game, root, heuristicOf(root), config, context)
  checkHides(searcher, game)
  const turn = game.toAct(root)
  if (turn === 'over') {
    observeEnd(context.observer, game.utilities(root))
    return endReport(game.utilities(root))
  }
  return searcher.searchView(game, game.hidden.view(root, turn === 'chance' ? 0 : turn), heuristicOf, config, context)
}

function checkHides<State>({ id }: ViewSearcher, game: Game<State>): asserts game is HidingGame<State, unknown> {
  if (!game.hidden) throw badSetting('searcher', `${id} is for games of hidden information; in ${game.id} nothing is hidden`)
}

/**
 * @throws {LabError} `BAD_SETTING`: the position has more agents than the searcher supports, the searcher does not accept a wrapper, or the
 * game hides nothing from a searcher of views.
 */
export function checkSearch<State>(searcher: AnySearcher, game: Game<State>, root: State, wrapping: Wrapping): void {
  const { id, agents, wrappers } = searcher
  if ('searchView' in searcher) checkHides(searcher, game)
  if (game.agents(root) > agents)
    throw badSetting(
      'searcher',
      `${id} is for ${agents === 1 ? 'one agent' : `${agents} agents`}, this position has ${game.agents(root)}`,
    )
  for (const wrapper of WRAPPERS)
    if (wrapping[wrapper] !== undefined && !wrappers.includes(wrapper)) throw badSetting(wrapper, `${id} does not take it`)
}

/** True if each agent has its own value; otherwise MAX's value serves all. */
export function hasOwnValues({ aims, tree }: Pick<AnySearcher, 'aims' | 'tree'>, agents: number): boolean {
  return aims ? agents > 1 : tree === 'visits' && agents > 2
}

/** The bounds of every value that a search meets. @throws {LabError} `BAD_SETTING` if the heuristic does not know them */
export function boundsFor<State>(
  { id }: Pick<Searcher, 'id'>,
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
  { limits: { depth }, wrapping: { quiescence } }: Pick<Context, 'limits' | 'wrapping'>,
): Bounds {
  const plies = depth === undefined ? undefined : depth + (quiescence?.plies ?? 0)
  const bounds = heuristic.bounds?.(root, plies)
  if (bounds?.every(Number.isFinite)) return bounds
  if (depth === undefined && heuristic.bounds?.(root, 1).every(Number.isFinite))
    throw badSetting('depth', `${id} prunes by the smallest and largest value; ${game.id} has them only within a depth`)
  throw badSetting(
    'searcher',
    `${id} prunes by the smallest and largest value of a game; this heuristic of ${game.id} knows none`,
  )
}
