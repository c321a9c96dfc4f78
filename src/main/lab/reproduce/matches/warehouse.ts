import type { Reproduction } from '../reproduction'
import { matchesFingerprint, matchesOf, playMissing } from './series'
import { timeMissing } from './timed'
import { warehousePage } from './warehousePage'
import { pairingsOf, SETTINGS } from './warehousePairings'

/** The agents of the warehouse against each other. */
export const warehouse: Reproduction = {
  fingerprint: () => matchesFingerprint(pairingsOf(SETTINGS.nodes, 1)),
  async compute(bench, most) {
    for (const setting of [SETTINGS.long, SETTINGS.nodes]) await playMissing(bench, setting.stage, pairingsOf(setting, most))
    const { stage } = SETTINGS.clock
    await timeMissing(bench, { stage, limits: 'processor', warmUps: 1 }, pairingsOf(SETTINGS.clock, most))
  },
  isEnough: (results, most) => pairingsOf(SETTINGS.nodes, most).every(pairing => matchesOf(results, pairing).length > 0),
  page: warehousePage,
}
