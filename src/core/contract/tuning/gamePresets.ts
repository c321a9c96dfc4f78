import { GAME_IDS, GAMES, type GameEntry } from '../../games/registry'
import { BOARD_GAME } from './boardObjective'
import type { GameObjective } from './gameObjective'
import { OPTIMIZER_DEFAULTS } from '../../tuning/optimizerConfig'
import type { TuningConfig } from './tuningConfig'
import { familyOf } from '../../games/twenty48/heuristics/evaluator'
import { USUAL_CONTINUATIONS } from '../../games/twenty48/wallGame/phases'
import { CONFIDENCE } from '../../stats/intervals'
import type { TunedParameter } from '../../tuning/tunedParameter'
import { USUAL_WALL_BOARDS, WALLS, type WallObjective } from './wallObjective'

/** Nodes of a search: enough to see a few moves ahead, and a game takes well under a second. */
const NODES = 200

/** Games with families, except 2048. */
export const TUNABLE_GAMES = GAME_IDS.filter(id => id !== BOARD_GAME).filter(id => familiesOf(id).length > 0)

/** The families whose weights can be tuned, by id. */
export function familiesOf(game: GameObjective['game']): readonly string[] {
  const { families = {} }: GameEntry = GAMES[game]
  return Object.keys(families)
}

/** A preset run for each family of each game. */
export function gameTunings(): TuningConfig<GameObjective>[] {
  return TUNABLE_GAMES.flatMap(game => familiesOf(game).map(family => gameTuning(game, family)))
}

/**
 * A preset run of a family: tunes all weights in their ranges, against the same player with the original weights. Accounts for noise, as
 * the preset of this name does.
 */
export function gameTuning(game: GameObjective['game'], family: string): TuningConfig<GameObjective> {
  const { families }: GameEntry = GAMES[game]
  const { weights } = families![family]!
  const player = { searcher: 'alphaBeta', config: {}, wrapping: {}, limits: { nodes: NODES } } as const
  return {
    title: `${family} of ${game}`,
    optimizer: { ...OPTIMIZER_DEFAULTS.constriction, particles: 20 },
    start: { kind: 'latin' },
    objective: {
      ...{ game, options: {}, family, weights: Object.fromEntries(weights.map(({ name, initial }) => [name, initial])) },
      tuned: weights.map(({ name, low, high }) => ({ id: name, min: low, max: high, scale: 'linear' })),
      player,
      opponent: { ...player, heuristic: { family, weights: weights.map(({ initial }) => initial) } },
      games: 16,
      fitness: { kind: 'score' },
      seeds: 'fresh',
      racing: { every: 8, error: 0.05 },
      maxActions: 1000,
    },
    budget: { kind: 'iterations', count: 50 },
    seed: 1,
    validation: { games: 500, level: 0.95 },
  }
}

/** The run that tunes a player of 2048 by the wall test, before changes. */

/** The weights, settings and depth. An expert is left out: it would decide beside walls in their place. */
type WallOrigin = Pick<WallObjective, 'evaluator' | 'settings' | 'depth'>

export function wallOrigin({ evaluator, settings: { expert: _, ...settings }, depth }: WallOrigin): WallOrigin {
  return { evaluator, settings, depth }
}

/** Every candidate plays the same boards and tiles, so candidates differ by their weights alone. */
export function wallTuning(origin: WallOrigin): TuningConfig<WallObjective> {
  const { parameters } = origin.evaluator
  return {
    title: 'Survival beside walls',
    optimizer: { ...OPTIMIZER_DEFAULTS.constriction, particles: 12 },
    start: { kind: 'latin' },
    objective: {
      kind: WALLS,
      ...origin,
      tuned: familyOf(origin.evaluator.family).parameters.map(({ id, min, max }): TunedParameter => {
        const now = parameters[id]!
        return { id, min: Math.min(min, now), max: Math.max(max, now), scale: 'linear' }
      }),
      games: USUAL_WALL_BOARDS.boards * USUAL_CONTINUATIONS,
      fitness: { kind: 'survival' },
      seeds: 'fixed',
      racing: { every: USUAL_WALL_BOARDS.boards, error: 0.05 },
      walls: USUAL_WALL_BOARDS,
    },
    budget: { kind: 'iterations', count: 20 },
    seed: 1,
    validation: { games: 400, level: CONFIDENCE },
  }
}
