import type { Optimizer, OptimizerSnapshot } from './optimizer'
import { createOptimizer, restoreOptimizer } from './optimizers'
import { optimizerSeed } from './seeds'
import type { Start } from './start'
import { pointOf, searchBounds } from './tunedParameter'
import type { TuningConfig } from './tuningConfig'

/** The optimiser of a run, at its start or from a snapshot. @throws {LabError} `BAD_SETTING`, `BAD_STORE`. */
export function optimizerOf(config: TuningConfig, snapshot?: OptimizerSnapshot): Optimizer {
  const bounds = searchBounds(config.objective.tuned)
  const start = startOf(config)
  return snapshot
    ? restoreOptimizer(config.optimizer, bounds, start, snapshot)
    : createOptimizer(config.optimizer, bounds, start, optimizerSeed(config.seed))
}

function startOf({ start, objective }: TuningConfig): Start {
  return start.kind === 'scattered' ? { ...start, around: pointOf(objective.tuned, start.around) } : start
}
