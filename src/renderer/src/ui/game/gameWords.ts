import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GameKind, GameRow } from '../../../../core/contract/stored'
import type { GameGraph, LinePlayer, ValueLine } from '../../../../core/contract/calls'
import type { CsvTable } from '../../../../core/csv'
import type { Rank } from '../../../../core/games/twenty48/board'

/** Labels for filtering games by who played. */
export function useKinds(): ComputedRef<Readonly<Record<GameKind, string>>> {
  const { t } = useI18n()
  return computed(() => ({
    person: t('library.person'),
    engine: t('library.engine'),
    bench: t('library.bench'),
    import: t('library.import'),
  }))
}

/** Who played a game, in words; where person and engine did, how many moves each made. */
export function usePlayedBy(): (row: Pick<GameRow, 'kind' | 'mixed' | 'slides'>) => string {
  const { t, n } = useI18n()
  const kinds = useKinds()
  return ({ kind, mixed, slides }) => {
    if (!mixed) return kinds.value[kind]
    const { byHand } = mixed
    if (byHand === null) return t('library.both')
    return t('library.mixed', { byHand: n(byHand, 'integer'), byEngine: n(slides - byHand, 'integer') })
  }
}

/** A line of values, which may be chances: then of these tiles, row by row. */
export interface ScaledLine extends ValueLine {
  readonly goals?: readonly (Rank | null)[]
}

/** Digits of the hash that distinguish two players of the same name. */
const DIGITS = 4

/** A unique name for each player of a game: its profile's title, else the evaluator's. */
export function useLineNames(): (players: readonly LinePlayer[], titleOf: (profile: string) => string) => string[] {
  const { t } = useI18n()
  return (players, titleOf) => {
    const names = players.map(({ profile, family, goal }) => {
      if (goal !== undefined) return t('chart.wallExpert')
      if (profile !== null) return titleOf(profile)
      return family === null ? t('chart.unknownPlayer') : t('chart.unnamedPlayer', { family })
    })
    return names.map((name, i) =>
      names.indexOf(name) === names.lastIndexOf(name) ? name : t('chart.twin', { name, hash: players[i]!.hash.slice(0, DIGITS) }),
    )
  }
}

/**
 * One row per move, with full precision. Each player has a column of values and
 * one of their depths.
 * @param names of the players, one per line of the graph
 */
export function gameTable({ slides, score, empties, lines, ms }: Omit<GameGraph, 'at'>, names: readonly string[]): CsvTable {
  return {
    columns: ['slide', 'score', 'emptyCells', 'ms', ...names.flatMap(name => [`value (${name})`, `depth (${name})`])],
    rows: slides.map((slide, i) => [
      ...[slide, score[i]!, empties[i]!, ms[i]!],
      ...lines.flatMap(({ value, depth }) => [value[i]!, depth[i]!]),
    ]),
  }
}
