import { availableParallelism } from 'node:os'
import type { HandlersOf } from '../../../core/contract/calls'
import type { TRAINING_CALLS } from '../../../core/contract/calls/training'
import { trainingConfigShape } from '../../../core/contract/files'
import { findingOf } from '../../../core/contract/shapes'
import { LabError } from '../../../core/errors'
import { TRAINING_PRESET_NAMES, TRAINING_PRESETS } from '../../../core/games/twenty48/wallGame/trainingPresets'
import type { LabContext } from '../context/labContext'
import { profileByName } from '../profiles/builtInProfiles'
import { plain, type ProfileCollection } from '../profiles/profileCollection'
import type { KindFeature } from '../runs/runsFeature'
import { Trainings } from './trainings'
import type { TrainedNetworks } from './trainedNetworks'

/** @param networks absent: nothing can be saved, so nothing is trained */
export function openTraining(
  { store, jobs, scope, emit, onFailure }: LabContext,
  profiles: Pick<ProfileCollection, 'create' | 'list'>,
  networks: TrainedNetworks | undefined,
): KindFeature<keyof typeof TRAINING_CALLS> {
  const opened = networks && scope.add(new Trainings({ networks, store, jobs, onFailure, onRow: row => emit('training', row) }))

  function usable(): Trainings {
    if (opened) return opened
    throw new LabError('BAD_STORE', 'There is no data folder to save a training run in.')
  }

  const handlers: HandlersOf<keyof typeof TRAINING_CALLS> = {
    trainingForms: async () => ({
      presets: TRAINING_PRESET_NAMES.map(name => TRAINING_PRESETS[name]),
      cores: availableParallelism(),
    }),
    checkTraining: async ({ config }) => {
      const { error } = trainingConfigShape.safeParse(config)
      return (error?.issues ?? []).slice(0, 20).map(findingOf)
    },
    estimateTraining: async ({ config }) => usable().estimate(config),
    stopTrainingEstimate: async () => opened?.stopEstimate(),
    trainings: async () => usable().list(),
    training: async ({ id, after }) => usable().view(id, after),
    startTraining: async order => usable().start(order),
    promoteTraining: async ({ id, name, title, basis }) => {
      const profile = await usable().profile(id, name, plain(profileByName(basis, profiles.list)))
      return profiles.create({ ...profile, ...(title !== undefined && { title }) })
    },
  }
  return { handlers, runs: usable }
}
