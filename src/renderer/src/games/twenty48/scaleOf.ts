import type { Player } from '../../../../core/games/twenty48/player'
import { calibrationKey } from '../../../../core/games/twenty48/playerHash'
import type { Calibration } from '../../../../core/games/twenty48/scale/calibration'
import type { Scale } from '../../../../core/games/twenty48/scale/judgedMoves'
import type { LossThresholds } from '../../../../core/games/twenty48/scale/lossClass'

/** The calibrations that a page knows; `find` asks for one that it does not know yet. */
export interface Calibrations {
  find(key: string, player: Player): Calibration | null | undefined
}

/**
 * How a player's values are judged: by its calibration, if it has one.
 * @param player `undefined` if it is not known
 */
export function scaleOf(player: Player | undefined, calibrations: Calibrations, thresholds: LossThresholds): Scale {
  const calibration = player && calibrations.find(calibrationKey(player), player)
  return { calibration: calibration ?? undefined, thresholds }
}
