/** Searches of any game by the searchers of the registry: their settings and defaults. */
import { GAME_IDS, GAMES, heuristicId, heuristicOf, type GameEntry } from '../games/registry'
import { createRandom } from '../random'
import { CHOICES, ITERATION_VALUES, TREE_NODES } from '../search/algorithms/mcts/mcts'
import { ROLLOUTS } from '../search/algorithms/mcts/rollout'
import { GROWINGS, WORLDS } from '../search/algorithms/sampling'
import { OPPONENTS } from '../search/algorithms/expectimax'
import { checkLimits, MAX_PLIES, type Limits, MAX_MS, MAX_NODES, QUIET_PLIES } from '../game/limits'
import { positionSearcher, SEARCHER_IDS, SEARCHERS, type SearcherId } from '../search/registry'
import type { StopReason } from '../search/report'
import { boundsFor, checkSearch, hasOwnValues, type AnySearcher, type WrapperId, type Wrapping } from '../search/searcher'
import { DEEPENINGS, LEAVES, ORDERS, POINTS, TABLE_RANGE, TABLES } from '../search/settings'
import type { SearchSubject } from '../search/subject'
import type { LabError } from '../errors'
import { badSetting, within } from '../settingChecks'
import { MOST_CHILDREN } from '../trace/format'
import { quoted } from '../quoted'
import { readOptions } from './gameOptions'
import { parseShape, seedShape } from './shapes'
import { amountShape, countShape, textShape, wholeShape, z } from './zod'

/** For pages, which show searchers but do not search. */
export { hasOwnValues, SEARCHER_IDS }
export const SEARCHER_FACTS: Readonly<
  Record<
    SearcherId,
    Pick<AnySearcher, 'agents' | 'aims' | 'twoSided' | 'wrappers' | 'isLimited' | 'windows' | 'probes' | 'needsBounds' | 'tree'>
  >
> = SEARCHERS

export const LIMIT_RANGES = {
  depth: { min: 1, max: MAX_PLIES, whole: true },
  nodes: { min: 1, max: MAX_NODES, whole: true },
  ms: { min: 0, max: MAX_MS, whole: false },
} as const satisfies Record<keyof Limits, object>

type ConfigOf<Id extends SearcherId> = (typeof SEARCHERS)[Id] extends AnySearcher<infer Config> ? Config : never

const nothing = z.strictObject({})

/** Default searcher for the worlds of sampling. */
const USUAL_INNER = 'expectimax'

const SEARCHER_CONFIGS: { readonly [Id in SearcherId]: z.ZodType<ConfigOf<Id>> } = {
  minimax: nothing,
  alphaBeta: z.strictObject({ known: z.number().optional() }),
  pvs: nothing,
  expectimax: z.strictObject({
    leaf: z.enum(LEAVES).default('afterstate'),
    points: z.enum(POINTS).default('added'),
    dead: z.union([z.enum(['utility', 'heuristic']), z.number()]).default('utility'),
    floor: z.union([z.literal('none'), z.number()]).default('none'),
    cut: amountShape.max(1).default(0),
    table: z.enum([...TABLES, 'kept']).default('off'),
    opponent: z.enum(OPPONENTS).exactOptional(),
  }),
  mcts: z.strictObject({
    C: amountShape.default(1),
    rollout: z.enum(ROLLOUTS).default('random'),
    plies: wholeShape(0, MAX_PLIES).exactOptional(),
    choice: z.enum(CHOICES).default('visits'),
    values: z.enum(ITERATION_VALUES).default('points'),
    iterations: wholeShape(1, MAX_NODES).exactOptional(),
    treeNodes: wholeShape(TREE_NODES.min, TREE_NODES.max).default(TREE_NODES.default),
  }),
  sampling: z
    .looseObject({
      inner: z.enum(SEARCHER_IDS).exclude(['sampling', 'random']).default(USUAL_INNER),
      worlds: wholeShape(WORLDS.min, WORLDS.max).exactOptional(),
      growing: z.enum(GROWINGS).default('off'),
    })
    .transform(({ inner, worlds, growing, ...others }, { addIssue }) => ({
      ...{ inner, growing, config: innerConfig(inner, others, addIssue) },
      ...(worlds !== undefined && { worlds }),
    })),
  star1: z.strictObject({ opponent: z.enum(OPPONENTS).exactOptional() }),
  star2: z.strictObject({ opponent: z.enum(OPPONENTS).exactOptional() }),
  maxN: nothing,
  paranoid: nothing,
  helpNext: nothing,
  coalition: nothing,
  greedy: nothing,
  random: nothing,
}

type Refuse = (issue: { readonly code: 'custom'; readonly path: string[]; readonly message: string }) => void

/** The config of an inner searcher, whose settings are among those of the outer one: `inner.cut`. */
function innerConfig(inner: SearcherId, given: object, refuse: Refuse): unknown {
  const config: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const [, own] = /^inner\.(.+)$/s.exec(name) ?? []
    if (own === undefined) refuse({ code: 'custom', path: [], message: `unknown field ${quoted(name)}` })
    // a search for one move of a known value finds no values of the others
    else if (own === 'known') refuse({ code: 'custom', path: [name], message: 'the values of all moves are wanted' })
    else config[own] = value
  }
  const parsed = SEARCHER_CONFIGS[inner].safeParse(config)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) refuse({ code: 'custom', path: ['inner', ...path.map(String)], message })
  return undefined
}

/** A field of a searcher's config in a form: words to choose from, a number, or either. */
export interface ConfigField {
  readonly name: string
  readonly words: readonly string[]
  readonly number?: { readonly min?: number; readonly max?: number; readonly whole: boolean }
  /** The default; `undefined`: the field is then absent, which means its first word. */
  readonly usual: string | number | undefined
}

/** A field in a JSON schema. */
interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly const?: string
  readonly anyOf?: readonly FieldSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number
}

/** The wrappers that a form can offer. If a rule of the config excludes a table, none is offered. */
export function wrapperFields(
  searcher: SearcherId,
  fields: readonly ConfigField[],
  config: GameSearch['config'],
): { readonly wrappers: readonly WrapperId[]; readonly hasTableRule: boolean } {
  const rule = fields.find(({ name }) => name === 'table')
  const isOff = rule !== undefined && (config['table'] ?? rule.usual) === 'off'
  const wrappers = SEARCHER_FACTS[searcher].wrappers.filter(id => id !== 'book' && !(id === 'table' && isOff))
  return { wrappers, hasTableRule: rule !== undefined }
}

/** The part of a wrapping that a form offers: the rest may be left over from another searcher. */
export function offeredWrapping(wrappers: readonly WrapperId[], wrapping: GameSearch['wrapping']): GameSearch['wrapping'] {
  return Object.fromEntries(Object.entries(wrapping).filter(([id]) => wrappers.includes(id as WrapperId)))
}

/** The config of a searcher in a game, field by field. */
export function configFields(searcher: SearcherId, game: GameSearch['game']): readonly ConfigField[] {
  const entry: GameEntry = GAMES[game]
  const usual = new Map<string, unknown>(Object.entries(entry.configs?.[searcher] ?? {}))
  const { properties = {} } = z.toJSONSchema(SEARCHER_CONFIGS[searcher], { io: 'input' })
  return Object.entries(properties as Readonly<Record<string, FieldSchema>>).map(([name, schema]) => {
    const parts = schema.anyOf ?? [schema]
    const number = parts.find(({ type }) => type === 'number' || type === 'integer')
    return {
      name,
      words: parts.flatMap(part => part.enum ?? (part.const === undefined ? [] : [part.const])),
      ...(number && {
        number: {
          ...(number.minimum !== undefined && { min: number.minimum }),
          ...(number.maximum !== undefined && { max: number.maximum }),
          whole: number.type === 'integer',
        },
      }),
      usual: (usual.get(name) as string | number | undefined) ?? schema.default,
    }
  })
}

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function readConfig(searcher: SearcherId, given: object): unknown {
  return parseShape<unknown>(SEARCHER_CONFIGS[searcher], given, searcher, 'BAD_SETTING')
}

/** Names of a searcher's settings. */
export function settingNames(searcher: SearcherId): string[] {
  const shape: z.ZodType = SEARCHER_CONFIGS[searcher]
  return Object.keys(((shape instanceof z.ZodPipe ? shape.in : shape) as z.ZodObject).shape)
}

/** True for a setting that is a whole number in every searcher that has it, also of an inner search: `plies`, `inner.iterations`. */
export function isWholeSetting(name: string): boolean {
  const own = name.replace(/^inner\./, '')
  return SEARCHER_IDS.some(id =>
    configFields(id, 'exampleTree').some(field => field.name === own && field.number?.whole === true),
  )
}

/** Maximum length of a position as text, which an example tree may need. */
export const LONGEST_POSITION = 200_000
/** Stands for a game's first position. */
export const START = 'start'

const configShape = z.record(textShape(40), z.union([textShape(40), z.number()]))
const limitsShape: z.ZodType<Limits> = z.strictObject({
  depth: wholeShape(1, MAX_PLIES).exactOptional(),
  nodes: wholeShape(1, MAX_NODES).exactOptional(),
  ms: amountShape.max(MAX_MS).exactOptional(),
})
const wrappingShape: z.ZodType<Omit<Wrapping, 'book'>> = z.strictObject({
  deepening: z.enum(DEEPENINGS).exactOptional(),
  order: z.enum(ORDERS).exactOptional(),
  table: wholeShape(TABLE_RANGE.min, TABLE_RANGE.max).exactOptional(),
  quiescence: z
    .strictObject({ plies: wholeShape(QUIET_PLIES.min, QUIET_PLIES.max), swing: amountShape.exactOptional() })
    .exactOptional(),
  shorterWin: z.literal(true).exactOptional(),
  rootTies: z.literal(true).exactOptional(),
})

/** An id, or a family with its weights. */
const heuristicShape = textShape(4000)

/** Fields of a first position. */
export const GAME_START = {
  game: z.enum(GAME_IDS),
  /** In the game's own text, or `START`. */
  position: textShape(LONGEST_POSITION),
  /** Rules of a first position that override the defaults; any other position has its own. */
  options: z.record(textShape(40), z.union([textShape(1000), z.number(), z.boolean()])).exactOptional(),
  /** Seed of a random first position, and of a random searcher. */
  seed: seedShape,
}

/** The fields of a `GameSearch` in a call. */
export const GAME_SEARCH = {
  ...GAME_START,
  searcher: z.enum(SEARCHER_IDS),
  /** Overrides the config of the game's entry for this searcher. */
  config: configShape,
  wrapping: wrappingShape,
  limits: limitsShape,
  /** Id in the game's entry; absent: the game's first. */
  heuristic: heuristicShape.exactOptional(),
}
const gameSearchShape = z.strictObject(GAME_SEARCH)

/** A search of any game, as requested by pages and commands. */
export type GameSearch = Readonly<z.infer<typeof gameSearchShape>>

const STOP_REASONS = ['limit', 'request', 'complete', 'proven', 'over', 'book'] as const satisfies readonly StopReason[]

/** In the head of a file. */
export const searchSubjectShape: z.ZodType<SearchSubject> = z.strictObject({
  config: configShape,
  wrapping: wrappingShape,
  limits: limitsShape,
  heuristic: heuristicShape.exactOptional(),
  rewards: z.enum(['inside', 'added', 'ignored']),
  effort: z.strictObject({
    ...{ nodes: countShape, leaves: countShape, evaluations: countShape },
    ...{ cutoffs: countShape, hits: countShape, probes: countShape },
  }),
  stopped: z.enum(STOP_REASONS),
  plies: wholeShape(0, MAX_PLIES).exactOptional(),
  world: z.strictObject({ searcher: z.enum(SEARCHER_IDS), config: configShape, limits: limitsShape }).exactOptional(),
  worlds: z
    .strictObject({
      draws: amountShape,
      of: z.array(z.strictObject({ position: textShape(LONGEST_POSITION), chance: amountShape })).max(MOST_CHILDREN),
    })
    .exactOptional(),
})

/** @throws {LabError} `BAD_POSITION`; `BAD_SETTING`, naming the rule */
export function readPosition(asked: Pick<GameSearch, 'game' | 'position' | 'options' | 'seed'>): unknown {
  const { game: id, position, options = {}, seed } = asked
  const { game } = GAMES[id]
  if (position === START) return game.start(readOptions(id, options), createRandom(seed))
  for (const name of Object.keys(options)) throw badSetting(name, `rules are chosen for ${START}; this position has its own`)
  return game.parse(position)
}

/** A complete search that can begin. */
export interface ReadySearch {
  readonly entry: GameEntry
  readonly root: unknown
  readonly searcher: AnySearcher
  readonly config: unknown
  readonly heuristic: string
}

/** The searchers that can search a position of a game, given its agents, the bounds of its values, and its hidden information. */
export function searchersFor(game: GameSearch['game'], position: string): readonly SearcherId[] {
  const entry: GameEntry = GAMES[game]
  const root = entry.game.parse(position)
  const agents = entry.game.agents(root)
  const isBounded = heuristicOf(entry, root).bounds?.(root, 1).every(Number.isFinite) ?? false
  return SEARCHER_IDS.filter(id => {
    const { agents: most, needsBounds, tree } = SEARCHER_FACTS[id]
    return most >= agents && (isBounded || !needsBounds) && (tree !== 'worlds' || entry.game.hidden !== undefined)
  })
}

/**
 * Checks a search: its position, the searcher and its wrappers, the limits, the config.
 * @throws {LabError} `BAD_POSITION`, `BAD_SETTING`, naming the place or the field
 */
export function readGameSearch(asked: GameSearch): ReadySearch {
  const { game: id, searcher: searcherId, wrapping, limits } = asked
  const entry: GameEntry = GAMES[id]
  const searcher: AnySearcher = SEARCHERS[searcherId]
  const root = readPosition(asked)
  const heuristic = heuristicId(entry, asked.heuristic)
  checkSearch(searcher, entry.game, root, wrapping)
  if (searcher.needsBounds) boundsFor(searcher, entry.game, root, heuristicOf(entry, root, heuristic), { limits, wrapping })
  checkLimits(limits)
  const config = readConfig(searcherId, { ...usualConfig(entry, searcherId, asked.config), ...asked.config })
  checkBounded(searcher, config, limits, entry)
  if ('searchView' in searcher) {
    const world = searcher.world(config, limits)
    const inner = positionSearcher(world.searcher)
    within('inner', () => checkSearch(inner, entry.game, root, {}))
    // the limits of a world are those of the whole search: `inner` has none
    if (!inner.checkLimits && lacksLimit(inner, {}, world.limits, entry))
      throw isBounded(limits) ? worldWithoutDepth() : withoutLimit(entry)
    const takesNone = !inner.isLimited && limits.depth === undefined // limits on time and nodes end the sampling
    within('inner', () => checkBounded(inner, world.config, takesNone ? {} : world.limits, entry))
  }
  return { entry, root, searcher, config, heuristic }
}

/** The config of the game's entry for a searcher; for sampling, also for the searcher of its worlds. */
export function usualConfig(
  { configs = {} }: Pick<GameEntry, 'configs'>,
  searcher: SearcherId,
  given: GameSearch['config'],
): object {
  if (searcher !== 'sampling') return configs[searcher] ?? {}
  const ofWorlds = Object.entries(configs[given['inner'] ?? USUAL_INNER] ?? {})
  return { ...configs[searcher], ...Object.fromEntries(ofWorlds.map(([name, value]) => [`inner.${name}`, value as unknown])) }
}

/** @throws {LabError} `BAD_SETTING`: a limit is missing, or has no effect */
function checkBounded(searcher: AnySearcher, config: unknown, limits: Limits, entry: GameEntry): void {
  const { id, isLimited } = searcher
  if (isBounded(limits) && !isLimited) throw badSetting('searcher', `${id} looks one ply ahead and takes no limit`)
  searcher.checkLimits?.(config, limits)
  if (!searcher.checkLimits && lacksLimit(searcher, {}, limits, entry)) throw withoutLimit(entry)
}

function isBounded(limits: Limits): boolean {
  return Object.keys(limits).length > 0
}

/**
 * True if a search would not end: without a limit, the tree of a large game does not, nor do iterations in any game. A sampling ends if the
 * searches of its worlds do.
 */
export function lacksLimit(
  { isLimited, tree }: Pick<AnySearcher, 'isLimited' | 'tree'>,
  { iterations }: { readonly iterations?: unknown },
  limits: Limits,
  { isSmall }: Pick<GameEntry, 'isSmall'>,
): boolean {
  if (tree === 'visits') return (iterations ?? limits.nodes ?? limits.ms) === undefined
  return isLimited && tree !== 'worlds' && !isSmall && !isBounded(limits)
}

function withoutLimit({ game }: GameEntry): LabError {
  return badSetting('depth', `${game.id} is searched within a limit: depth, nodes or time`)
}

function worldWithoutDepth(): LabError {
  return badSetting('depth', 'a growing number of worlds shares nodes and time, so each world needs a depth')
}
