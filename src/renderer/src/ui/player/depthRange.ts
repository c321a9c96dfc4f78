import { MAX_DEPTH } from '../../../../core/search/settings'

/** What may be typed; the lab checks again (`checkLimits`). */
export const DEPTH_RANGE = { min: 0, max: MAX_DEPTH, whole: true } as const
