import { useI18n } from 'vue-i18n'
import { isGameObjective, isWallObjective, type ObjectiveSpec } from '../../../../../core/contract/tuning/objective'
import { makePlayerText } from '../../../../../core/contract/playerText'
import type { Depth } from '../../../../../core/search/settings'
import type { OptimizerConfig } from '../../../../../core/tuning/optimizerConfig'
import type { TuningConfig } from '../../../../../core/contract/tuning/tuningConfig'
import { useOptimizerNames } from '../useOptimizerNames'
import { useFitnessName } from './useFitnessName'

/** What distinguishes one run from another, in the words of the form. */
export function useRunFacts(): (config: TuningConfig) => readonly string[] {
  const { t, n } = useI18n()
  const optimizers = useOptimizerNames()
  const fitnessName = useFitnessName()
  const whole = (count: number) => n(count, 'integer')

  function batchOf(optimizer: OptimizerConfig): string {
    if ('particles' in optimizer) return t('tune.facts.particles', { count: whole(optimizer.particles) }, optimizer.particles)
    if ('batch' in optimizer) return t('tune.facts.batch', { count: whole(optimizer.batch) }, optimizer.batch)
    const { population } = optimizer
    return t('tune.facts.population', { size: population === 'auto' ? t('tune.optimizer.auto') : whole(population) })
  }

  function depthOf(depth: Depth): string {
    if (typeof depth === 'number') return whole(depth)
    return { distinct: t('tune.depth.distinct'), empty: t('tune.depth.empty') }[depth]
  }

  function searchOf(objective: ObjectiveSpec): string {
    if (!isGameObjective(objective)) return t('tune.facts.depth', { depth: depthOf(objective.depth) })
    const { player, opponent, family } = objective
    return t('tune.facts.players', {
      player: makePlayerText({ ...player, heuristic: family }),
      opponent: makePlayerText(opponent),
    })
  }

  return ({ optimizer, budget, objective, seed }) => {
    const [batch, { count }] = [batchOf(optimizer), budget]
    return [
      optimizers.value[optimizer.kind],
      ...(budget.kind === 'iterations'
        ? [t('tune.facts.iterations', { batch, count: whole(count) }, count)]
        : [batch, t('tune.head.planned', { planned: whole(count) }, count)]),
      isWallObjective(objective)
        ? t('tune.facts.phases', { count: whole(objective.games), boards: whole(objective.walls.boards) }, objective.games)
        : isGameObjective(objective)
          ? t('tune.facts.pairs', { count: whole(objective.games) }, objective.games)
          : t('tune.facts.games', { count: whole(objective.games) }, objective.games),
      ...(objective.fitness.kind === 'mean' ? [] : [fitnessName(objective.fitness)]),
      searchOf(objective),
      t('tune.facts.seed', { seed }),
    ]
  }
}
