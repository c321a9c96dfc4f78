import { makeTraining, parseTraining } from '../../../src/core/contract/files'
import { movesOf, stepAt } from '../../../src/core/games/twenty48/wallGame/training'
import { weightCount } from '../../../src/core/games/twenty48/wallGame/network'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'
import { trainingText } from '../support/samples'

export const trainings = harness({
  name: 'settings of training runs',
  inputs: mutatedJsonText(trainingText, 2),
  examine: (text: string) =>
    refusedOr(
      () => parseTraining(text, 'a file'),
      config => {
        expectSame(parseTraining(makeTraining(config), 'again'), config)
        const counts = [movesOf(config), ...config.networks.map(weightCount)]
        if (!counts.every(Number.isSafeInteger)) throw new Error(`counts of ${counts.join()}`)
        for (const training of config.networks)
          for (const share of [0, 0.5, 1])
            if (!Object.values(stepAt(training, share)).every(Number.isFinite)) throw new Error(`no step at ${share}`)
      },
    ),
})
