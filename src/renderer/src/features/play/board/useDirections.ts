import { computed, type ComputedRef } from 'vue'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../../core/games/twenty48/search/report'
import { usePreferences } from '../../../bridge/preferences'
import { useCalibrations } from '../../../bridge/calibrations'
import { scaleOf } from '../../../games/twenty48/scaleOf'
import { useMoveFigures } from '../../../games/twenty48/useMoveFigures'
import type { MoveFigures } from '../../../ui/loss/loss'
import { MOVES, sameBoard, slide, type Board, type Move } from '../../../../../core/games/twenty48/board'
import { judgeMoves, type JudgedMove, type Scale } from '../../../../../core/games/twenty48/scale/judgedMoves'

/** The four moves of a board with their figures, in the scale that the user chose. */
export function useDirections(
  position: () => GamePosition | undefined,
  report: () => SearchReport | undefined,
  player: () => Player | undefined,
): ComputedRef<readonly (Direction & { readonly figures: MoveFigures })[]> {
  const preferences = usePreferences()
  const calibrations = useCalibrations()
  const figuresOf = useMoveFigures()
  const scale = computed(() => scaleOf(player(), calibrations, preferences.lossThresholds))
  return computed(() => {
    const byExpert = report()?.expert?.decides ?? false
    const its = position()
    if (!its) return []
    return directionsOf(its, report(), scale.value).map(direction => {
      const { judged, best, stale, depth } = direction
      const figures = figuresOf(judged, { scale: preferences.valueScale, best, byExpert, stale, depth })
      return { ...direction, figures }
    })
  })
}

/** The content of the bar on one edge of the board. */
interface Direction {
  readonly move: Move
  readonly legal: boolean
  /** `undefined` if no search has valued this move yet. */
  readonly judged: JudgedMove | undefined
  /** Depth of the value; an interrupted search leaves some moves at that of the iteration before. */
  readonly depth: number | undefined
  /** The move that the engine would make: of several equal values, the first of up, down, left, right. */
  readonly best: boolean
  /** The numbers belong to another board. */
  readonly stale: boolean
}

export interface GamePosition {
  readonly board: Board
  readonly score: number
}

export function directionsOf({ board, score }: GamePosition, report: SearchReport | undefined, scale: Scale = {}): Direction[] {
  const stale = report !== undefined && !sameBoard(report.board, board)
  const judged = report ? judgeMoves({ board: report.board, score }, report, scale) : {}
  return MOVES.map(move => ({
    move,
    legal: slide(board, move) !== undefined,
    judged: judged[move],
    depth: report?.depths[move] ?? undefined,
    best: report?.best === move,
    stale,
  }))
}
