import { sameContent } from '../../../../core/contentHash'
import type { Player } from '../../../../core/games/twenty48/player'
import { sameButForRoom } from '../../../../core/games/twenty48/playerHash'
import type { Calibration } from '../../../../core/games/twenty48/scale/calibration'
import type { Scale } from '../../../../core/games/twenty48/scale/judgedMoves'
import type { LossThresholds } from '../../../../core/games/twenty48/scale/lossClass'

/** A profile, as far as it can calibrate a player. */
type Calibrated = Pick<Player, 'evaluator' | 'settings'> & { readonly calibration?: Calibration | undefined }

/**
 * How a player's values are judged: by the calibration of the profile that plays like it, whatever the sizes of their tables.
 * @param player `undefined` if it is not known
 */
export function scaleOf(player: Player | undefined, profiles: readonly Calibrated[], thresholds: LossThresholds): Scale {
  const its = player && profiles.find(each => each.calibration && plays(player, each, each.calibration))
  return { calibration: its?.calibration, thresholds }
}

function plays(player: Player, profile: Calibrated, { limits }: Calibration): boolean {
  return sameContent(player.limits, limits) && sameButForRoom(player, { ...profile, limits })
}
