import type { MAX_DEPTH } from '../../../../core/search/settings'

/** The page may not run the search's code, but the compiler holds this number to it. */
const DEEPEST: typeof MAX_DEPTH = 60

/** What may be typed; the lab checks again (`checkLimits`). */
export const DEPTH_RANGE = { min: 0, max: DEEPEST, whole: true } as const
