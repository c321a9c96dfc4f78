import type { HandlersOf } from '../../core/contract/calls'
import type { DATA_CALLS } from '../../core/contract/calls/data'
import type { ENGINE_CALLS } from '../../core/contract/calls/engine'
import type { DataFolder } from './dataFolder'
import type { EngineSettings } from './engineSettings'

/** @param settle waits until what was played last is among the data. */
export function dataHandlers(
  data: DataFolder,
  engine: EngineSettings,
  settle: () => Promise<void>,
): HandlersOf<keyof typeof DATA_CALLS | keyof typeof ENGINE_CALLS> {
  return {
    dataFolder: async () => data.view(),
    showDataFolder: async () => data.show(),
    chooseDataPath: async ({ purpose, title }) => data.choose(purpose, title),
    checkData: async () => data.check(),
    backUpData: async ({ file }) => {
      await settle()
      return data.backUp(file)
    },
    restoreData: async choice => data.restore(choice),
    moveData: async ({ folder }) => data.move(folder),
    engine: async () => engine.view,
    chooseEngine: async choice => engine.choose(choice),
  }
}
