import { MAX_DEPTH } from '../../../../core/game/limits'

/** Range for typed depths; the lab checks again (`checkLimits`). */
export const DEPTH_RANGE = { min: 0, max: MAX_DEPTH, whole: true } as const
