import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TuningRow, TuningView, ValidationSummary, ValidationView } from '../../../../../core/contract/calls'
import { isGameObjective, isWallObjective, type ObjectiveSpec } from '../../../../../core/contract/tuning/objective'
import { makePlayerText } from '../../../../../core/contract/playerText'
import type { Fitness } from '../../../../../core/tuning/fitness'
import type { Depth } from '../../../../../core/search/settings'
import type { OptimizerConfig } from '../../../../../core/tuning/optimizerConfig'
import type { TuningConfig } from '../../../../../core/contract/tuning/tuningConfig'

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

export function useOptimizerNames(): ComputedRef<Readonly<Record<TuningRow['optimizer'], string>>> {
  const { t } = useI18n()
  return computed(() => ({
    thesis: t('tune.optimizer.thesis'),
    inertia: t('tune.optimizer.inertia'),
    constriction: t('tune.optimizer.constriction'),
    spso2011: t('tune.optimizer.spso2011'),
    cmaes: t('tune.optimizer.cmaes'),
    random: t('tune.optimizer.random'),
    grid: t('tune.optimizer.grid'),
  }))
}

/** The name of a fitness, including its tile or quantile, for which the form has a field of its own. */
export function useFitnessName(): (fitness: Fitness) => string {
  const { t, n } = useI18n()
  return fitness => {
    switch (fitness.kind) {
      case 'mean':
        return t('tune.fitness.mean')
      case 'logMean':
        return t('tune.fitness.logMean')
      case 'median':
        return t('tune.fitness.median')
      case 'quantile':
        return t('tune.fitness.quantileOf', { p: n(fitness.p, 'percent') })
      case 'score':
        return t('tune.fitness.score')
      case 'wins':
        return t('tune.fitness.wins')
      case 'survival':
        return t('tune.fitness.survival')
      case 'reach':
        return t('tune.fitness.reachOf', { face: fitness.face })
    }
  }
}

/** A report that a profile can be made of. */
export interface Promotable extends ValidationView {
  readonly candidate: number
  readonly summary: ValidationSummary
}

/** The choice first, then the validations that the user started, for each candidate the last. */
export function promotablesOf({ report, validations }: Pick<TuningView, 'report' | 'validations'>): readonly Promotable[] {
  const byHand = validations.filter(each => each.byHand && each.candidate !== report?.candidate).filter(isPromotable)
  const last = new Map(byHand.map(each => [each.candidate, each]))
  return [...(report && isPromotable(report) ? [report] : []), ...last.values()]
}

function isPromotable(validation: ValidationView): validation is Promotable {
  return validation.candidate !== null && validation.summary !== null
}

/**
 * Games of the best's report, if validating the run would play none: it was validated at the run's current state, with the
 * comparison, and no other validation waits.
 */
export function nothingToValidate(
  { report, originReport, validations }: Pick<TuningView, 'report' | 'originReport' | 'validations'>,
  iterations: number,
): number | undefined {
  const isComplete = report?.iteration === iterations && originReport !== null && validations.every(({ summary }) => summary)
  return isComplete ? report.games : undefined
}
