import { measureSpeed } from '../players'
import { gamesOf, playMissing, type Reproduction } from '../reproduction'
import { strengthBatches } from './batches'
import { strengthPage } from './strengthPage'

/** How far the strongest players get. */
export const strength: Reproduction = {
  async compute(bench, most) {
    for (const batch of strengthBatches(most)) {
      await measureSpeed(bench, batch, Infinity)
      await playMissing(bench, batch)
    }
  },
  isEnough: (results, most) => strengthBatches(most).some(batch => gamesOf(results, batch).length > 0),
  page: strengthPage,
}
