/** The run that tunes a player of 2048 by the wall test, before changes. */
import { familyOf } from '../../games/twenty48/heuristics/evaluator'
import { USUAL_CONTINUATIONS } from '../../games/twenty48/walls/phases'
import { CONFIDENCE } from '../../stats/intervals'
import { OPTIMIZER_DEFAULTS } from '../../tuning/optimizerConfig'
import type { TunedParameter } from '../../tuning/tunedParameter'
import type { TuningConfig } from './tuningConfig'
import { USUAL_WALL_BOARDS, WALLS, type WallObjective } from './wallObjective'

/** Its weights, settings and depth. An expert is left out: it would decide beside walls in their place. */
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
