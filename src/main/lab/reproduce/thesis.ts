import { playMissing, seedsUpTo, type Reproduction } from './reproduction'
import { isEnoughForThesis, thesisPage } from './thesisPage'
import { batchOf, closestReading, COARSE, EXPERIMENTS, finalBatches, FINE } from './thesisReadings'
import { searchMissing } from './tuningSearch'

const SEEDS = 5

/** The thesis's results of 2015, played again. */
export const thesis: Reproduction = {
  async compute(bench, most) {
    for (const reading of COARSE) await playMissing(bench, batchOf(reading, most))
    const closest = closestReading(bench.results, most)
    for (const batch of finalBatches(closest, most)) await playMissing(bench, batch)
    for (const row of EXPERIMENTS) await searchMissing(bench, row, seedsUpTo(Math.min(most, SEEDS)))
    for (const reading of FINE) await playMissing(bench, batchOf(reading, most))
  },
  isEnough: isEnoughForThesis,
  page: thesisPage,
}
