import { makeTuning, parseTuning } from '../../../src/core/contract/files'
import { optimizerOf } from '../../../src/core/tuning/optimizers'
import { plannedEvaluations } from '../../../src/core/contract/tuning/tuningConfig'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'
import { tuningText } from '../support/samples'

/** Candidates of one batch that are worth making here. */
const MOST_CANDIDATES = 2_000

export const tunings = harness({
  name: 'settings of tuning runs',
  inputs: mutatedJsonText(tuningText, 2),
  examine: (text: string) =>
    refusedOr(
      () => parseTuning(text, 'a file'),
      config => {
        expectSame(parseTuning(makeTuning(config), 'again'), config)
        const planned = plannedEvaluations(config)
        if (!Number.isSafeInteger(planned) || planned < 1) throw new Error(`${planned} evaluations are planned`)
        const batch =
          'particles' in config.optimizer ? config.optimizer.particles : 'batch' in config.optimizer ? config.optimizer.batch : 0
        if (batch > MOST_CANDIDATES) return
        for (const { params } of optimizerOf(config).ask())
          if (!params.every(Number.isFinite)) throw new Error(`a candidate of ${params.join()}`)
      },
    ),
})
