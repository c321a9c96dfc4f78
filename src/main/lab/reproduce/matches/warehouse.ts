import type { Reproduction } from '../reproduction'
import { matchesFingerprint, matchesOf, playMissing } from './series'
import { warehousePage } from './warehousePage'
import { pairingsOf, SETTINGS } from './warehousePairings'

/** The agents of the warehouse against each other. */
export const warehouse: Reproduction = {
  fingerprint: () => matchesFingerprint(pairingsOf(SETTINGS.nodes, 1)),
  async compute(bench, most) {
    for (const setting of [SETTINGS.long, SETTINGS.nodes, SETTINGS.clock])
      await playMissing(bench, setting.stage, pairingsOf(setting, most))
  },
  isEnough: (results, most) => pairingsOf(SETTINGS.nodes, most).every(pairing => matchesOf(results, pairing).length > 0),
  page: warehousePage,
}
