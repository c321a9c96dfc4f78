import { useI18n } from 'vue-i18n'
import type { CalibrationRow } from '../../../../core/contract/calls/calibrations'
import type { LossClass } from '../../../../core/games/twenty48/scale/lossClass'

/** What a bar says of a move. `unit`: a loss in the own unit of a player that is not calibrated, whose meaning is unknown. */
export type LossMark = LossClass | 'best' | 'unit' | 'unknown'

/** One of the moves of a board, in words and as a bar. */
export interface MoveFigures {
  readonly mark: LossMark
  /** Length of the bar, 0 … 1; `undefined`: unknown, which is hatched. */
  readonly length: number | undefined
  /** Absent if it is unknown. */
  readonly value?: string
  /** The interval of the value: "58–63 %". */
  readonly interval?: string
  /** "best", "equal", or the loss with its sign: "−1.3 pp ?!". */
  readonly loss?: string
  /** All of it as a sentence, without the move. */
  readonly sentence: string
}

/** How far a calibration is: its games, then the boards of them that it plays out. */
export function useCalibrationWords(): (row: CalibrationRow) => string {
  const { t, n } = useI18n()
  return ({ games, played, boards, playedOut }) => {
    const all = n(games, 'integer')
    if (played < games) return t('calibration.played', { played: n(played, 'integer'), games: all })
    return t('calibration.boards', { games: all, played: n(playedOut, 'integer'), boards: n(boards, 'integer') })
  }
}
