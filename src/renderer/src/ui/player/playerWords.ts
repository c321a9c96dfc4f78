import { MAX_DEPTH } from '../../../../core/game/limits'
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ProfileStatistics } from '../../../../core/contract/files'
import type { SearchSettings } from '../../../../core/search/settings'

/** Range for typed depths; the lab checks again (`checkLimits`). */
export const DEPTH_RANGE = { min: 0, max: MAX_DEPTH, whole: true } as const

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

interface SettingWords {
  readonly leaf: Readonly<Record<SearchSettings['leaf'], string>>
  readonly points: Readonly<Record<SearchSettings['points'], string>>
  readonly table: Readonly<Record<SearchSettings['table'], string>>
}

/** The choices of a search's settings in words, in display order. */
export function useSettingWords(): ComputedRef<SettingWords> {
  const { t } = useI18n()
  return computed(() => ({
    leaf: { afterstate: t('search.leafAfterstate'), spawned: t('search.leafSpawned') },
    points: { ignored: t('search.pointsIgnored'), added: t('search.pointsAdded') },
    table: { off: t('search.tableOff'), exact: t('search.tableExact'), deeper: t('search.tableDeeper') },
  }))
}

/** The limits under which games were played: "depth 2, at most 500 moves per game". */
export function useLimitsText(): (its: Pick<ProfileStatistics, 'limits' | 'maxSlides'>) => string {
  const { t, n } = useI18n()
  const rules = { distinct: t('depth.distinct'), empty: t('depth.empty') }
  return ({ limits: { depth, nodes, ms }, maxSlides }) =>
    [
      ...(depth === undefined
        ? []
        : [t('profiles.statistics.depth', { depth: typeof depth === 'number' ? depth : rules[depth] })]),
      ...(nodes === undefined ? [] : [t('profiles.statistics.nodes', { nodes: n(nodes, 'integer') }, nodes)]),
      ...(ms === undefined ? [] : [t('profiles.statistics.ms', { ms: n(ms) })]),
      ...(maxSlides === undefined ? [] : [t('profiles.statistics.maxSlides', { slides: n(maxSlides, 'integer') }, maxSlides)]),
    ].join(', ')
}
