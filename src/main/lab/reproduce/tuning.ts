import { seedsUpTo, type Reproduction } from './reproduction'
import { tuningPage } from './tuningPage'
import { ROWS } from './tuningRows'
import { searchMissing } from './tuningSearch'

const SEEDS = 20

export const tuning: Reproduction = {
  async compute(bench, most) {
    for (const row of ROWS) await searchMissing(bench, row, seedsUpTo(Math.min(most, SEEDS)))
  },
  page: tuningPage,
}
