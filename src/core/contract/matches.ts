/** Matches as they are asked for: between which players, from which position, within which bounds. */
import { GAMES, heuristicOf, type GameEntry } from '../games/registry'
import { weightedHeuristic, type WeightedHeuristic } from '../games/weightedHeuristic'
import { badSetting, wholeInRange, inRange, within } from '../settingChecks'
import type { Match, MatchBounds, Player } from '../match/match'
import { MAX_MS } from '../search/settings'
import { GAME_SEARCH, readGameSearch, readPosition, type GameSearch } from './searchers'
import { z } from './zod'

/** A searcher with all that it searches with, whatever the game. */
export interface MatchPlayer extends Pick<GameSearch, 'searcher' | 'config' | 'wrapping' | 'limits'> {
  /** Of the game's entry by id, or by family with weights; absent: its first. */
  readonly heuristic?: string | WeightedHeuristic
}

/** A match of any game. Of one that begins at `START` the seed draws the first position too. */
export interface MatchOrder extends Pick<GameSearch, 'game' | 'position' | 'options' | 'seed'> {
  /** By agent. */
  readonly players: readonly MatchPlayer[]
  readonly bounds?: MatchBounds
}

const { searcher, config, wrapping, limits } = GAME_SEARCH
const idShape = z.string().max(40)
const MOST = { weights: 100, actions: 1e6 } as const

export const matchPlayerShape: z.ZodType<MatchPlayer> = z.strictObject({
  ...{ searcher, config, wrapping, limits },
  heuristic: z
    .union([idShape, z.strictObject({ family: idShape, weights: z.array(z.number()).max(MOST.weights) })])
    .exactOptional(),
})

/** @throws {LabError} `BAD_POSITION`, `BAD_SETTING`, naming the player and the field */
export function readMatch(order: MatchOrder): Match {
  const { game: id, players, seed, bounds = {} } = order
  const { game }: GameEntry = GAMES[id]
  const start = readPosition(order)
  const agents = game.agents(start)
  if (players.length !== agents) throw badSetting('players', `${id} is played by ${agents}, these are ${players.length}`)
  checkBounds(bounds)
  const text = game.format(start)
  const ready = players.map((player, agent) => within(`players.${agent}`, () => readPlayer(id, text, player)))
  return { game, start, players: ready, seed, bounds }
}

/**
 * A player as a match takes it.
 *
 * @param position of the game: searchers differ in how many agents they understand
 * @throws {LabError} `BAD_SETTING`, naming the field
 */
export function readPlayer(game: GameSearch['game'], position: string, player: MatchPlayer): Player {
  const { heuristic, ...rest } = player
  const byId = typeof heuristic === 'string' ? { heuristic } : {}
  const ready = readGameSearch({ game, position, ...rest, ...byId, seed: 0 })
  const { searcher, config, entry } = ready
  const made = typeof heuristic === 'object' ? weightedHeuristic(entry, heuristic) : undefined
  const heuristicAt = (start: unknown) => made ?? heuristicOf(entry, start, ready.heuristic)
  return { searcher, config, heuristic: heuristicAt, wrapping: rest.wrapping, limits: rest.limits }
}

function checkBounds({ actions, clockMs }: MatchBounds): void {
  if (actions !== undefined) wholeInRange('bounds.actions', actions, 1, MOST.actions)
  if (clockMs !== undefined) inRange('bounds.clockMs', clockMs, 0, MAX_MS)
}
