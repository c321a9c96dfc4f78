import type { Reproduction } from './reproduction'
import { countMissing, countsFingerprint } from './starCounts'
import { starPage } from './starPage'

/** What bounds of the heuristic save expectimax. */
export const star: Reproduction = {
  fingerprint: countsFingerprint,
  compute: (bench, most) => countMissing(bench, most),
  page: starPage,
}
