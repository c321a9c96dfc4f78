import { GAME_IDS, GAMES, type GameEntry } from '../games/registry'
import type { GameObjective } from './gameObjective'
import { OPTIMIZER_DEFAULTS } from './optimizerConfig'
import type { TuningConfig } from './tuningConfig'

/** Positions of a search: enough to see a few moves ahead, and a game takes well under a second. */
const NODES = 200

/** What games with a family can be tuned, and which families each has. */
export const TUNABLE_GAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  GAME_IDS.flatMap(id => {
    const { families = {} }: GameEntry = GAMES[id]
    const ids = Object.keys(families)
    return ids.length > 0 ? [[id, ids]] : []
  }),
)

/** The weights of a family where they stand without tuning. */
export function initialWeights(game: GameObjective['game'], family: string): Record<string, number> {
  const { weights } = (GAMES[game] as GameEntry).families![family]!
  return Object.fromEntries(weights.map(({ name, initial }) => [name, initial]))
}

/**
 * A run to begin from, of a family that the game has: all weights in their ranges, against the same player with the weights as they are. It has noise in
 * mind as the preset of this name.
 */
export function gameTuning(game: GameObjective['game'], family: string): TuningConfig<GameObjective> {
  const { weights } = (GAMES[game] as GameEntry).families![family]!
  const player = { searcher: 'alphaBeta', config: {}, wrapping: {}, limits: { nodes: NODES } } as const
  return {
    title: `${family} of ${game}`,
    optimizer: { ...OPTIMIZER_DEFAULTS.constriction, particles: 20, reassess: 1 },
    start: { kind: 'latin' },
    objective: {
      ...{ game, options: {}, family, weights: initialWeights(game, family) },
      tuned: weights.map(({ name, low, high }) => ({ id: name, min: low, max: high, scale: 'linear' })),
      player,
      opponent: { ...player, heuristic: { family, weights: weights.map(({ initial }) => initial) } },
      games: 16,
      fitness: { kind: 'score' },
      seeds: 'fresh',
      racing: { every: 8, error: 0.05 },
      maxActions: 1000,
    },
    budget: { kind: 'iterations', count: 25 },
    seed: 1,
    validation: { games: 500, level: 0.95 },
  }
}
