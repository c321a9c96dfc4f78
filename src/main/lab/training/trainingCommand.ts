import { sameContent } from '../../../core/contentHash'
import { movesOf, withMoves, type TrainingConfig } from '../../../core/games/twenty48/walls/training'
import { TRAINING_PRESET_NAMES, TRAINING_PRESETS } from '../../../core/games/twenty48/walls/trainingPresets'

/** How the terminal begins the same run. Settings of no preset are in a file, which the window saves. */
export function trainingCommand(config: TrainingConfig): string {
  const { name, networks, seed, threads } = config
  const preset = TRAINING_PRESET_NAMES.find(each => each === name)
  const all = movesOf(config)
  // the networks' shares are rounded, each for itself
  const moves =
    preset && [all, all - 1, all + 1].find(each => sameContent(withMoves(TRAINING_PRESETS[preset], each).networks, networks))
  const words =
    moves === undefined ? [`${name}.json`] : [name, ...(moves === movesOf(TRAINING_PRESETS[preset!]) ? [] : [`--moves ${moves}`])]
  return `lab train ${[...words, `--seed ${seed}`, ...(threads > 1 ? [`--threads ${threads}`] : [])].join(' ')}`
}
