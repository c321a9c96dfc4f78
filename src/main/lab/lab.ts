/** The lab as its hosts see it: the services behind one contract, for any number of pages. */
import type { EngineStatus, Hello, LabEvents, LabHandlers, Unsubscribe } from '../../core/contract/calls'
import type { CurrentGame } from '../../core/contract/stored'
import { DEFAULT_PREFERENCES } from '../../core/contract/preferences'
import { LabError, type LabErrorData } from '../../core/errors'
import { isOver } from '../../core/games/twenty48/playGame'
import { GENERATOR } from '../../core/random'
import { TreeReader } from '../compute/treeReader'
import { VERSION } from './about'
import type { PoolSize } from '../compute/pool'
import { Analysis } from './analysis'
import { analysisHandlers } from './analysisHandlers'
import { DataFolder, type Housekeeper } from './dataFolder'
import { dataHandlers } from './dataHandlers'
import { openPool, type EnginePool } from './enginePool'
import { EngineSettings, USUAL_ENGINE } from './engineSettings'
import { failureData } from './failure'
import { GameAnalyses, type StudyOptions } from './gameAnalyses'
import { GameKeeper } from './gameKeeper'
import { keptGame } from './keptGame'
import { requireStore, type LabData, type NoData } from './labData'
import { jobHandlers } from './jobHandlers'
import { importHandlers } from './imports/importHandlers'
import { Imports } from './imports/imports'
import { Jobs } from './jobs'
import { LabGame } from './labGame'
import { Library } from './library'
import { libraryHandlers } from './libraryHandlers'
import { createListeners } from './listeners'
import { Play, systemSeed } from './play'
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

const STATUS_PER_SECOND = 4
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
  const keeper =
    store &&
    new GameKeeper(
      store,
      () => play.game.record,
      onFailure,
      () => changes.ask(),
    )
  const jobs = new Jobs(list => emit('jobs', list))
  const preferences = new PreferenceKeeper(data?.preferences ?? DEFAULT_PREFERENCES, store, onFailure)
  const analysis: Analysis = new Analysis({
    pool,
    onView: view => emit('analysis', view),
    onChange: () => {
      if (analysis.last) play.learn(analysis.last.report)
      tellStatus()
    },
    onFailure,
  })
  const play: Play = new Play({
    pool,
    game: data && 'game' in data && data.game ? resume(data.game, problems) : undefined,
    onDone: game => {
      keeper?.keep(keptGame(game, engine, profiles.known))
      if (isOver(game.history.last)) void keeper?.flush()
    },
    onView: view => emit('game', view),
    onChange: () => {
      keeper?.changed()
      // It rests while the engine moves by itself: both would search the same board.
      analysis.follow(play.activity !== 'none' || play.isOver ? undefined : play.board)
      tellStatus()
    },
    onSearched: searched => analysis.show(searched),
    onFailure,
  })

  const status = (): EngineStatus => {
    const { report, ms } = analysis.last ?? {}
    return {
      state: play.activity === 'autoplay' ? 'playing' : play.activity === 'thinking' || analysis.isRunning ? 'analysing' : 'idle',
      depth: report?.depth ?? 0,
      nodes: report?.nodes ?? 0,
      nodesPerSecond: report && ms ? (report.nodes / ms) * 1000 : 0,
      hitRate: report?.probes ? report.hits / report.probes : 0,
      threads: pool.threads,
      memoryBytes: pool.memoryBytes,
    }
  }
  let toldState: EngineStatus['state'] = 'idle'
  const statuses = new Throttle(STATUS_PER_SECOND, () => {
    const told = status()
    toldState = told.state
    emit('status', told)
  })
  const tellStatus = (): void => (status().state === toldState ? statuses.ask() : statuses.now())

  const trees = new Trees({
    pool,
    reader: new TreeReader(),
    mebibytes: () => preferences.value.traceMebibytes,
    stamp: () => stampOf(engine),
    onViews: views => emit('trees', views),
    onFailure,
  })
  const replayer = new Replayer(storeOrWhy, pool, jobs)
  const library = new Library(
    storeOrWhy,
    game => replayer.replay(game),
    systemSeed,
    () => changes.ask(),
  )
  const imports = new Imports(storeOrWhy, () => changes.ask())
  const findStore = () => requireStore(storeOrWhy)
  const timelines = new Timelines(findStore, game => replayer.replay(game))
  const studies: StudyOptions = { store: findStore, engine, timelines, jobs, onFailure }
  const analyses = new GameAnalyses(studies, view => emit('gameAnalysis', view))
  const playouts = new SlidePlayouts(studies, view => emit('playouts', view))
  const tryout = new Tryout(pool)
  const dataFolder = new DataFolder(storeOrWhy, housekeeper, () => jobs.list.length > 0)
  const resize = (size: PoolSize): void => {
    pool.resize(size)
    tellStatus()
  }
  const engineSettings = new EngineSettings(data?.engine ?? USUAL_ENGINE, resize, store, startedWith)
  const flush = async (): Promise<void> => {
    await keeper?.flush()
    await preferences.flush()
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

  analysis.follow(play.isOver ? undefined : play.board)

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
          defaultProfile: DEFAULT_PROFILE,
          preferences: preferences.value,
          game: play.view,
          analysis: analysis.view,
          status: status(),
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
      ...profileHandlers(profiles, tryout),
      ...tuningHandlers(tuning, profile => profiles.create(profile)),
      ...jobHandlers(jobs),
      ...analysisHandlers(analyses, playouts),
      ...dataHandlers(dataFolder, engineSettings, flush),
    },
    on,
    async close() {
      play.close()
      analysis.close()
      trees.end()
      tryout.close()
      replayer.close()
      imports.close()
      statuses.close()
      await Promise.all([analyses.close(), playouts.close()])
      await tuning.close()
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

/** The stored game; one that cannot be played through is a problem, and another is begun. */
function resume(game: CurrentGame, problems: LabErrorData[]): LabGame | undefined {
  try {
    return LabGame.resume(game)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    const message = `The game that was on the board cannot be taken up again: ${error.message}. A new one was begun.`
    problems.push({ ...error.toData(), message })
    return undefined
  }
}
