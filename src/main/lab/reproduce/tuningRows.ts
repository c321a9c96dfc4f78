/** What is compared: ways to search for weights, with as many games each and one objective. */
import type { BoardObjective } from '../../../core/contract/tuning/boardObjective'
import { OPTIMIZER_DEFAULTS, type OptimizerConfig } from '../../../core/tuning/optimizerConfig'
import { PRESETS } from '../../../core/contract/tuning/presets'
import type { TunedParameter } from '../../../core/tuning/tunedParameter'
import { checkTuning } from '../../../core/contract/tuning/tuningConfig'
import type { Row } from './tuningSearch'

/** Games of a search: 4 values of each of four weights, a grid that they just pay for, ten times each. */
const MOST_GAMES = 2560
const GAMES = 10
const PARTICLES = 16

const { objective } = PRESETS['thesis-2'].config
/** All four weights in even steps, h1 of either sign. */
const BOUNDS: readonly TunedParameter[] = objective.tuned
/** The ratios to h3 on logarithms, as `noisy-smart` searches them. */
const RATIOS: readonly TunedParameter[] = PRESETS['noisy-smart'].config.objective.tuned
/** The ratios to h3 in even steps: what of that is fewer weights, and what the logarithms. */
const EVEN_RATIOS: readonly TunedParameter[] = BOUNDS.filter(({ id }) => id !== 'h3')
const RACING = { every: 5, error: 0.05 } as const

interface Change extends Partial<Pick<BoardObjective, 'games' | 'racing'>> {
  readonly tuned?: readonly TunedParameter[]
}

function row(name: string, optimizer: OptimizerConfig, { tuned = BOUNDS, games = GAMES, racing = 'off' }: Change = {}): Row {
  return {
    name,
    mostGames: MOST_GAMES,
    config: seed =>
      checkTuning({
        title: name,
        optimizer,
        start: { kind: 'random' },
        objective: { ...objective, tuned, games, racing },
        budget: { kind: 'evaluations', count: MOST_GAMES }, // more than the games pay for
        seed,
        validation: { games: 1000, level: 0.95 },
      }),
  }
}

const { thesis, inertia, constriction, spso2011, cmaes, random } = OPTIMIZER_DEFAULTS
const swarm = { particles: PARTICLES }
const batch = { batch: PARTICLES }
const ring = { ...constriction, ...swarm }

const CONSTRICTION = row('Constriction, ring', ring)
const CMAES = row('CMA-ES', cmaes)
const RANDOM = row('Random search', { ...random, ...batch })

export const OPTIMIZERS: readonly Row[] = [
  row("The thesis's swarm", { ...thesis, ...swarm }),
  row('Swarm with inertia', { ...inertia, ...swarm }),
  CONSTRICTION,
  row('SPSO-2011', { ...spso2011, ...swarm }),
  CMAES,
  RANDOM,
  { name: 'Grid' },
  row("The thesis's swarm, one game an evaluation", { ...thesis, ...swarm }, { games: 1 }),
  row('Random search, one game an evaluation', { ...random, ...batch }, { games: 1 }),
]

/** One thing is changed at a time, and then several: each is compared with its base. */
export const ABLATIONS: readonly { readonly base: Row; readonly changed: readonly Row[] }[] = [
  {
    base: CONSTRICTION,
    changed: [
      row('Constriction, ring; ratios in even steps', ring, { tuned: EVEN_RATIOS }),
      row('Constriction, ring; ratios on logarithms', ring, { tuned: RATIOS }),
      { name: 'Constriction, ring; reassessed' },
      row('Constriction, ring; raced', ring, { racing: RACING }),
      { name: 'Constriction, ring; ratios on logarithms, reassessed' },
      row('Constriction, ring; ratios on logarithms, raced', ring, { tuned: RATIOS, racing: RACING }),
      { name: 'Constriction, ring; reassessed, raced' },
      { name: 'Constriction, ring; ratios on logarithms, reassessed, raced' },
    ],
  },
  {
    base: CMAES,
    changed: [
      row('CMA-ES; ratios on logarithms', cmaes, { tuned: RATIOS }),
      { name: 'CMA-ES; reassessed' },
      { name: 'CMA-ES; ratios on logarithms, reassessed' },
    ],
  },
  { base: RANDOM, changed: [row('Random search; ratios on logarithms', { ...random, ...batch }, { tuned: RATIOS })] },
]

/** Each once. */
export const ROWS: readonly Row[] = [...OPTIMIZERS, ...ABLATIONS.flatMap(({ changed }) => changed)]
