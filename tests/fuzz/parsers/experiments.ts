import { makeExperiment, parseExperiment } from '../../../src/core/contract/files'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'
import { experimentText } from '../support/samples'

export const experiments = harness({
  name: 'experiment files',
  inputs: mutatedJsonText(experimentText, 2),
  examine: (text: string) =>
    refusedOr(
      () => parseExperiment(text, 'a file'),
      experiment => expectSame(parseExperiment(makeExperiment(experiment), 'again'), experiment),
    ),
})
