/** A tuning run as the user specifies it. With the lab's version it determines every game of the run; threads do not matter. */
import { numberText } from '../../numberText'
import { CONFIDENCE } from '../../stats/intervals'
import { MAX_SEED } from '../../random'
import { badSetting, inRange, oneOf, wholeInRange } from '../../settingChecks'
import { checkObjective, isWallObjective, type ObjectiveSpec } from './objective'
import type { Optimizer } from '../../tuning/optimizer'
import { OPTIMIZER_DEFAULTS, type OptimizerConfig, batchSize, checkOptimizer } from '../../tuning/optimizerConfig'
import { START_KINDS, type StartSpec } from '../../tuning/start'

/** `iterations`: the number of batches. `evaluations`: batches start until this number of evaluations is done, and each one finishes. */
export interface Budget {
  readonly kind: (typeof BUDGET_KINDS)[number]
  readonly count: number
}
export const BUDGET_KINDS = ['iterations', 'evaluations'] as const

/** Games on unseen seeds that measure a best, and the level of their interval. */
export interface ValidationSpec {
  readonly games: number
  readonly level: number
}

export interface TuningConfig<Objective extends ObjectiveSpec = ObjectiveSpec> {
  readonly title: string
  readonly optimizer: OptimizerConfig
  readonly start: StartSpec
  readonly objective: Objective
  readonly budget: Budget
  readonly seed: number
  readonly validation: ValidationSpec
}

/** Maximum number of games of a run, and of a validation: weeks of work at the shallowest depth. */
const MAX_RUN_GAMES = 1e9
export const MAX_VALIDATION_GAMES = 1e6
/**
 * With fewer games an interval falls far short of its level: with 2 it holds the mean every other time, with 20 it is a few per cent short.
 */
export const FEWEST_VALIDATION_GAMES = 20
/** Highest level of an interval: of a thousand resamples, the fewest for one, five lie beyond each end. */
const MAX_LEVEL = 0.99

/** @throws {LabError} `BAD_SETTING`, naming the field by its path, `optimizer.particles`. */
export function checkTuning<Objective extends ObjectiveSpec>(config: TuningConfig<Objective>): TuningConfig<Objective> {
  const { optimizer, objective, start, budget, seed, validation } = config
  checkObjective(objective)
  checkOptimizer(optimizer, objective.tuned.length)
  checkStart(config)
  if (start.kind === 'scattered') inRange('start.share', start.share, 1e-6, 1)
  wholeInRange('seed', seed, 0, MAX_SEED)
  wholeInRange('validation.games', validation.games, FEWEST_VALIDATION_GAMES, MAX_VALIDATION_GAMES)
  inRange('validation.level', validation.level, 0.5, MAX_LEVEL)
  if (isWallObjective(objective) && validation.level !== CONFIDENCE)
    throw badSetting('validation.level', `intervals of survival are ${CONFIDENCE}`)
  oneOf('budget.kind', budget.kind, BUDGET_KINDS)
  wholeInRange('budget.count', budget.count, 1, Number.MAX_SAFE_INTEGER)
  if (objective.racing !== 'off' && optimizer.kind === 'cmaes')
    throw badSetting(
      'objective.racing',
      'this optimiser learns from the ranks of all points of a batch: none is hopeless, so race none',
    )
  const games = plannedEvaluations(config) * objective.games
  if (!(games <= MAX_RUN_GAMES))
    throw badSetting(
      'budget.count',
      `${numberText(games, 'integer')} games are more than the ${numberText(MAX_RUN_GAMES, 'integer')} of the longest run`,
    )
  return config
}

/** Evaluations of the whole budget: the last batch may exceed it by nearly a whole one. */
export function plannedEvaluations({ optimizer, objective, budget: { kind, count } }: TuningConfig): number {
  const size = batchSize(optimizer, objective.tuned.length)
  return size * (kind === 'iterations' ? count : Math.ceil(count / size))
}

/** True if no further batch starts. After its budget is raised, a run continues where it stopped. */
export function isBudgetSpent({ kind, count }: Budget, { iteration, evaluations }: Pick<Optimizer, 'iteration' | 'evaluations'>) {
  return kind === 'iterations' ? iteration >= count : evaluations >= count
}

function checkStart({ start, objective: { tuned } }: TuningConfig): void {
  oneOf('start.kind', start.kind, START_KINDS)
  if (start.kind !== 'scattered') return
  for (const id of Object.keys(start.around))
    if (!tuned.some(each => each.id === id)) throw badSetting(`start.around.${id}`, 'is not tuned')
  for (const { id, min, max } of tuned) {
    const weight = start.around[id]
    if (weight === undefined) throw badSetting(`start.around.${id}`, 'has no weight')
    inRange(`start.around.${id}`, weight, min, max)
  }
}

/** A setting that runs of earlier labs may have, and that no new run has: docs/tuning.md says why. */
interface Retired {
  /** The setting's path. */
  readonly field: string
  readonly name: 'reassessment' | 'grid search'
}

interface EarlierConfig {
  readonly optimizer?: { readonly kind?: unknown; readonly reassess?: unknown; readonly steps?: unknown }
}

/** @param config of a run or a file, unchecked */
export function retiredIn(config: unknown): Retired | undefined {
  const { optimizer } = (config ?? {}) as EarlierConfig
  if (optimizer?.kind === 'grid') return { field: 'optimizer.kind', name: 'grid search' }
  return optimizer?.reassess ? { field: 'optimizer.reassess', name: 'reassessment' } : undefined
}

/** Points of the grid of a run; `Infinity` without a grid. */
export function gridPoints({ optimizer, objective }: Pick<TuningConfig, 'optimizer' | 'objective'>): number {
  const { steps } = optimizer as EarlierConfig['optimizer'] & {}
  return typeof steps === 'number' ? steps ** objective.tuned.length : Infinity
}

/** Settings for a new run: random search in place of a grid, without reassessment. */
export function renewed(config: TuningConfig): TuningConfig {
  const { reassess: _, ...optimizer } = config.optimizer as OptimizerConfig & { readonly reassess?: unknown }
  return { ...config, optimizer: retiredIn(config)?.name === 'grid search' ? OPTIMIZER_DEFAULTS.random : optimizer }
}

/** The settings without the field by which earlier labs switched reassessment off. */
export function withoutRetired<Config>(config: Config): Config {
  const { optimizer } = (config ?? {}) as EarlierConfig
  if (optimizer?.reassess !== 0) return config
  const { reassess: _, ...current } = optimizer
  return { ...config, optimizer: current }
}
