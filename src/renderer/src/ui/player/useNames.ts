import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'

/** By id; an id without a name is shown unchanged. */
export type TermNames = Readonly<Record<string, string | undefined>>

/** Names of the ids that 2048's evaluators consist of. An id without one is shown unchanged. */
export function useNames(): ComputedRef<TermNames> {
  const { t } = useI18n()
  return computed(() => ({
    h1: t('names.h1'),
    h2: t('names.h2'),
    h3: t('names.h3'),
    h4: t('names.h4'),
    offset: t('names.offset'),
    empty: t('names.empty'),
    merges: t('names.merges'),
    monotonicity: t('names.monotonicity'),
    monotonicityPower: t('names.monotonicityPower'),
    sum: t('names.sum'),
    sumPower: t('names.sumPower'),
    gradient: t('names.gradient'),
    snake: t('names.snake'),
    snakeRatio: t('names.snakeRatio'),
    h1Tile: t('names.h1Tile'),
    h4Tile: t('names.h4Tile'),
    h4Minimum: t('names.h4Minimum'),
    face: t('names.face'),
    exponent: t('names.exponent'),
    board: t('names.board'),
    line: t('names.line'),
  }))
}
