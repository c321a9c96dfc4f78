/** The lab as its hosts see it: the services behind one contract, for any number of pages. */
import type { Hello, LabEvents, LabHandlers, Unsubscribe } from '../../core/contract/calls'
import { DEFAULT_PREFERENCES } from '../../core/contract/preferences'
import type { LabErrorData } from '../../core/errors'
import { GENERATOR } from '../../core/random'
import { TreeReader } from '../compute/treeReader'
import { VERSION } from './about'
import type { PoolSize } from '../compute/pool'
import { analysisHandlers } from './analysisHandlers'
import { DataFolder, type Housekeeper } from './dataFolder'
import { dataHandlers } from './dataHandlers'
import { deletedHandlers } from './deletedHandlers'
import { DeletedThings } from './deletedThings'
import { DraftKeeper } from './draftKeeper'
import { openPool, type EnginePool } from './enginePool'
import { EngineSettings, USUAL_ENGINE } from './engineSettings'
import { failureData } from './failure'
import { GameAnalyses, type StudyOptions } from './gameAnalyses'
import { requireStore, type LabData, type NoData } from './labData'
import { openGameTable } from './gameTable'
import { jobHandlers } from './jobHandlers'
import { importHandlers } from './imports/importHandlers'
import { Imports } from './imports/imports'
import { Jobs } from './jobs'
import { Library } from './library'
import { libraryHandlers } from './libraryHandlers'
import { createListeners } from './listeners'
import { systemSeed } from './play'
import { playHandlers } from './playHandlers'
import { PreferenceKeeper } from './preferences'
import { ProfileCollection } from './profileCollection'
import { profileHandlers } from './profileHandlers'
import { DEFAULT_PROFILE } from './profiles'
import { Replayer } from './replayer'
import { replayHandlers } from './replayHandlers'
import { SlidePlayouts } from './slidePlayouts'
import { stampOf } from './provenance'
import { Throttle } from './throttle'
import { Timelines } from './timelines'
import { treeHandlers } from './treeHandlers'
import { Trees } from './trees'
import { Tryout } from './tryout'
import { RunJobs } from './tuning/runJobs'
import { runProvenance } from './tuning/runProvenance'
import { Tuning } from './tuning/tuning'
import { tuningHandlers } from './tuning/tuningHandlers'

const CHANGES_PER_SECOND = 4

export interface LabOptions {
  readonly host: Hello['host']
  /** Absent: `openPool` with the default number of threads. It is closed with the lab. */
  readonly engine?: EnginePool
  /** Of `openLabData`, closed with the lab. Absent: nothing is kept when the lab ends. */
  readonly data?: LabData | NoData
  /** Told to every page as it opens, besides those of `data`. */
  readonly problems?: readonly LabErrorData[]
  /** Threads that were named for this run. */
  readonly startedWith?: number | undefined
  /** Absent: nothing can be done with the data folder. */
  readonly housekeeper?: Housekeeper | undefined
}

export interface Lab {
  readonly handlers: LabHandlers
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
  /** Ends every job and thread, and writes what is not yet written. */
  close(): Promise<void>
}

export function createLab(options: LabOptions): Lab {
  const { host, engine = openPool({ window: host === 'window' }), data, startedWith, housekeeper } = options
  const { pool } = engine
  const { on, emit } = createListeners()
  const onFailure = (error: unknown): void => {
    const data = failureData(error)
    if (data.code !== 'CANCELLED') emit('failure', data)
  }

  const store = data && 'store' in data ? data.store : undefined
  let revision = 0
  const changes = new Throttle(CHANGES_PER_SECOND, () => emit('library', { revision: ++revision }))
  /** What every page is told as it opens: the lab can do less than it should. */
  const problems: LabErrorData[] = [...(options.problems ?? []), ...problemsOf(data)]
  const storeOrWhy = store ?? (data && 'problem' in data ? data.problem : undefined)
  const profiles = new ProfileCollection(
    storeOrWhy,
    data && 'profiles' in data ? data.profiles : [],
    list => emit('profiles', list),
    problem => problems.push(problem),
  )
  const drafts = new DraftKeeper(
    data && 'drafts' in data ? data.drafts : [],
    id => profiles.owns(id),
    store,
    onFailure,
    problem => problems.push(problem),
  )
  const jobs = new Jobs(list => emit('jobs', list))
  const preferences = new PreferenceKeeper(data?.preferences ?? DEFAULT_PREFERENCES, store, onFailure)
  const table = openGameTable({
    ...{ engine, emit, store, profiles, onFailure },
    game: data && 'game' in data ? data.game : undefined,
    onKept: () => changes.ask(),
  })
  const { play, analysis, keeper } = table

  const trees = new Trees({
    pool,
    reader: new TreeReader(),
    jobs,
    mebibytes: () => preferences.value.traceMebibytes,
    memory: () => engineSettings.memoryForTrees,
    stamp: () => stampOf(engine),
    onViews: views => emit('trees', views),
    onFailure,
  })
  const replayer = new Replayer(storeOrWhy, pool, jobs)
  const library = new Library(
    storeOrWhy,
    game => replayer.timeline(game),
    systemSeed,
    () => changes.ask(),
  )
  const imports = new Imports(storeOrWhy, jobs, () => changes.ask())
  const findStore = () => requireStore(storeOrWhy)
  const timelines = new Timelines(findStore, game => replayer.timeline(game))
  const studies: StudyOptions = { store: findStore, engine, timelines, jobs, onFailure }
  const analyses = new GameAnalyses(studies, view => emit('gameAnalysis', view))
  const playouts = new SlidePlayouts(studies, view => emit('playouts', view))
  const tryout = new Tryout(pool)
  const dataFolder = new DataFolder(storeOrWhy, housekeeper, jobs)
  const deleted = new DeletedThings(storeOrWhy)
  deleted.forgetOld(onFailure)
  const resize = (size: PoolSize): void => {
    pool.resize(size)
    table.tellStatus()
  }
  const engineSettings = new EngineSettings(data?.engine ?? USUAL_ENGINE, resize, store, startedWith)
  const flush = async (): Promise<void> => {
    await keeper?.flush()
    await preferences.flush()
    await drafts.flush()
  }
  const runJobs = new RunJobs(jobs, id => void tuning.pause(id).catch(onFailure))
  const tuning: Tuning = new Tuning({
    ...{ store: storeOrWhy, pool, onFailure },
    provenance: () => runProvenance(engine),
    drawSeed: systemSeed,
    onRow: row => {
      runJobs.hear(row)
      emit('run', row)
    },
  })

  return {
    handlers: {
      hello: async () => {
        for (const problem of problems) emit('failure', problem)
        return {
          version: VERSION,
          host,
          kernel: engine.kernel,
          generator: GENERATOR,
          profiles: profiles.list,
          drafts: drafts.list,
          defaultProfile: DEFAULT_PROFILE,
          preferences: preferences.value,
          game: play.view,
          analysis: analysis.view,
          status: table.status(),
          ...(data && 'problem' in data && { unkept: data.problem }),
          jobs: jobs.list,
        }
      },
      setPreferences: async change => preferences.change(change),
      ...playHandlers(play, analysis),
      ...treeHandlers(trees),
      ...libraryHandlers(library, play, () => keeper?.settle()),
      ...replayHandlers(replayer),
      ...importHandlers(imports),
      ...profileHandlers(profiles, drafts, tryout),
      ...tuningHandlers(tuning, profile => profiles.create(profile)),
      ...jobHandlers(jobs),
      ...analysisHandlers(analyses, playouts),
      ...deletedHandlers(deleted),
      ...dataHandlers(dataFolder, engineSettings, flush),
    },
    on,
    async close() {
      table.close()
      trees.end()
      tryout.close()
      replayer.close()
      imports.close()
      dataFolder.close()
      await Promise.all([analyses.close(), playouts.close()])
      await tuning.close()
      await deleted.close()
      jobs.close()
      await pool.close()
      await flush()
      changes.close()
      await store?.close()
    },
  }
}

function problemsOf(data: LabOptions['data']): readonly LabErrorData[] {
  if (!data) return []
  return 'problem' in data ? [data.problem] : data.problems
}
