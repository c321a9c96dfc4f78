/** Orders of matches: their players, first position, and limits. */
import { sameContent } from '../contentHash'
import { GAMES, heuristicId, heuristicOf, type GameEntry } from '../games/registry'
import { parseWeighted, weightedHeuristic, type WeightedHeuristic } from '../games/weightedHeuristic'
import { badSetting, wholeInRange, inRange, within } from '../settingChecks'
import { quoted } from '../quoted'
import type { ClockShare, Match, MatchBounds, Player, PlayerEffort } from '../match/match'
import { SEARCHERS } from '../search/registry'
import type { AnySearcher } from '../search/searcher'
import { MAX_MS } from '../game/limits'
import { GAME_SEARCH, GAME_START, readConfig, readGameSearch, readPosition, usualConfig, type GameSearch } from './searchers'
import { countShape, textShape, z } from './zod'

const eachPlayer = z.array(z.number()).min(1).max(16)

/** A searcher with all its settings, for any game. */
export interface MatchPlayer extends Pick<GameSearch, 'searcher' | 'config' | 'wrapping' | 'limits'> {
  /** Id in the game's entry, or a family with weights; absent: the game's first. */
  readonly heuristic?: string | WeightedHeuristic
  /** A depth by a rule of the game's entry. */
  readonly depthRule?: string
  /** See `Player`. */
  readonly clock?: ClockShare
  readonly replies?: number
}

/** A match of any game. If it begins at `START`, the seed also determines the first position. */
export interface MatchOrder extends Pick<GameSearch, 'game' | 'position' | 'options' | 'seed'> {
  /** By agent. */
  readonly players: readonly MatchPlayer[]
  readonly bounds?: MatchBounds
}

const { searcher, config, wrapping, limits } = GAME_SEARCH
const idShape = textShape(40)
const MOST = { weights: 100, actions: 1e6, replies: 100 } as const

/** A player whose heuristic is not chosen yet. */
export const openPlayerShape = z.strictObject({
  ...{ searcher, config, wrapping, limits },
  depthRule: idShape.exactOptional(),
  clock: z.union([z.literal('even'), z.number()]).exactOptional(),
  replies: z.number().exactOptional(),
}) satisfies z.ZodType<Omit<MatchPlayer, 'heuristic'>>

export const matchPlayerShape: z.ZodType<MatchPlayer> = openPlayerShape.extend({
  heuristic: z
    .union([idShape, z.strictObject({ family: idShape, weights: z.array(z.number()).max(MOST.weights) })])
    .exactOptional(),
})

export const matchOrderShape: z.ZodType<MatchOrder> = z.strictObject({
  ...GAME_START,
  players: z.array(matchPlayerShape).min(1).max(16),
  bounds: z.strictObject({ actions: z.number().exactOptional(), clockMs: z.number().exactOptional() }).exactOptional(),
})

/** @throws {LabError} `BAD_POSITION`, `BAD_SETTING`, naming the player and the field */
export function readMatch(order: MatchOrder): Match {
  const { game: id, players, seed, bounds = {} } = order
  const { game }: GameEntry = GAMES[id]
  const start = readPosition(order)
  const agents = game.agents(start)
  if (players.length !== agents) throw badSetting('players', `${id} is played by ${agents}, these are ${players.length}`)
  checkBounds(bounds)
  for (const [agent, { clock }] of players.entries())
    if (clock !== undefined && bounds.clockMs === undefined)
      throw badSetting(`players.${agent}.clock`, 'this match has no clock to share out')
  const text = game.format(start)
  const ready = players.map((player, agent) => within(`players.${agent}`, () => readPlayer(id, text, player)))
  return { game, start, players: ready, seed, bounds }
}

/**
 * Reads a player for a match.
 * @param position of the game: searchers differ in how many agents they support
 * @throws {LabError} `BAD_SETTING`, naming the field
 */
export function readPlayer(game: GameSearch['game'], position: string, player: MatchPlayer): Player {
  const { heuristic, depthRule, clock, replies, ...rest } = player
  const byId = typeof heuristic === 'string' ? { heuristic } : {}
  // a rule of depth and a share of a clock are limits too
  const limits = { ...(depthRule !== undefined && { depth: 1 }), ...(clock !== undefined && { ms: MAX_MS }), ...rest.limits }
  const ready = readGameSearch({ game, position, ...rest, limits, ...byId, seed: 0 })
  const { searcher, config, entry } = ready
  if (clock !== undefined) checkClock(entry, clock)
  if (replies !== undefined) checkReplies(searcher, replies)
  const weighted = typeof heuristic === 'object' ? weightedHeuristic(entry, heuristic) : undefined
  const heuristicAt = (start: unknown) => weighted ?? heuristicOf(entry, start, ready.heuristic)
  const around = {
    ...(depthRule !== undefined && { depthRule: readDepthRule(entry, depthRule) }),
    ...(clock !== undefined && { clock }),
    ...(replies !== undefined && { replies }),
  }
  return { searcher, config, heuristic: heuristicAt, wrapping: rest.wrapping, limits: rest.limits, ...around }
}

/** All that determines how a player plays, whatever words it was given by. The player is one that `readPlayer` accepts. */
export function playerContent(game: GameSearch['game'], { heuristic, ...player }: MatchPlayer): unknown {
  const entry: GameEntry = GAMES[game]
  const { searcher: id, limits } = player
  const searcher: AnySearcher = SEARCHERS[id]
  const config = readConfig(id, { ...usualConfig(entry, id, player.config), ...player.config })
  if (searcher.ignoresHeuristic?.(config, limits)) return { ...player, config }
  const named = typeof heuristic === 'object' ? heuristic : heuristicId(entry, heuristic)
  const weighted = typeof named === 'string' ? parseWeighted(named) : named
  return { ...player, config, heuristic: weighted ? idOf(entry, weighted) : named }
}

/** The id of a family's own weights, which is a heuristic of the game too. */
function idOf({ families = {}, heuristics }: GameEntry, { family, weights }: WeightedHeuristic): string | WeightedHeuristic {
  const own = families[family]?.weights.map(({ initial }) => initial)
  return Object.hasOwn(heuristics, family) && sameContent(own, weights) ? family : { family, weights }
}

function readDepthRule({ game, depthRules = {} }: GameEntry, id: string): (state: unknown) => number {
  if (Object.hasOwn(depthRules, id)) return depthRules[id]!
  const ids = Object.keys(depthRules).join(', ')
  throw badSetting('depth', `${quoted(id)} is not a number of plies${ids === '' ? '' : `, nor a rule of ${game.id}: ${ids}`}`)
}

function checkClock({ game }: GameEntry, clock: ClockShare): void {
  if (clock !== 'even') return inRange('clock', clock, 1e-6, 1)
  if (!game.mostActions)
    throw badSetting('clock', `no limit is known for a game of ${game.id} is: write a factor of the time left`)
}

function checkReplies({ id, tree, aims, isLimited }: AnySearcher, replies: number): void {
  if (tree !== undefined || aims || !isLimited) throw badSetting('replies', `${id} stores no tree to play further moves from`)
  wholeInRange('replies', replies, 1, MOST.replies)
}

function checkBounds({ actions, clockMs }: MatchBounds): void {
  if (actions !== undefined) wholeInRange('bounds.actions', actions, 1, MOST.actions)
  if (clockMs !== undefined) inRange('bounds.clockMs', clockMs, 0, MAX_MS)
}

/** How it ended, and the effort of each player. Lists have one number for each player; the file defines the order. */
export const MATCH_FIELDS = {
  ended: z.enum(['over', 'limit', 'fault']),
  winner: countShape.exactOptional(),
  values: eachPlayer,
  moves: eachPlayer,
  nodes: eachPlayer,
  /** Elapsed time in all searches, and processor time. */
  ms: eachPlayer,
  processorMs: eachPlayer.exactOptional(),
  overruns: eachPlayer,
}

/** In the order of the efforts; times to the microsecond. */
export function effortFields(efforts: readonly PlayerEffort[]) {
  const processorMs = efforts.map(effort => effort.processorMs)
  const isKnown = (times: readonly (number | undefined)[]): times is number[] => !times.includes(undefined)
  return {
    moves: efforts.map(({ moves }) => moves),
    nodes: efforts.map(({ nodes }) => nodes),
    ms: efforts.map(({ ms }) => inMicroseconds(ms)),
    ...(isKnown(processorMs) && { processorMs: processorMs.map(inMicroseconds) }),
    overruns: efforts.map(({ overruns }) => overruns),
  }
}

/** Milliseconds, rounded to microseconds. */
export function inMicroseconds(ms: number): number {
  return Math.round(1000 * ms) / 1000
}
