/** What a searcher is, and what can be put around it. */
import type { ActionId, Game } from '../games/game'
import type { Random } from '../random'
import { badSetting } from '../settingChecks'
import type { Bounds, Heuristic } from './heuristic'
import type { Limits } from './limits'
import type { Observer } from './observer'
import type { PseudoLine } from './pseudoCode'
import type { Report } from './report'

const WRAPPERS = ['deepening', 'order', 'table', 'quiescence', 'shorterWin', 'book'] as const
type WrapperId = (typeof WRAPPERS)[number]

export const DEEPENINGS = ['contract', 'interruptible'] as const
export const ORDERS = ['static', 'dynamic'] as const

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

export const TABLE_RANGE = { min: 1, max: 23 } as const
export const QUIET_PLIES = { min: 1, max: 100 } as const

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
}

export interface Searcher<Config = unknown> {
  readonly id: string
  /** Most agents that it understands. */
  readonly agents: number
  readonly chance: ChanceRule
  /** Whether limits mean anything to it. */
  readonly isLimited: boolean
  readonly wrappers: readonly WrapperId[]
  /** Its heuristic has to know the bounds of all values. */
  readonly needsBounds?: true
  /** Trees of it are not recorded. */
  readonly isRecordable?: false
  rewards(config: Config): RewardRule
  readonly pseudoCode: readonly PseudoLine[]
  search<State>(game: Game<State>, root: State, heuristic: Heuristic<State>, config: Config, context: Context): Report
}

/** @throws {LabError} `BAD_SETTING`: the position has more agents than the searcher understands, or it does not take a wrapper. */
export function checkSearch<State>({ id, agents, wrappers }: Searcher, game: Game<State>, root: State, wrapping: Wrapping): void {
  if (game.agents(root) > agents)
    throw badSetting(
      'searcher',
      `${id} is for ${agents === 1 ? 'one agent' : `${agents} agents`}, this position has ${game.agents(root)}`,
    )
  for (const wrapper of WRAPPERS)
    if (wrapping[wrapper] !== undefined && !wrappers.includes(wrapper)) throw badSetting(wrapper, `${id} does not take it`)
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
