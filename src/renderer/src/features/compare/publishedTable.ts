/** The table of a comparison as figures and as texts. */
import { useI18n } from 'vue-i18n'
import type { Comparison, ComparisonCurves } from '../../../../core/contract/calls'
import type { CsvCell, CsvTable, TextTable } from '../../../../core/csv'
import { intervalAfter } from '../../../../core/stats/confidenceSequence'
import type { Interval } from '../../../../core/stats/intervals'

/** Tiles in the table: the largest that any game reached. */
const MOST_FACES = 3

/** Faces that any player reached, in ascending order. @param most the largest ones only */
function reachedFaces({ players }: Comparison, most: number): readonly string[] {
  const faces = Object.keys(players[0]?.reach ?? {}).sort((a, b) => Number(a) - Number(b))
  return faces.filter(face => players.some(({ reach }) => reach[face]!.share > 0)).slice(-most)
}

/** The faces that separate the players: those that some game missed, and the largest below them. */
export function tellingFaces(result: Comparison, most: number): readonly string[] {
  const faces = reachedFaces(result, most)
  const always = faces.filter(face => result.players.every(({ reach }) => reach[face]!.share === 1)).length
  return faces.slice(Math.max(0, always - 1))
}

interface FigureText {
  readonly text: string
  readonly interval?: string
  /** The games that it counts: all, or those that reached a tile of this rank. */
  readonly counts?: { readonly reached?: number }
}

/** A row of texts for each player, the first of them its name. Each cell has its interval apart. */
export interface FigureTexts {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly FigureText[])[]
}

export function useFigureTexts(): (result: Comparison, curves: ComparisonCurves | undefined) => FigureTexts {
  const { t, n } = useI18n()
  const whole = (points: number | null) => (points === null ? t('plot.none') : n(points, 'integer'))
  const range = (interval: Interval | null | undefined, form: 'integer' | 'wholePercent') =>
    interval ? { interval: t('compare.range', { low: n(interval[0], form), high: n(interval[1], form) }) } : {}
  return (result, curves) => {
    const faces = tellingFaces(result, MOST_FACES)
    return {
      heads: [
        ...[t('compare.column.player'), t('compare.column.games'), t('compare.column.mean'), t('compare.column.median')],
        ...[t('compare.column.quartiles'), ...faces, t('compare.column.ms'), t('compare.column.nodes')],
      ],
      rows: result.players.map((player, place) => {
        const { name, games, mean, median, reach, msPerMove, nodesPerSecond } = player
        const quartiles = curves?.players[place]?.quartiles
        return [
          { text: name },
          { text: whole(games), ...(games > 0 && { counts: {} }) },
          { text: whole(mean), ...range(intervalAfter(result.looks, player), 'integer') },
          { text: whole(median) },
          { text: range(quartiles, 'integer').interval ?? t('plot.none') },
          ...faces.map(face => ({
            text: games === 0 ? t('plot.none') : n(reach[face]!.share, 'wholePercent'),
            ...(games > 0 && range(reach[face]!.interval, 'wholePercent')),
            ...(reach[face]!.share > 0 && { counts: { reached: Math.log2(Number(face)) } }),
          })),
          { text: msPerMove.mean === null ? t('plot.none') : n(msPerMove.mean, 'size') },
          { text: nodesPerSecond === 0 ? t('plot.none') : n(nodesPerSecond, 'short') },
        ]
      }),
    }
  }
}

/** Every figure with all its digits, one row per player. */
export function figureTable(result: Comparison, curves: ComparisonCurves | undefined): CsvTable {
  const faces = reachedFaces(result, Infinity)
  const ends = (interval: Interval | null | undefined): CsvCell[] => [interval?.[0] ?? null, interval?.[1] ?? null]
  return {
    columns: [
      ...['player', 'games', 'mean', 'low', 'high', 'median', 'quartile1', 'quartile3', 'best'],
      ...faces.flatMap(face => [`share${face}`, `share${face}Low`, `share${face}High`]),
      ...['msPerMove', 'nodesPerSecond'],
    ],
    rows: result.players.map((player, place) => {
      const { name, games, mean, median, max, reach, msPerMove, nodesPerSecond } = player
      return [
        ...[name, games, mean, ...ends(intervalAfter(result.looks, player)), median],
        ...[...ends(curves?.players[place]?.quartiles), max],
        ...faces.flatMap(face => [reach[face]!.share, ...ends(reach[face]!.interval)]),
        ...[msPerMove.mean, nodesPerSecond],
      ]
    }),
  }
}

/** Each interval in brackets behind its figure. */
export function textTableOf({ heads, rows }: FigureTexts): TextTable {
  return { heads, rows: rows.map(row => row.map(({ text, interval }) => (interval ? `${text} (${interval})` : text))) }
}
