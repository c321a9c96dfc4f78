import { countMissing, countsFingerprint } from './orderingCounts'
import { orderingPage } from './orderingPage'
import { orderingPlot } from './orderingPlot'
import type { Reproduction } from './reproduction'

/** What the order of the children saves alpha-beta and PVS. */
export const ordering: Reproduction = {
  fingerprint: countsFingerprint,
  compute: (bench, most) => countMissing(bench, most),
  page: orderingPage,
  picture: orderingPlot,
}
