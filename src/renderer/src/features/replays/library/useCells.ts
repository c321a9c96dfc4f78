import { useI18n } from 'vue-i18n'
import type { GameRow } from '../../../../../core/contract/stored'
import { type Board, face } from '../../../../../core/games/twenty48/board'
import { useProfiles } from '../../../bridge/profiles'
import { usePlayedBy } from '../../../ui/game/gameWords'

/** A game as shown in the table. */
export interface Cells {
  readonly id: number
  readonly mark: string
  readonly date: string
  readonly player: string
  readonly score: string
  readonly rank: number
  readonly board: Board
  readonly tile: string
  readonly slides: string
  readonly seed: string
  readonly notes: string
}

/** Who played a game, with the title of the engine's profile. */
export function useGamePlayers(): (row: GameRow) => string {
  const { t } = useI18n()
  const playedBy = usePlayedBy()
  const { titleOf } = useProfiles()
  return row =>
    row.profile === null ? playedBy(row) : t('library.withProfile', { player: playedBy(row), profile: titleOf(row.profile) })
}

/** The texts of each row, made once: during scrolling a row is drawn many times a second. */
export function useCells(): (row: GameRow) => Cells {
  const { t, n, d } = useI18n()
  const playersOf = useGamePlayers()
  const known = new WeakMap<GameRow, Cells>()

  const write = (row: GameRow): Cells => {
    const { id, created, score, maxRank, slides, seed, notes } = row
    return {
      id,
      mark: t('library.choose', { id }),
      date: d(created, 'moment'),
      player: playersOf(row),
      score: n(score, 'integer'),
      rank: maxRank,
      board: row.board,
      tile: String(face(maxRank)),
      slides: n(slides, 'integer'),
      seed: seed === null ? t('library.unknown') : String(seed),
      notes,
    }
  }

  return row => {
    const cells = known.get(row) ?? write(row)
    known.set(row, cells)
    return cells
  }
}
