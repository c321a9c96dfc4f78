import { FEWEST_GAMES } from '../../../../core/stats/intervals'
import { useI18n } from 'vue-i18n'
import type { ProfileStatistics } from '../../../../core/contract/files'
import { useMeasuredTime } from '../../ui/words/units'

/** A measured result. */
export interface Measured {
  readonly name: string
  readonly text: string
  /** Where it is a number of points. */
  readonly points?: number
}

const TARGET = 2048

/** The limits under which games were played: "depth 2, at most 500 moves per game". */
export function useLimitsText(): (statistics: ProfileStatistics) => string {
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

/** The results by which profiles are compared, each with how it was measured. */
export function useMeasured(): (statistics: ProfileStatistics | undefined) => Readonly<Record<string, Measured>> | undefined {
  const { t, n } = useI18n()
  const limitsText = useLimitsText()
  const time = useMeasuredTime()
  return statistics => {
    if (!statistics) return undefined
    const { games, mean, interval, median, reach, msPerMove } = statistics
    const whole = (points: number) => n(points, 'integer')
    const between = (low: string, high: string) => t('profiles.statistics.interval', { low, high })
    const reached = reach[TARGET]
    return {
      measured: {
        name: t('profiles.statistics.heading'),
        text: t('profiles.statistics.gamesAt', { games: whole(games), limits: limitsText(statistics) }, games),
      },
      mean: {
        name: t('profiles.statistics.mean'),
        text: games < FEWEST_GAMES ? whole(mean) : `${whole(mean)} (${between(whole(interval[0]), whole(interval[1]))})`,
        points: mean,
      },
      median: { name: t('profiles.statistics.median'), text: whole(median), points: median },
      ...(reached && {
        reach: { name: t('profiles.statistics.reach', { face: TARGET }), text: n(reached.share, 'percent') },
      }),
      ...(msPerMove !== undefined && { time: { name: t('profiles.statistics.time'), text: time(msPerMove) } }),
    }
  }
}
