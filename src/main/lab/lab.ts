/** The lab for its hosts: its services behind one contract, for any number of pages. */
import { join } from 'node:path'
import type { Hello, LabEvents, LabHandlers, UnsavedView, Unsubscribe } from '../../core/contract/calls'
import { type DamagedRow, damagedProblem } from '../../core/contract/stored'
import type { LabErrorData } from '../../core/errors'
import { GENERATOR } from '../../core/random'
import { labProgram, PROGRAMS, VERSION } from '../installation'
import { Scope } from '../scope'
import { openArena } from './arena/arenaFeature'
import { openCompare } from './compare/compareFeature'
import { openData } from './data/dataFeature'
import type { Housekeeper } from './data/dataFolder'
import { BROWSER_FOLDER } from '../files/dataContents'
import type { LabData, NoData } from './context/labData'
import { missingStore } from './ground/storeLease'
import { openEngine } from './engine/engineSettings'
import { openCalibrations } from './calibrations/calibrationsFeature'
import { openPool, type EnginePool } from './ground/enginePool'
import { handlersOf, helloOf, createListeners } from './ground/labFeature'
import type { Ground, LabContext } from './context/labContext'
import { openImports } from './imports/imports'
import { openJobs } from './jobs/jobs'
import { openLibrary } from './library/libraryFeature'
import { openPlay } from './play/playFeature'
import { openProfiles } from './profiles/profilesFeature'
import { openRemote } from './remote/remoteFeature'
import { openSaving, type SavingOptions } from './saving/savingFeature'
import type { UnsavedWork } from './saving/unsavedWork'
import { failureData } from './ground/labFeature'
import { Throttle } from './ground/throttle'
import { openRuns } from './runs/runsFeature'
import { openAnalyses } from './analyses/analysesFeature'
import { openTraining } from './training/trainingFeature'
import { TrainedNetworks } from './training/trainedNetworks'
import { openTrees } from './trees/treesFeature'
import { openTuning } from './tuning/tuningFeature'
import { openStudies } from './reproduce/studies'
import { openSweeps } from './sweeps/sweepsFeature'
import { openWallTests } from './wallTest/wallTests'

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
  const scope = new Scope('the lab')
  if (store) scope.add(store)
  const onFailure = (error: unknown): void => {
    const failure = failureData(error)
    if (failure.code !== 'CANCELLED') emit('failure', failure)
  }
  let revision = 0
  const changes = scope.add(new Throttle(CHANGES_PER_SECOND, () => emit('library', { revision: ++revision })))
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
  let unsaved: UnsavedWork | undefined
  scope.defer(async () => {
    unsaved = await saving.close()
  })
  scope.add(engine.pool)
  scope.add(jobs)
  // no service needs another to close
  const services = new Scope('services', true)
  scope.defer(() => services.close().catch(onFailure))
  // before it waits for services, which may take long
  scope.defer(() => saving.flush())
  const within = (name: string, whole = services): LabContext => ({ ...ground, jobs, saving, scope: whole.child(name) })
  // each service may use those before it
  const networks = store && options.housekeeper && new TrainedNetworks(options.housekeeper.place.folder)
  const dataRoom = openData(within('data'), options.housekeeper, networks)
  const profileRoom = openProfiles(within('profiles'))
  const playRoom = openPlay(within('play', scope), profileRoom.profiles, dataRoom.preferences)
  const engineRoom = openEngine({ ...within('engine'), env: options.env ?? {} }, options.startedWith, playRoom.emitStatus)
  const treeRoom = openTrees(within('trees'), dataRoom.preferences, engineRoom.settings)
  const libraryRoom = openLibrary(within('library'), playRoom)
  const importRoom = openImports(within('imports'))
  const analysisRoom = openAnalyses(within('analyses'), libraryRoom.replayer)
  const calibrationRoom = openCalibrations(within('calibrations'))
  const tuningRoom = openTuning(within('tuning'), profileRoom.profiles)
  const compareRoom = openCompare(within('compare'), ground.store)
  const wallTestRoom = openWallTests(within('wall tests'))
  const studyRoom = openStudies(within('studies'))
  const sweepRoom = openSweeps(within('sweeps'))
  const trainingRoom = openTraining(within('training'), profileRoom.profiles, networks)
  // another lab may write in a folder whose store cannot be opened
  const inFolder = (name: string) => store && options.housekeeper && join(options.housekeeper.place.folder, name)
  const arenaRoom = openArena(within('arena'))
  const remoteRoom = openRemote({ ...within('remote'), env: options.env ?? {} }, playRoom.saver, inFolder(BROWSER_FOLDER))
  const runs = {
    tuning: tuningRoom.runs,
    training: trainingRoom.runs,
    wallTest: wallTestRoom.runs,
    study: studyRoom.runs,
    sweep: sweepRoom.runs,
    arena: arenaRoom.runs,
    ...compareRoom.runs,
    calibration: calibrationRoom.runs,
    ...analysisRoom.runs,
  }
  const features = [
    savingRoom,
    jobRoom,
    playRoom,
    dataRoom,
    profileRoom,
    engineRoom,
    treeRoom,
    libraryRoom,
    importRoom,
    analysisRoom,
    calibrationRoom,
    tuningRoom,
    compareRoom,
    wallTestRoom,
    studyRoom,
    sweepRoom,
    trainingRoom,
    arenaRoom,
    remoteRoom,
    openRuns(ground.store, kind => runs[kind]()),
  ]

  return {
    handlers: {
      ...handlersOf(features),
      takeOpened: () => Promise.resolve([]),
      hello: async () => {
        for (const problem of problems) emit('failure', problem)
        if (damaged.length > 0) reportDamaged()
        return {
          version: VERSION,
          programs: PROGRAMS,
          host,
          command: labProgram(options.env ?? {}),
          generator: GENERATOR,
          ...helloOf(features),
        }
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
    async close() {
      await scope.close()
      return unsaved
    },
  }
}
