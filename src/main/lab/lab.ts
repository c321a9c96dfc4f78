/** The lab for its hosts: its services behind one contract, for any number of pages. */
import { join } from 'node:path'
import type { Hello, LabEvents, LabHandlers, UnsavedView, Unsubscribe } from '../../core/contract/calls'
import type { DamagedRow } from '../../core/contract/stored'
import type { LabErrorData } from '../../core/errors'
import { GENERATOR } from '../../core/random'
import { VERSION } from '../about'
import { damagedProblem } from '../../core/contract/damagedRows'
import { openArena } from './arena/arenaFeature'
import { openData } from './data/dataFeature'
import type { Housekeeper } from './data/dataFolder'
import { ARENA_FOLDER, BROWSER_FOLDER } from '../files/dataContents'
import type { LabData, NoData } from './context/labData'
import { missingStore } from './ground/missingStore'
import { openEngine } from './engine/engineFeature'
import { openPool, type EnginePool } from './ground/enginePool'
import { handlersOf, helloOf } from './ground/labFeature'
import type { Ground, LabContext } from './context/labContext'
import { openImports } from './imports/imports'
import { openJobs } from './jobs/jobs'
import { openLibrary } from './library/libraryFeature'
import { openPlay } from './play/playFeature'
import { openProfiles } from './profiles/profilesFeature'
import { openRemote } from './remote/remoteFeature'
import { openSaving, type SavingOptions } from './saving/savingFeature'
import type { UnsavedWork } from './saving/unsavedWork'
import { failureData } from './ground/failure'
import { createListeners } from './ground/listeners'
import { Throttle } from './ground/throttle'
import { openStudies } from './studies/studiesFeature'
import { openTraining } from './training/trainingFeature'
import { TrainingRuns } from './training/trainingRuns'
import { openTrees } from './trees/treesFeature'
import { openTuning } from './tuning/tuningFeature'

const CHANGES_PER_SECOND = 4

export interface LabOptions extends SavingOptions {
  readonly host: Hello['host']
  /** Environment of the browsers that it starts. Absent: an empty one. */
  readonly env?: NodeJS.ProcessEnv
  /** Absent: `openPool` with the default number of threads. It is closed with the lab. */
  readonly engine?: EnginePool
  /** From `openLabData`, closed with the lab. Absent: nothing is saved when the lab ends. */
  readonly data?: LabData | NoData
  /** Reported to every page when it opens, in addition to those of `data`. */
  readonly problems?: readonly LabErrorData[]
  /** Number of threads set for this run. */
  readonly startedWith?: number | undefined
  /** Absent: operations on the data folder are unavailable. */
  readonly housekeeper?: Housekeeper | undefined
  /** Work that an earlier lab could not save. */
  readonly carried?: UnsavedWork | undefined
}

export interface Lab {
  readonly handlers: LabHandlers
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
  /** Unsaved work, as in `hello`. */
  readonly unsaved: UnsavedView | undefined
  /** True if it has its data folder. */
  readonly hasStore: boolean
  /** True if closing it would lose recorded trees or jobs. */
  readonly isBusy: boolean
  /** Writes pending changes now. @returns why something is still unsaved */
  flush(): Promise<LabErrorData | undefined>
  /** Ends every job and thread, and writes pending changes. @returns work that could not be saved */
  close(): Promise<UnsavedWork | undefined>
}

export function createLab(options: LabOptions): Lab {
  const { host, engine = openPool({ window: host === 'window' }) } = options
  const data: Ground['data'] = options.data ?? {}
  const { store } = data
  const { on, emit } = createListeners()
  const onFailure = (error: unknown): void => {
    const failure = failureData(error)
    if (failure.code !== 'CANCELLED') emit('failure', failure)
  }
  let revision = 0
  const changes = new Throttle(CHANGES_PER_SECOND, () => emit('library', { revision: ++revision }))
  /** Shown on every page when it opens, besides unsaved work: the lab has limited functions. */
  const problems: LabErrorData[] = [...(options.problems ?? []), ...(data.problems ?? [])]
  const damaged: DamagedRow[] = []
  const reportDamaged = () => emit('failure', damagedProblem(damaged, 'Settings lists them with their content.'))
  store?.onDamaged(rows => {
    damaged.push(...rows)
    reportDamaged()
  })

  const ground: Ground = {
    ...{ engine, data, on, emit, onFailure },
    store: store ?? missingStore(data.problem),
    carried: options.carried,
    onProblem: problem => problems.push(problem),
    onLibrary: () => changes.ask(),
  }
  const savingRoom = openSaving(ground, options)
  const jobRoom = openJobs(ground)
  const { saving } = savingRoom
  const { jobs } = jobRoom
  const context: LabContext = { ...ground, jobs, saving }
  // each service may use those before it
  const trainings = store && options.housekeeper && new TrainingRuns(options.housekeeper.place.folder)
  const dataRoom = openData(context, options.housekeeper, trainings)
  const profileRoom = openProfiles(context)
  const playRoom = openPlay(context, profileRoom.profiles)
  const engineRoom = openEngine(context, options.startedWith, playRoom.emitStatus)
  const treeRoom = openTrees(context, dataRoom.preferences, engineRoom.settings)
  const libraryRoom = openLibrary(context, playRoom)
  const importRoom = openImports(context)
  const studyRoom = openStudies(context, libraryRoom.replayer)
  const tuningRoom = openTuning(context, profileRoom.profiles)
  const trainingRoom = openTraining(context, profileRoom.profiles, trainings)
  // another lab may write in a folder whose store cannot be opened
  const inFolder = (name: string) => store && options.housekeeper && join(options.housekeeper.place.folder, name)
  const arenaRoom = openArena(context, inFolder(ARENA_FOLDER))
  const remoteRoom = openRemote({ ...context, env: options.env ?? {} }, playRoom.saver, inFolder(BROWSER_FOLDER))
  const rooms = [
    dataRoom,
    profileRoom,
    engineRoom,
    treeRoom,
    libraryRoom,
    importRoom,
    studyRoom,
    tuningRoom,
    trainingRoom,
    arenaRoom,
    remoteRoom,
  ]
  const features = [savingRoom, jobRoom, playRoom, ...rooms]

  /**
   * Ends the game first, and saves pending changes before it waits for jobs, which may take long. Then closes all services at once, and
   * after them their common ground. A failure stops none of the later writes.
   */
  async function close(): Promise<UnsavedWork | undefined> {
    playRoom.close()
    await saving.flush()
    for (const ending of await Promise.allSettled(rooms.map(async room => room.close?.())))
      if (ending.status === 'rejected') onFailure(ending.reason)
    jobs.close()
    await engine.pool.close()
    try {
      return await saving.close()
    } finally {
      changes.close()
      await store?.close()
    }
  }
  let closed: ReturnType<typeof close> | undefined

  return {
    handlers: {
      ...handlersOf(features),
      hello: async () => {
        for (const problem of problems) emit('failure', problem)
        if (damaged.length > 0) reportDamaged()
        return { version: VERSION, host, generator: GENERATOR, ...helloOf(features) }
      },
    },
    on,
    get unsaved() {
      return saving.view
    },
    hasStore: store !== undefined,
    get isBusy() {
      return jobs.list.length > 0 || treeRoom.trees.views.length > 0
    },
    flush: () => saving.flush(),
    close: () => (closed ??= close()),
  }
}
