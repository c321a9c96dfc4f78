/** Settings that runs of earlier labs may have, and that no new run has: docs/tuning.md says why. */
import { OPTIMIZER_DEFAULTS, type OptimizerConfig } from '../../tuning/optimizerConfig'
import type { TuningConfig } from './tuningConfig'

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
