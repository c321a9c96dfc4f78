/** The objective of a run that tunes a heuristic of any game of the registry: pairs of games against an opponent, each with the sides swapped. */
import type { GivenOptions } from '../gameOptions'
import { readPlayer, type MatchOrder, type MatchPlayer } from '../matches'
import { makePlayerText } from '../playerText'
import { readPosition, START, type GameSearch } from '../searchers'
import { GAMES, type GameEntry } from '../../games/registry'
import type { WeightedHeuristic } from '../../games/weightedHeuristic'
import type { MatchResult, Player } from '../../match/match'
import { quoted } from '../../quoted'
import type { HeuristicFamily } from '../../game/heuristic'
import type { Limits } from '../../game/limits'
import { positionSearcher } from '../../search/registry'
import type { AnySearcher } from '../../search/searcher'
import { badSetting, inRange, LARGEST_NUMBER, wholeInRange, within } from '../../settingChecks'
import type { AnyObjective, BOARD_GAME, ObjectiveKind } from './boardObjective'
import { checkMatchFitness, type GameOutcome, type MatchFitness } from '../../tuning/fitness'
import { checkTuned, weightsAt } from '../../tuning/tunedParameter'

export interface GameObjective extends AnyObjective {
  readonly game: Exclude<GameSearch['game'], typeof BOARD_GAME>
  /** Rules of the first positions that override the defaults. */
  readonly options: GivenOptions
  readonly family: string
  /** The family's weights by name: those that are not tuned, and the origin of the tuned ones. */
  readonly weights: Readonly<Record<string, number>>
  /** The player of the weights. Limited in depth or nodes, so that games are reproducible. */
  readonly player: Omit<MatchPlayer, 'heuristic'>
  readonly opponent: MatchPlayer
  readonly fitness: MatchFitness
  /** A game with more actions, of both players together, ends there, and counts as a draw with the rewards so far. */
  readonly maxActions: number | 'none'
}

/** The two sides of a game. */
const SIDES = [0, 1] as const

export const gameObjective: ObjectiveKind<GameObjective> = {
  origin: ({ weights }) => weights,
  search: spec =>
    `of ${spec.game} by ${makePlayerText({ ...spec.player, heuristic: spec.family })} against ${makePlayerText(spec.opponent)}`,
  check(spec) {
    const { weights, tuned, player, opponent, fitness, maxActions } = spec
    const { weights: known } = familyOf(spec)
    const ids = known.map(({ name }) => name)
    for (const name of Object.keys(weights))
      if (!ids.includes(name)) throw badSetting(`objective.weights.${name}`, `${spec.family} has the weights ${ids.join(', ')}`)
    for (const name of ids) checkWeight(`objective.weights.${name}`, weights[name])
    checkTuned(tuned, { name: `the family ${spec.family}`, ids, check: checkWeight })
    const start = within('objective.options', () => readPosition({ ...spec, position: START, seed: 0 }))
    const { game }: GameEntry = GAMES[spec.game]
    if (game.agents(start) !== SIDES.length)
      throw badSetting('objective.game', `an opponent takes two players, ${spec.game} has ${game.agents(start)}`)
    const text = game.format(start)
    within('objective.player', () => {
      const ready = checkPlayer(spec, text, { ...player, heuristic: heuristicAt(spec, []) })
      if (ignoresHeuristic(ready.searcher, ready.config, player.limits))
        throw badSetting('searcher', `no move of ${makePlayerText(player)} depends on a heuristic, so weights change nothing`)
    })
    within('objective.opponent', () => checkPlayer(spec, text, opponent))
    checkMatchFitness(fitness)
    if (maxActions !== 'none') wholeInRange('objective.maxActions', maxActions, 1, 1e6)
  },
}

/** The weights at a point, for a match. @param params absent: the origin */
export function heuristicAt(spec: GameObjective, params: readonly number[]): WeightedHeuristic {
  const weights = params.length === 0 ? spec.weights : { ...spec.weights, ...weightsAt(spec.tuned, params) }
  return { family: spec.family, weights: familyOf(spec).weights.map(({ name }) => weights[name]!) }
}

/** The two games of a pair: the same start and the same luck, by the side of the tuned player. */
export function matchesOf(spec: GameObjective, heuristic: WeightedHeuristic, seed: number): readonly [MatchOrder, MatchOrder] {
  const { game, options, player, opponent, maxActions } = spec
  const tuned: MatchPlayer = { ...player, heuristic }
  const match = (players: readonly MatchPlayer[]): MatchOrder => ({
    ...{ game, position: START, options, seed, players },
    ...(maxActions !== 'none' && { bounds: { actions: maxActions } }),
  })
  return [match([tuned, opponent]), match([opponent, tuned])]
}

/** The outcome of a pair for the tuned player. @param results by its side */
export function pairOutcome(results: readonly [MatchResult, MatchResult]): Required<GameOutcome> {
  const mean = (valueOf: (result: MatchResult, side: number) => number) =>
    SIDES.reduce((sum: number, side) => sum + valueOf(results[side], side), 0) / SIDES.length
  return {
    score: mean(({ values }, side) => values[side]!),
    maxRank: null,
    wins: mean(({ winner }, side) => (winner === undefined ? 0.5 : Number(winner === side))),
  }
}

/** @throws {LabError} `BAD_SETTING` */
function familyOf({ game, family: id }: Pick<GameObjective, 'game' | 'family'>): HeuristicFamily<unknown> {
  const { families = {} }: GameEntry = GAMES[game]
  if (Object.hasOwn(families, id)) return families[id]!
  const ids = Object.keys(families).join(', ')
  throw badSetting('objective.family', `${quoted(id)} is no family of ${game}: ${ids === '' ? 'it has none' : ids}`)
}

function checkPlayer({ game }: GameObjective, position: string, player: MatchPlayer): Player {
  const ready = readPlayer(game, position, player)
  const field = player.limits.ms !== undefined ? 'limits.ms' : player.clock !== undefined ? 'clock' : undefined
  if (field !== undefined) throw badSetting(field, 'a game within a time is another one each time: limit the depth or the nodes')
  return ready
}

function ignoresHeuristic(searcher: AnySearcher, config: unknown, limits: Limits): boolean {
  if (!('searchView' in searcher)) return searcher.ignoresHeuristic?.(config, limits) ?? false
  const world = searcher.world(config, limits)
  return ignoresHeuristic(positionSearcher(world.searcher), world.config, world.limits)
}

function checkWeight(field: string, weight: number | undefined): void {
  if (weight === undefined) throw badSetting(field, 'has no value')
  inRange(field, weight, -LARGEST_NUMBER, LARGEST_NUMBER)
}
