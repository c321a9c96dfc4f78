/** The settings of each optimiser; docs/tuning.md lists them with their formulas. */
import { unreachable } from '../errors'
import { badSetting, inRange, oneOf, wholeInRange } from '../settingChecks'
import { DRAWS, type Draws } from './swarm/flight'
import {
  BOUNDARIES,
  START_VELOCITIES,
  type StartVelocity,
  THESIS_BOUNDARIES,
  TOPOLOGIES,
  type Topology,
  type VelocityLimit,
} from './swarm/rules'

interface PullingSwarm {
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

export interface Spso2011Config {
  readonly kind: 'spso2011'
  readonly particles: number
  /** K: the number of random particles that each one informs. */
  readonly informed: number
}

export interface CmaesConfig {
  readonly kind: 'cmaes'
  /** λ; `auto`: 4 + ⌊3 ln n⌋ for n parameters. */
  readonly population: number | 'auto'
  /** Initial standard deviation, as a share of each range of the start. */
  readonly sigma: number
}

/** Random points, drawn like the start's, batch by batch. */
interface RandomConfig {
  readonly kind: 'random'
  readonly batch: number
}

export type OptimizerConfig = ThesisConfig | InertiaConfig | ConstrictionConfig | Spso2011Config | CmaesConfig | RandomConfig
export const OPTIMIZER_KINDS = ['thesis', 'inertia', 'constriction', 'spso2011', 'cmaes', 'random'] as const
export type OptimizerKind = (typeof OPTIMIZER_KINDS)[number]

/** Maximum number of points of a batch, and particles of a swarm. */
const MAX_BATCH = 10_000
/** Maximum number of parameters at once. */
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
  },
  spso2011: { kind: 'spso2011', particles: 40, informed: 3 },
  cmaes: { kind: 'cmaes', population: 'auto', sigma: 0.3 },
  random: { kind: 'random', batch: 50 },
} as const satisfies { readonly [K in OptimizerKind]: OptimizerConfig & { readonly kind: K } }

/**
 * @param dimensions number of tuned parameters
 * @throws {LabError} `BAD_SETTING`, naming the field as `optimizer.particles`.
 */
export function checkOptimizer(config: OptimizerConfig, dimensions: number): OptimizerConfig {
  wholeInRange('objective.tuned', dimensions, 1, MAX_DIMENSIONS)
  oneOf('optimizer.kind', config.kind, OPTIMIZER_KINDS)
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
    default:
      unreachable(config)
  }
  return config
}

/** Evaluations in a batch. */
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
      return config.batch
    default:
      return unreachable(config)
  }
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
