/** The settings of each optimiser; docs/tuning.md lists them with their formulas. */
import { unreachable } from '../errors'
import { REMEMBERED } from './bests'
import { badSetting, inRange, oneOf, wholeInRange } from '../settingChecks'
import { BOUNDARIES, THESIS_BOUNDARIES } from './swarm/boundary'
import { DRAWS, type Draws } from './swarm/flight'
import { START_VELOCITIES, type StartVelocity, type VelocityLimit } from './swarm/particle'
import { TOPOLOGIES, type Topology } from './swarm/topology'

interface Reassessing {
  /** After every this many batches the bests are evaluated again, and count with the mean of all their evaluations; 0: never. */
  readonly reassess: number
}

interface PullingSwarm extends Reassessing {
  readonly particles: number
  /** Pull to the particle's own best. */
  readonly c1: number
  /** Pull to the best of its informants. */
  readonly c2: number
  /** Share of each range. */
  readonly velocityLimit: VelocityLimit
  readonly startVelocity: StartVelocity
}

/** The thesis's swarm: no inertia weight, so that it diverges without a velocity limit, and may leave the bounds without a boundary rule. */
export interface ThesisConfig extends PullingSwarm {
  readonly kind: 'thesis'
  readonly boundary: (typeof THESIS_BOUNDARIES)[number]
  readonly draws: Draws
}

/** Falls linearly over this number of batches, then stays constant. */
export interface FallingInertia {
  readonly from: number
  readonly to: number
  readonly iterations: number
}

export interface InertiaConfig extends PullingSwarm {
  readonly kind: 'inertia'
  readonly inertia: number | FallingInertia
  readonly boundary: (typeof BOUNDARIES)[number]
  readonly topology: Topology
}

/** Clerc and Kennedy; c1 + c2 above 4. */
export interface ConstrictionConfig extends PullingSwarm {
  readonly kind: 'constriction'
  readonly boundary: (typeof BOUNDARIES)[number]
  readonly topology: Topology
}

export interface Spso2011Config extends Reassessing {
  readonly kind: 'spso2011'
  readonly particles: number
  /** K: the number of random particles that each one informs. */
  readonly informed: number
}

export interface CmaesConfig extends Reassessing {
  readonly kind: 'cmaes'
  /** λ; `auto`: 4 + ⌊3 ln n⌋ for n parameters. */
  readonly population: number | 'auto'
  /** Initial standard deviation, as a share of each range of the start. */
  readonly sigma: number
}

/** Random points, drawn like the start's, batch by batch. */
interface RandomConfig extends Reassessing {
  readonly kind: 'random'
  readonly batch: number
}

/** All combinations of evenly spaced values, both ends included, with this number of points per batch. */
export interface GridConfig extends Reassessing {
  readonly kind: 'grid'
  readonly steps: number
  readonly batch: number
}

export type OptimizerConfig =
  | ThesisConfig
  | InertiaConfig
  | ConstrictionConfig
  | Spso2011Config
  | CmaesConfig
  | RandomConfig
  | GridConfig
export const OPTIMIZER_KINDS = ['thesis', 'inertia', 'constriction', 'spso2011', 'cmaes', 'random', 'grid'] as const
export type OptimizerKind = (typeof OPTIMIZER_KINDS)[number]

/** Most points of a batch, and particles of a swarm. */
const MAX_BATCH = 10_000
/** Most parameters at once. */
const MAX_DIMENSIONS = 100

/** Source: R. C. Eberhart and Y. Shi, "Comparing inertia weights and constriction factors", CEC 2000: the same swarm as c1 = c2 = 2.05. */
const PULL = 1.49618
const INERTIA = 0.7298

/** Default settings of each kind; their sources are in docs/tuning.md. */
export const OPTIMIZER_DEFAULTS = {
  thesis: {
    kind: 'thesis',
    particles: 50,
    c1: 2,
    c2: 2,
    velocityLimit: 0.5,
    boundary: 'clamp',
    startVelocity: 'bounds',
    draws: 'dimension',
    reassess: 0,
  },
  inertia: {
    kind: 'inertia',
    particles: 30,
    c1: PULL,
    c2: PULL,
    inertia: INERTIA,
    topology: 'global',
    velocityLimit: 0.5,
    boundary: 'reflect',
    startVelocity: 'zero',
    reassess: 0,
  },
  constriction: {
    kind: 'constriction',
    particles: 30,
    c1: 2.05,
    c2: 2.05,
    topology: 'ring',
    velocityLimit: 0.5,
    boundary: 'reflect',
    startVelocity: 'zero',
    reassess: 0,
  },
  spso2011: { kind: 'spso2011', particles: 40, informed: 3, reassess: 0 },
  cmaes: { kind: 'cmaes', population: 'auto', sigma: 0.3, reassess: 0 },
  random: { kind: 'random', batch: 50, reassess: 0 },
  grid: { kind: 'grid', steps: 5, batch: 50, reassess: 0 },
} as const satisfies { readonly [K in OptimizerKind]: OptimizerConfig & { readonly kind: K } }

/**
 * @param dimensions number of tuned parameters
 * @throws {LabError} `BAD_SETTING`, naming the field as `optimizer.particles`.
 */
export function checkOptimizer(config: OptimizerConfig, dimensions: number): OptimizerConfig {
  wholeInRange('objective.tuned', dimensions, 1, MAX_DIMENSIONS)
  oneOf('optimizer.kind', config.kind, OPTIMIZER_KINDS)
  wholeInRange('optimizer.reassess', config.reassess, 0, 1e6)
  switch (config.kind) {
    case 'thesis':
      checkPulling(config)
      oneOf('optimizer.draws', config.draws, DRAWS)
      oneOf('optimizer.boundary', config.boundary, THESIS_BOUNDARIES)
      break
    case 'inertia':
      checkPulling(config)
      checkInertia(config.inertia)
      checkNeighbours(config)
      break
    case 'constriction':
      checkPulling(config)
      checkNeighbours(config)
      if (!(config.c1 + config.c2 > 4))
        throw badSetting('optimizer.c2', `c1 + c2 is ${config.c1 + config.c2}, and the constriction is defined above 4`)
      break
    case 'spso2011':
      wholeInRange('optimizer.particles', config.particles, 1, MAX_BATCH)
      wholeInRange('optimizer.informed', config.informed, 1, MAX_BATCH)
      break
    case 'cmaes':
      if (config.population !== 'auto') wholeInRange('optimizer.population', config.population, 4, MAX_BATCH)
      inRange('optimizer.sigma', config.sigma, 1e-6, 1)
      break
    case 'random':
      wholeInRange('optimizer.batch', config.batch, 1, MAX_BATCH)
      break
    case 'grid':
      wholeInRange('optimizer.steps', config.steps, 2, 1e6)
      wholeInRange('optimizer.batch', config.batch, 1, MAX_BATCH)
      if (!(gridPoints(config, dimensions) <= Number.MAX_SAFE_INTEGER))
        throw badSetting(
          'optimizer.steps',
          `${config.steps} steps of ${dimensions} parameters are more points than can be counted`,
        )
      break
    default:
      unreachable(config)
  }
  return config
}

/** New points in a batch; repeated evaluations are extra. */
export function batchSize(config: OptimizerConfig, dimensions: number): number {
  switch (config.kind) {
    case 'thesis':
    case 'inertia':
    case 'constriction':
    case 'spso2011':
      return config.particles
    case 'cmaes':
      return config.population === 'auto' ? defaultPopulation(dimensions) : config.population
    case 'random':
    case 'grid':
      return config.batch
    default:
      return unreachable(config)
  }
}

/** Most evaluations in a batch: new points, and repeated ones. */
export function largestBatch(config: OptimizerConfig, dimensions: number): number {
  const size = batchSize(config, dimensions)
  if (config.reassess === 0) return size
  return size + ('particles' in config ? size : 2 * REMEMBERED + (config.kind === 'cmaes' ? 1 : 0))
}

/** Most evaluations in this number of batches: a swarm has a best per particle, the others remember a few proven points and a few newcomers. */
export function evaluationsIn(config: OptimizerConfig, dimensions: number, iterations: number): number {
  const size = batchSize(config, dimensions)
  const moves = config.kind === 'grid' ? Math.min(gridPoints(config, dimensions), iterations * size) : iterations * size
  const rounds = config.reassess === 0 ? 0 : Math.floor(Math.max(0, iterations - 1) / config.reassess)
  if ('particles' in config) return moves + rounds * size
  // in the first round all remembered points are newcomers
  const again = Math.min(2 * REMEMBERED * rounds - (rounds > 0 ? REMEMBERED : 0), rounds * iterations * size)
  return moves + again + (config.kind === 'cmaes' ? rounds : 0)
}

function gridPoints({ steps }: GridConfig, dimensions: number): number {
  return steps ** dimensions
}

/** λ. Source: N. Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772, eq. 48. */
function defaultPopulation(dimensions: number): number {
  return 4 + Math.floor(3 * Math.log(dimensions))
}

function checkPulling({ particles, c1, c2, velocityLimit, startVelocity }: PullingSwarm): void {
  wholeInRange('optimizer.particles', particles, 1, MAX_BATCH)
  inRange('optimizer.c1', c1, 0, 10)
  inRange('optimizer.c2', c2, 0, 10)
  if (velocityLimit !== 'none') inRange('optimizer.velocityLimit', velocityLimit, 1e-6, 10)
  oneOf('optimizer.startVelocity', startVelocity, START_VELOCITIES)
}

function checkNeighbours({ boundary, topology }: InertiaConfig | ConstrictionConfig): void {
  oneOf('optimizer.boundary', boundary, BOUNDARIES)
  oneOf('optimizer.topology', topology, TOPOLOGIES)
}

function checkInertia(inertia: InertiaConfig['inertia']): void {
  if (typeof inertia === 'number') return inRange('optimizer.inertia', inertia, 0, 2)
  inRange('optimizer.inertia.from', inertia.from, 0, 2)
  inRange('optimizer.inertia.to', inertia.to, 0, 2)
  wholeInRange('optimizer.inertia.iterations', inertia.iterations, 2, 1e9)
}
