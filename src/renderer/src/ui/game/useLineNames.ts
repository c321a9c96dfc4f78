import { useI18n } from 'vue-i18n'
import type { LinePlayer } from '../../../../core/contract/calls'

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
