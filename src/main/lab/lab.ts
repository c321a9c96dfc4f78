/** The lab as its hosts see it: the services behind one contract, for any number of pages. */
import {
  EVENT_NAMES,
  type EngineStatus,
  type Hello,
  type LabEvents,
  type LabHandlers,
  type Unsubscribe,
} from '../../core/contract/calls'
import type { CurrentGame } from '../../core/contract/stored'
import { LabError, type LabErrorData } from '../../core/errors'
import { isOver } from '../../core/games/twenty48/playGame'
import { GENERATOR } from '../../core/random'
import { VERSION } from './about'
import { Analysis } from './analysis'
import { openPool, type EnginePool } from './enginePool'
import { GameKeeper } from './gameKeeper'
import { keptGame } from './keptGame'
import type { LabData, NoData } from './labData'
import { jobHandlers } from './jobHandlers'
import { Jobs } from './jobs'
import { LabGame } from './labGame'
import { Library } from './library'
import { libraryHandlers } from './libraryHandlers'
import { Play, systemSeed } from './play'
import { playHandlers } from './playHandlers'
import { PreferenceFile } from './preferences'
import { ProfileCollection } from './profileCollection'
import { profileHandlers } from './profileHandlers'
import { DEFAULT_PROFILE } from './profiles'
import { Throttle } from './throttle'
import { Tryout } from './tryout'
import { RunJobs } from './tuning/runJobs'
import { runProvenance } from './tuning/runProvenance'
import { Tuning } from './tuning/tuning'
import { tuningHandlers } from './tuning/tuningHandlers'

const STATUS_PER_SECOND = 4

export interface LabOptions {
  readonly host: Hello['host']
  /** Absent: `openPool` with the default number of threads. It is closed with the lab. */
  readonly engine?: EnginePool
  /** The data folder, for preferences. Absent: they hold until the lab ends. */
  readonly home?: string
  /** Of `openLabData`, closed with the lab. Absent: no game is kept when the lab ends. */
  readonly data?: LabData | NoData
}

export interface Lab {
  readonly handlers: LabHandlers
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
  /** Ends every job and thread, and writes what is not yet written. */
  close(): Promise<void>
}

type Listeners = { readonly [E in keyof LabEvents]: Set<(payload: LabEvents[E]) => void> }

export function createLab({ host, engine = openPool({ window: host === 'window' }), home, data }: LabOptions): Lab {
  const { pool } = engine
  const listeners = Object.fromEntries(EVENT_NAMES.map(event => [event, new Set()])) as unknown as Listeners
  const emit = <E extends keyof LabEvents>(event: E, payload: LabEvents[E]): void => {
    for (const listener of listeners[event]) listener(payload)
  }
  const onFailure = (error: unknown): void => {
    const data = failureData(error)
    if (data.code !== 'CANCELLED') emit('failure', data)
  }

  const store = data && 'store' in data ? data.store : undefined
  /** What every page is told as it opens: the lab can do less than it should. */
  const problems: LabErrorData[] = data && 'problem' in data ? [data.problem] : []
  const profiles = new ProfileCollection(
    store ?? problems[0],
    data && 'profiles' in data ? data.profiles : [],
    list => emit('profiles', list),
    problem => problems.push(problem),
  )
  const keeper = store && new GameKeeper(store, () => play.game.record, onFailure)
  const jobs = new Jobs(list => emit('jobs', list))
  const preferences = new PreferenceFile(home, onFailure)
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

  const library = new Library(store ?? problems[0], pool, systemSeed)
  const tryout = new Tryout(pool)
  const runJobs = new RunJobs(jobs, id => void tuning.pause(id).catch(onFailure))
  const tuning: Tuning = new Tuning({
    ...{ store: store ?? problems[0], pool, onFailure },
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
      ...libraryHandlers(library, play, () => keeper?.settle()),
      ...profileHandlers(profiles, tryout),
      ...tuningHandlers(tuning, profile => profiles.create(profile)),
      ...jobHandlers(jobs),
    },
    on(event, listener) {
      listeners[event].add(listener)
      return () => void listeners[event].delete(listener)
    },
    async close() {
      play.close()
      analysis.close()
      tryout.close()
      statuses.close()
      await tuning.close()
      jobs.close()
      await pool.close()
      await keeper?.flush()
      await store?.close()
    },
  }
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

/** A bug keeps its stack in our log; the page learns that there was one. */
function failureData(error: unknown): LabErrorData {
  if (error instanceof LabError) return error.toData()
  console.error(error)
  return { code: 'INTERNAL', message: `A fault in the lab ended this job: ${String(error)}. Its log has the details.` }
}
