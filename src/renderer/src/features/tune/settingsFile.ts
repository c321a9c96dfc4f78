import {
  makeTraining,
  makeTuning,
  MAX_TRAINING_CHARS,
  MAX_TUNING_CHARS,
  parseTraining,
  parseTuning,
} from '../../../../core/contract/files'
import type { TuningConfig } from '../../../../core/contract/tuning/tuningConfig'
import type { TrainingConfig } from '../../../../core/games/twenty48/wallGame/training'
import { download } from '../../ui/exchange/files'

/** How the settings of a kind of run are written as a file, and read. */
export interface SettingsFile<C> {
  readonly titleOf: (config: C) => string
  readonly make: (config: C) => string
  readonly parse: (text: string, name: string) => C
  readonly maxChars: number
}

export const TUNING_FILE: SettingsFile<TuningConfig> = {
  titleOf: ({ title }) => title,
  make: makeTuning,
  parse: parseTuning,
  maxChars: MAX_TUNING_CHARS,
}
export const TRAINING_FILE: SettingsFile<TrainingConfig> = {
  titleOf: ({ name }) => name,
  make: makeTraining,
  parse: parseTraining,
  maxChars: MAX_TRAINING_CHARS,
}

export function saveSettings<C>({ titleOf, make }: SettingsFile<C>, config: C): void {
  download(`${titleOf(config)}.json`, 'application/json', make(config))
}
