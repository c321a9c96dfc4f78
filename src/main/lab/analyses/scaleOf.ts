import type { Player } from '../../../core/games/twenty48/player'
import type { Scale } from '../../../core/games/twenty48/scale/judgedMoves'
import type { StoreReader } from '../../store/store'
import { calibrationOf, type OnDamagedCalibration } from '../calibrations/findCalibration'

/** How a player's values are judged: by its calibration, if it has one. */
export async function scaleOf(
  store: Pick<StoreReader, 'lineRuns'>,
  player: Player,
  onDamaged: OnDamagedCalibration,
): Promise<Scale> {
  return { calibration: await calibrationOf(store, player, onDamaged) }
}
