import type { DATA_CALLS, DELETED_CALLS } from '../../../core/contract/calls/data'
import { DEFAULT_PREFERENCES } from '../../../core/contract/preferences'
import { LabError } from '../../../core/errors'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import { savedUnless } from '../saving/saving'
import type { TrainedNetworks } from '../training/trainedNetworks'
import { DailyCopies } from './dailyCopies'
import { DataFolder, type Housekeeper } from './dataFolder'
import { deletedHandlers, DeletedThings } from './deletedThings'
import { SavedPreferences } from './preferences'

type DataCalls = keyof typeof DATA_CALLS | keyof typeof DELETED_CALLS | 'setPreferences'
type DataFeature = Feature<DataCalls, 'preferences' | 'storeProblem' | 'home'> & { readonly preferences: SavedPreferences }

/** @param housekeeper absent: operations on the data folder are unavailable */
export function openData(
  context: LabContext,
  housekeeper: Housekeeper | undefined,
  networks: TrainedNetworks | undefined,
): DataFeature {
  const { store, data, carried, saving, jobs, scope, onFailure } = context
  const daily = data.store && housekeeper && new DailyCopies(store, housekeeper.place.folder, scope)
  const folder = new DataFolder(store, housekeeper, jobs, scope, daily)
  const deleted = new DeletedThings(store, networks)
  if (data.store) void deleted.forgetOld(scope, onFailure)
  const preferences = new SavedPreferences(data.preferences ?? DEFAULT_PREFERENCES, store, saving)
  if (carried && Object.keys(carried.preferences).length > 0) preferences.change(carried.preferences)
  return {
    preferences,
    handlers: {
      setPreferences: async change => {
        preferences.change(change)
        return savedUnless(await preferences.flush())
      },
      dataFolder: async () => folder.view(),
      showDataFolder: async () => folder.show(),
      chooseDataPath: async ({ purpose, title }) => folder.choose(purpose, title),
      checkData: async () => folder.check(),
      backUpData: async ({ file }) => {
        const problem = await saving.flush()
        const copy = await folder.backUp(file)
        if (problem)
          throw new LabError(problem.code, `${copy} was written without what could not be saved before: ${problem.message}`)
        return copy
      },
      restoreData: async choice => {
        await saving.requireSaved()
        return folder.restore(choice)
      },
      moveData: async to => {
        await saving.requirePlace() // unsaved work is included
        return folder.move(to.folder)
      },
      salvageData: async () => {
        await saving.requirePlace() // unsaved work is included
        return folder.salvage()
      },
      damagedRow: async ({ id }) => folder.damagedRow(id),
      ...deletedHandlers(deleted),
    },
    hello: () => ({
      preferences: preferences.value,
      ...(data.problem && { storeProblem: data.problem }),
      ...(housekeeper && housekeeper.place.namedBy !== 'system' && { home: housekeeper.place.named }),
    }),
  }
}
