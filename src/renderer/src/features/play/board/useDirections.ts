import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../../core/games/twenty48/search/report'
import { usePreferences } from '../../../bridge/preferences'
import { useCalibrations } from '../../../bridge/calibrations'
import { scaleOf, useMoveFigures } from '../../../games/twenty48/useMoveFigures'
import type { MoveFigures } from '../../../ui/loss/loss'
import { MOVES, sameBoard, slide, type Board, type Move } from '../../../../../core/games/twenty48/board'
import { judgeMoves, type JudgedMove, type Scale } from '../../../../../core/games/twenty48/scale/judgedMoves'

type ShownDirection = Direction & { readonly figures: MoveFigures }

/** Board, edges and panel show the same moves: what one of them has worked out serves the others. */
const workedOut = new WeakMap<
  SearchReport,
  { readonly about: readonly unknown[]; readonly directions: readonly ShownDirection[] }
>()

/** The four moves of a board with their figures, in the scale that the user chose. */
export function useDirections(
  position: () => GamePosition | undefined,
  report: () => SearchReport | undefined,
  player: () => Player | undefined,
): ComputedRef<readonly ShownDirection[]> {
  const { locale } = useI18n()
  const preferences = usePreferences()
  const calibrations = useCalibrations()
  const figuresOf = useMoveFigures()
  const scale = computed(() => scaleOf(player(), calibrations, preferences.lossThresholds))
  return computed(() => {
    const [its, last] = [position(), report()]
    if (!its) return []
    const byExpert = last?.expert?.decides ?? false
    const { calibration, thresholds } = scale.value
    const about = [its.board, its.score, calibration, thresholds, preferences.valueScale, locale.value]
    const known = last && workedOut.get(last)
    if (known?.about.every((each, i) => each === about[i])) return known.directions
    const directions = directionsOf(its, last, scale.value).map(direction => {
      const { judged, best, stale, depth } = direction
      const figures = figuresOf(judged, { scale: preferences.valueScale, best, byExpert, stale, depth })
      return { ...direction, figures }
    })
    if (last) workedOut.set(last, { about, directions })
    return directions
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
