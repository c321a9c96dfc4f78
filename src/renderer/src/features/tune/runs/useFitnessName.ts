import { useI18n } from 'vue-i18n'
import type { Fitness } from '../../../../../core/tuning/fitness'

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
