/** What a searcher is, and what can be put around it. */
import type { ActionId, Game, HidingGame } from '../games/game'
import type { Random } from '../random'
import { badSetting } from '../settingChecks'
import type { Aims } from './aims'
import type { Bounds, Heuristic } from './heuristic'
import type { Limits } from './limits'
import { observeEnd, type Observer, type WorldsObserver } from './observer'
import type { PseudoLine } from './pseudoCode'
import { endReport, type Report } from './report'
import type { DEEPENINGS, ORDERS } from './settings'

const WRAPPERS = ['deepening', 'order', 'table', 'quiescence', 'shorterWin', 'book'] as const
export type WrapperId = (typeof WRAPPERS)[number]

/** What is put around a searcher; each searcher lists what it takes. */
export interface Wrapping {
  /**
   * Deeper by one ply at a time. `contract`: the time is known, an iteration that would not be finished in it is not begun;
   * `interruptible`: until the limit. Without it, limits in nodes or time deepen interruptibly.
   */
  readonly deepening?: (typeof DEEPENINGS)[number]
  /** Children by the heuristic (`static`), or the best move of the previous iteration first (`dynamic`). */
  readonly order?: (typeof ORDERS)[number]
  /** A transposition table of 2^table entries. */
  readonly table?: number
  readonly quiescence?: Quiescence
  /** Deepens until a win is found: the first is the shortest. */
  readonly shorterWin?: true
  /** Knows what to play in some positions. */
  readonly book?: (position: string | number) => ActionId | undefined
}

/** Leaves that cannot be trusted are searched deeper: the game's own noisy ones, and where the heuristic swings. */
export interface Quiescence {
  /** How much deeper at most. */
  readonly plies: number
  /** Change of the heuristic over one of the last two plies that makes a leaf noisy; absent: only the game's own test. */
  readonly swing?: number
}

/** What a searcher makes of a chance node: the mean of its outcomes, or the worst of them, as if nature were an adversary. */
type ChanceRule = 'mean' | 'worst'

/**
 * Where a recorded node's value has what is earned on the way: `inside`: values and windows contain what was earned since the root;
 * `added`: the parent adds what the edge earns; `ignored`: nowhere.
 */
export type RewardRule = 'inside' | 'added' | 'ignored'

export interface Context {
  readonly limits: Limits
  readonly wrapping: Wrapping
  readonly random: Random
  /** Milliseconds from any origin. */
  now(): number
  /** Whether the caller wants the search to end; polled at every node. */
  stopped(): boolean
  /** Hears the report of each finished iteration but the last. */
  report?(interim: Report): void
  readonly observer?: Observer
  /** Hears of a searcher of views, in the place of `observer`. */
  readonly worlds?: WorldsObserver
  /** Whether the value of every line is wanted: then the root's children are all searched with the whole window. */
  readonly exactLines?: true | undefined
  /** Another searcher, by its id. @throws {LabError} `BAD_SETTING`: there is none that is given positions */
  searcher(id: string): Searcher
}

/** What is known of every searcher. */
interface SearcherFacts<Config> {
  readonly id: string
  /** Most agents that it understands. */
  readonly agents: number
  readonly chance: ChanceRule
  /** Whether limits mean anything to it. */
  readonly isLimited: boolean
  readonly wrappers: readonly WrapperId[]
  /**
   * How it comes by its tree, where that is not by calls that return values. `visits`: by one node at a time, and a value is the mean of
   * the visits; `worlds`: by the searches of several positions, by another searcher.
   */
  readonly tree?: 'visits' | 'worlds'
  /** Of a searcher that has a value for each agent: what each of them wants. */
  readonly aims?: Aims
  /** Whether it searches nodes with windows (α, β) that can prune. */
  readonly windows?: true
  /** Whether it looks at the first child of a node before it searches it. */
  readonly probes?: true
  /** Its heuristic has to know the bounds of all values. */
  readonly needsBounds?: true
  /** Whether no move depends on the heuristic; absent: it does. */
  ignoresHeuristic?(config: Config, limits: Limits): boolean
  rewards(config: Config): RewardRule
  readonly pseudoCode: readonly PseudoLine[]
  /** What it asks of limits besides their ranges; absent: that there is one where the game is long. @throws {LabError} `BAD_SETTING` */
  checkLimits?(config: Config, limits: Limits): void
}

export interface Searcher<Config = unknown> extends SearcherFacts<Config> {
  search<State>(game: Game<State>, root: State, heuristic: Heuristic<State>, config: Config, context: Context): Report
}

/** How a searcher of views has each position searched. */
export interface WorldSearch {
  /** Its id. */
  readonly searcher: string
  readonly config: unknown
  readonly limits: Limits
}

/** A searcher for games of hidden information: it is given what the agent to act sees, never the position. */
export interface ViewSearcher<Config = unknown> extends SearcherFacts<Config> {
  /** What it has every position searched with that fits the view. */
  world(config: Config, limits: Limits): WorldSearch
  /** Its config with all settings beside each other, as it is given. */
  settings(config: Config): Readonly<Record<string, unknown>>
  /** The game goes on. @param heuristicOf of a position that fits the view */
  searchView<State, View>(
    game: HidingGame<State, View>,
    view: View,
    heuristicOf: (world: State) => Heuristic<State>,
    config: Config,
    context: Context,
  ): Report
}

export type AnySearcher<Config = unknown> = Searcher<Config> | ViewSearcher<Config>

/** Searches a position; a searcher of views is given what the agent to act sees of it, before a chance event the first agent. */
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
 * @throws {LabError} `BAD_SETTING`: the position has more agents than the searcher understands, it does not take a wrapper, or the game
 * hides nothing from a searcher of views.
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

/** Whether each agent looks to a value of its own: otherwise MAX's is that of all. */
export function hasOwnValues({ aims, tree }: Pick<AnySearcher, 'aims' | 'tree'>, agents: number): boolean {
  return aims ? agents > 1 : tree === 'visits' && agents > 2
}

/** What every value below a root lies between. @throws {LabError} `BAD_SETTING`, where the heuristic does not know */
export function boundsFor<State>(
  { id }: Pick<Searcher, 'id'>,
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
): Bounds {
  const bounds = heuristic.bounds?.(root)
  if (bounds?.every(Number.isFinite)) return bounds
  throw badSetting(
    'searcher',
    `${id} prunes by the smallest and largest value of a game; this heuristic of ${game.id} knows none`,
  )
}
