import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GameKind, GameRow } from '../../../../core/contract/stored'
import type { LinePlayer } from '../../../../core/contract/calls'

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

/** Digits of the hash that distinguish two players of the same name. */
const DIGITS = 4

/** A unique name for each player of a game: the profile's, else the evaluator's. */
export function useLineNames(): (players: readonly LinePlayer[]) => string[] {
  const { t } = useI18n()
  return players => {
    const names = players.map(({ profile, family }) => {
      if (profile !== null) return profile
      return family === null ? t('chart.unknownPlayer') : t('chart.unnamedPlayer', { family })
    })
    return names.map((name, i) =>
      names.indexOf(name) === names.lastIndexOf(name) ? name : t('chart.twin', { name, hash: players[i]!.hash.slice(0, DIGITS) }),
    )
  }
}
