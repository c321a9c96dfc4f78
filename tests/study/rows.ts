/** What is compared: ways to search for weights, with one budget and one objective. */
import { OPTIMIZER_DEFAULTS, type OptimizerConfig } from '../../src/core/tuning/optimizerConfig'
import { PRESETS } from '../../src/core/tuning/presets'
import type { TunedParameter } from '../../src/core/tuning/tunedParameter'
import { checkTuning, type TuningConfig } from '../../src/core/tuning/tuningConfig'

/** 4 values of each of four weights: a grid that the budget just pays for. */
const EVALUATIONS = 256
const GAMES = 10
const PARTICLES = 16

export interface Row {
  readonly name: string
  readonly config: (seed: number) => TuningConfig
}

const { objective } = PRESETS['thesis-2'].config
const BOUNDS: readonly TunedParameter[] = objective.tuned
const RATIOS: readonly TunedParameter[] = PRESETS['noisy-smart'].config.objective.tuned

interface Change extends Partial<Pick<TuningConfig['objective'], 'games' | 'racing'>> {
  readonly tuned?: readonly TunedParameter[]
}

function row(name: string, optimizer: OptimizerConfig, { tuned = BOUNDS, games = GAMES, racing = 'off' }: Change = {}): Row {
  return {
    name,
    config: seed =>
      checkTuning({
        title: name,
        optimizer,
        start: { kind: 'random' },
        objective: { ...objective, tuned, games, racing },
        budget: { kind: 'evaluations', count: (EVALUATIONS * GAMES) / games },
        seed,
        validation: { games: 1000, level: 0.95 },
      }),
  }
}

const { thesis, inertia, constriction, spso2011, cmaes, random, grid } = OPTIMIZER_DEFAULTS
const swarm = { particles: PARTICLES }
const batch = { batch: PARTICLES }

export const ROWS: readonly Row[] = [
  row("The thesis's swarm", { ...thesis, ...swarm }),
  row('Swarm with inertia', { ...inertia, ...swarm }),
  row('Constriction, ring', { ...constriction, ...swarm }),
  row('SPSO-2011', { ...spso2011, ...swarm }),
  row('CMA-ES', cmaes),
  row('Random search', { ...random, ...batch }),
  row('Grid', { ...grid, ...batch, steps: 4 }),
  row("The thesis's swarm, one game an evaluation", { ...thesis, ...swarm }, { games: 1 }),
  row('Random search, one game an evaluation', { ...random, ...batch }, { games: 1 }),
  row(
    'Constriction, ring; ratios on logarithms, reassessed, raced',
    { ...constriction, ...swarm, reassess: 1 },
    { tuned: RATIOS, racing: { every: 5, error: 0.05 } },
  ),
  row('CMA-ES; ratios on logarithms, reassessed', { ...cmaes, reassess: 1 }, { tuned: RATIOS }),
]
