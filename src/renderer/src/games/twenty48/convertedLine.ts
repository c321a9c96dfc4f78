import type { GameGraph, ValueLine } from '../../../../core/contract/calls'
import { chanceInDoubt, pointsAt, stagesNear, type Calibration } from '../../../../core/games/twenty48/scale/calibration'
import type { ValueScale } from './useMoveFigures'

/**
 * A line of values as chances of the next tile in doubt, 0 … 1, or as expected points, by the calibration of its player. `null` where no
 * game of the calibration had such a board. The unit is then `chance` or `points`.
 */
export function convertedLine(
  line: ValueLine,
  { score, largest, sum }: Pick<GameGraph, 'score' | 'largest' | 'sum'>,
  calibration: Calibration,
  scale: Exclude<ValueScale, 'unit'>,
): ValueLine {
  const value = line.value.map((value, i) => {
    const near = value === null ? undefined : stagesNear(calibration, { rank: largest[i]!, sum: sum[i]! }, 'search')
    if (!near || value === null) return null
    return scale === 'chance' ? (chanceInDoubt(near, value)?.share ?? null) : pointsAt(near, score[i]!, value).mean
  })
  return { ...line, unit: scale, value }
}
