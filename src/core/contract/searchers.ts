/** Searches of any game by the searchers of the registry: what they may be given, and with what defaults. */
import { GAME_IDS, GAMES, type GameEntry } from '../games/registry'
import { createRandom } from '../random'
import { checkLimits, MAX_PLIES, type Limits } from '../search/limits'
import { SEARCHER_IDS, SEARCHERS, type SearcherId } from '../search/registry'
import type { StopReason } from '../search/report'
import {
  boundsFor,
  checkSearch,
  DEEPENINGS,
  ORDERS,
  QUIET_PLIES,
  TABLE_RANGE,
  type Searcher,
  type Wrapping,
} from '../search/searcher'
import { LEAVES, MAX_MS, MAX_NODES, POINTS, TABLES } from '../search/settings'
import type { SearchSubject } from '../search/subject'
import { badSetting } from '../settingChecks'
import { parseShape, seedShape } from './shapes'
import { z } from './zod'

/** What a page offers: it searches nothing itself. */
export { DEEPENINGS, ORDERS, QUIET_PLIES, SEARCHER_IDS, TABLE_RANGE }
export const SEARCHER_FACTS: Readonly<
  Record<SearcherId, Pick<Searcher, 'agents' | 'wrappers' | 'isLimited' | 'needsBounds' | 'isRecordable'>>
> = SEARCHERS

type ConfigOf<Id extends SearcherId> = (typeof SEARCHERS)[Id] extends Searcher<infer Config> ? Config : never

const nothing = z.strictObject({})

const SEARCHER_CONFIGS: { readonly [Id in SearcherId]: z.ZodType<ConfigOf<Id>> } = {
  minimax: nothing,
  alphaBeta: z.strictObject({ known: z.number().optional() }),
  pvs: nothing,
  expectimax: z.strictObject({
    leaf: z.enum(LEAVES).default('afterstate'),
    points: z.enum(POINTS).default('added'),
    dead: z.union([z.enum(['utility', 'heuristic']), z.number()]).default('utility'),
    floor: z.union([z.literal('none'), z.number()]).default('none'),
    cut: z.number().min(0).max(1).default(0),
    table: z.enum(TABLES).default('off'),
  }),
  star1: nothing,
  star2: nothing,
  maxN: nothing,
  paranoid: nothing,
  helpNext: nothing,
  coalition: nothing,
  greedy: nothing,
  random: nothing,
}

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function readConfig(searcher: SearcherId, given: object): unknown {
  return parseShape<unknown>(SEARCHER_CONFIGS[searcher], given, searcher, 'BAD_SETTING')
}

/** As that of an example tree. */
export const LONGEST_POSITION = 200_000
/** Stands for a game's first position. */
export const START = 'start'

/** A search of any game, as pages and commands ask for it. */
export interface GameSearch {
  readonly game: (typeof GAME_IDS)[number]
  /** In the game's own text, or `START`. */
  readonly position: string
  readonly searcher: SearcherId
  /** Over what the game's entry says for this searcher. */
  readonly config: Readonly<Record<string, unknown>>
  readonly wrapping: Omit<Wrapping, 'book'>
  readonly limits: Limits
  /** Of a random first position, and of a random searcher. */
  readonly seed: number
}

const configShape = z.record(z.string().max(40), z.union([z.string().max(40), z.number()]))
const limitsShape: z.ZodType<Limits> = z.strictObject({
  depth: z.int().min(1).max(MAX_PLIES).exactOptional(),
  nodes: z.int().min(1).max(MAX_NODES).exactOptional(),
  ms: z.number().min(0).max(MAX_MS).exactOptional(),
})
const wrappingShape: z.ZodType<GameSearch['wrapping']> = z.strictObject({
  deepening: z.enum(DEEPENINGS).exactOptional(),
  order: z.enum(ORDERS).exactOptional(),
  table: z.int().min(TABLE_RANGE.min).max(TABLE_RANGE.max).exactOptional(),
  quiescence: z
    .strictObject({ plies: z.int().min(QUIET_PLIES.min).max(QUIET_PLIES.max), swing: z.number().min(0).exactOptional() })
    .exactOptional(),
  shorterWin: z.literal(true).exactOptional(),
})

/** The fields of a `GameSearch` in a call. */
export const GAME_SEARCH = {
  game: z.enum(GAME_IDS),
  position: z.string().max(LONGEST_POSITION),
  searcher: z.enum(SEARCHER_IDS),
  config: configShape,
  wrapping: wrappingShape,
  limits: limitsShape,
  seed: seedShape,
}

const countShape = z.int().min(0)
const STOP_REASONS = ['limit', 'request', 'complete', 'proven', 'over', 'book'] as const satisfies readonly StopReason[]

/** In the head of a file. */
export const searchSubjectShape: z.ZodType<SearchSubject> = z.strictObject({
  config: configShape,
  wrapping: wrappingShape,
  limits: limitsShape,
  rewards: z.enum(['inside', 'added', 'ignored']),
  effort: z.strictObject({
    ...{ nodes: countShape, leaves: countShape, evaluations: countShape },
    ...{ cutoffs: countShape, hits: countShape, probes: countShape },
  }),
  stopped: z.enum(STOP_REASONS),
  plies: z.int().min(0).max(MAX_PLIES).exactOptional(),
})

/** @throws {LabError} `BAD_POSITION` */
export function readPosition({ game: id, position, seed }: Pick<GameSearch, 'game' | 'position' | 'seed'>): unknown {
  const { game } = GAMES[id]
  return position === START ? game.start(createRandom(seed)) : game.parse(position)
}

/** A search with all that it needs, which can begin. */
export interface ReadySearch {
  readonly entry: GameEntry
  readonly root: unknown
  readonly searcher: Searcher
  readonly config: unknown
}

/**
 * Looks whether a search can be: its position, the searcher and what is put around it, the limits, the config.
 *
 * @throws {LabError} `BAD_POSITION`, `BAD_SETTING`, naming the place or the field
 */
export function readGameSearch({ game: id, position, searcher, config, wrapping, limits, seed }: GameSearch): ReadySearch {
  const entry: GameEntry = GAMES[id]
  const { game, isSmall, configs } = entry
  const its: Searcher = SEARCHERS[searcher]
  const root = readPosition({ game: id, position, seed })
  checkSearch(its, game, root, wrapping)
  if (its.needsBounds) boundsFor(its, game, root, entry.heuristic(root))
  checkLimits(limits)
  const isBounded = Object.keys(limits).length > 0
  if (isBounded && !its.isLimited) throw badSetting('searcher', `${searcher} looks one ply ahead and takes no limit`)
  if (!isBounded && its.isLimited && !isSmall) throw badSetting('depth', `${id} is searched within a limit: depth, nodes or time`)
  return { entry, root, searcher: its, config: readConfig(searcher, { ...configs?.[searcher], ...config }) }
}
