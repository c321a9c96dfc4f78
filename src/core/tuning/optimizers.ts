/** Creates an optimiser from its settings, or restores one from a snapshot. */
import { unreachable } from '../errors'
import { BatchOptimizer, RandomSearch, type SamplingState } from './batchOptimizer'
import { badSetting } from '../settingChecks'
import { Cmaes, type CmaesState } from './cmaes'
import type { Bound, Optimizer, OptimizerSnapshot } from './optimizer'
import { batchSize, checkOptimizer, type FallingInertia, type InertiaConfig, type OptimizerConfig } from './optimizerConfig'
import { optimizerSeed } from './seeds'
import { regionOf, type Start, type StartSpec } from './start'
import { hyperspherical, pulled, type PullRule } from './swarm/flight'
import { Swarm, type SwarmRules, type SwarmState } from './swarm/swarm'
import { pointOf, searchBounds, type TunedParameter } from './tunedParameter'

/** What determines a run's optimiser. */
interface OptimizedRun {
  readonly optimizer: OptimizerConfig
  readonly start: StartSpec
  readonly seed: number
  readonly objective: { readonly tuned: readonly TunedParameter[] }
}

/** The optimiser of a run, at its start or from a snapshot. @throws {LabError} `BAD_SETTING`, `BAD_STORE`. */
export function optimizerOf(run: OptimizedRun, snapshot?: OptimizerSnapshot): Optimizer {
  const { optimizer, start, seed, objective } = run
  const bounds = searchBounds(objective.tuned)
  const from = start.kind === 'scattered' ? { ...start, around: pointOf(objective.tuned, start.around) } : start
  return snapshot
    ? restoreOptimizer(optimizer, bounds, from, snapshot)
    : createOptimizer(optimizer, bounds, from, optimizerSeed(seed))
}

/**
 * @param seed of all its draws
 * @throws {LabError} `BAD_SETTING`, naming the field.
 */
export function createOptimizer(config: OptimizerConfig, bounds: readonly Bound[], start: Start, seed: number): Optimizer {
  return build(config, bounds, start, setup => BatchOptimizer.create(setup, seed))
}

/**
 * Continues from a snapshot; takes the same arguments as its creation.
 * @throws {LabError} `BAD_STORE` for a snapshot of another optimiser; `BAD_SETTING`
 */
export function restoreOptimizer(
  config: OptimizerConfig,
  bounds: readonly Bound[],
  start: Start,
  snapshot: OptimizerSnapshot,
): Optimizer {
  return build(config, bounds, start, setup => BatchOptimizer.restore(setup, snapshot))
}

type Setup<State> = Parameters<typeof BatchOptimizer.create<State>>[0]

function build(
  config: OptimizerConfig,
  bounds: readonly Bound[],
  start: Start,
  make: <State>(setup: Setup<State>) => Optimizer,
): Optimizer {
  checkOptimizer(config, bounds.length)
  checkBounds(bounds)
  checkStart(start, bounds)
  const common = { kind: config.kind, dimensions: bounds.length }
  switch (config.kind) {
    case 'thesis':
    case 'inertia':
    case 'constriction':
    case 'spso2011': {
      const rules = swarmRules(config, bounds)
      return make<SwarmState>({
        ...common,
        create: random => Swarm.create(rules, bounds, start, random),
        restore: state => new Swarm(rules, state),
      })
    }
    case 'cmaes': {
      const settings = { population: batchSize(config, bounds.length), sigma: config.sigma }
      return make<CmaesState>({
        ...common,
        create: random => Cmaes.create(settings, bounds, start, random),
        restore: state => new Cmaes(settings, bounds, state),
      })
    }
    case 'random':
      return make<SamplingState>({
        ...common,
        create: () => new RandomSearch(bounds, start, config.batch),
        restore: state => new RandomSearch(bounds, start, config.batch, state),
      })
    default:
      return unreachable(config)
  }
}

type SwarmConfig = Extract<OptimizerConfig, { readonly particles: number }>

function swarmRules(config: SwarmConfig, bounds: readonly Bound[]): SwarmRules {
  switch (config.kind) {
    case 'thesis':
      return pullingSwarm({ ...config, topology: 'global' }, { ...config, inertia: () => 1, constriction: 1 }, bounds)
    case 'inertia':
      return pullingSwarm(config, { ...config, inertia: inertiaOf(config), constriction: 1, draws: 'dimension' }, bounds)
    case 'constriction': {
      const constriction = constrictionOf(config.c1 + config.c2)
      return pullingSwarm(config, { ...config, inertia: () => 1, constriction, draws: 'dimension' }, bounds)
    }
    case 'spso2011':
      return {
        particles: config.particles,
        startVelocity: 'difference',
        velocityLimit: 'none',
        topology: config.informed,
        flight: hyperspherical(bounds),
      }
    default:
      return unreachable(config)
  }
}

function pullingSwarm(
  { particles, startVelocity, velocityLimit, topology }: Omit<SwarmRules, 'flight'>,
  rule: PullRule,
  bounds: readonly Bound[],
): SwarmRules {
  return { particles, startVelocity, velocityLimit, topology, flight: pulled(rule, bounds) }
}

/** χ = 2 / |2 − φ − √(φ² − 4φ)|, φ = c₁ + c₂ > 4. Source: M. Clerc and J. Kennedy, IEEE Trans. Evol. Comput. 6(1), 2002, with κ = 1. */
function constrictionOf(phi: number): number {
  return 2 / Math.abs(2 - phi - Math.sqrt(phi * phi - 4 * phi))
}

/** Source of the fall: Y. Shi and R. Eberhart, "Empirical study of particle swarm optimization", CEC 1999. */
function inertiaOf({ inertia }: InertiaConfig): (iteration: number) => number {
  if (typeof inertia === 'number') return () => inertia
  return iteration => fallingInertia(inertia, iteration)
}

function fallingInertia({ from, to, iterations }: FallingInertia, iteration: number): number {
  return from + (to - from) * Math.min(1, iteration / (iterations - 1))
}

function checkBounds(bounds: readonly Bound[]): void {
  for (const { name, min, max } of bounds)
    if (!(min < max && Number.isFinite(max - min))) throw badSetting(name, `the range ${min} … ${max} is empty or has no end`)
}

function checkStart(start: Start, bounds: readonly Bound[]): void {
  if (start.kind !== 'scattered') return
  if (!(start.share > 0 && start.share <= 1)) throw badSetting('start.share', `${start.share} is not a number above 0, up to 1`)
  bounds.forEach(({ name, min, max }, d) => {
    const value = start.around[d]
    if (!(value !== undefined && value >= min && value <= max))
      throw badSetting(`start.around.${name}`, `${value} is not within the bounds ${min} … ${max}`)
  })
  for (const { name, min, max } of regionOf(start, bounds))
    if (!(min < max)) throw badSetting('start.share', `${start.share} leaves no room around "${name}"`)
}
