/** The lab as its hosts see it: the services behind one contract, for any number of pages. */
import type { EngineStatus, Hello, LabEvents, LabHandlers, Unsubscribe } from '../../core/contract/calls'
import { LabError, type LabErrorData } from '../../core/errors'
import { GENERATOR } from '../../core/random'
import { VERSION } from './about'
import { Analysis } from './analysis'
import { openPool, type EnginePool } from './enginePool'
import { Play } from './play'
import { PreferenceFile } from './preferences'
import { builtInProfiles, DEFAULT_PROFILE } from './profiles'
import { Throttle } from './throttle'

const STATUS_PER_SECOND = 4

export interface LabOptions {
  readonly host: Hello['host']
  /** Absent: `openPool` with the default number of threads. It is closed with the lab. */
  readonly engine?: EnginePool
  /** The data folder. Absent: nothing is kept when the lab ends. */
  readonly home?: string
}

export interface Lab {
  readonly handlers: LabHandlers
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
  /** Ends every job and thread. */
  close(): Promise<void>
}

type Listeners = { readonly [E in keyof LabEvents]: Set<(payload: LabEvents[E]) => void> }

export function createLab({ host, engine = openPool({ window: host === 'window' }), home }: LabOptions): Lab {
  const { pool } = engine
  const listeners: Listeners = { game: new Set(), analysis: new Set(), status: new Set(), failure: new Set() }
  const emit = <E extends keyof LabEvents>(event: E, payload: LabEvents[E]): void => {
    for (const listener of listeners[event]) listener(payload)
  }
  const onFailure = (error: unknown): void => {
    const data = failureData(error)
    if (data.code !== 'CANCELLED') emit('failure', data)
  }

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
    onView: view => emit('game', view),
    onChange: () => {
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

  analysis.follow(play.board)

  return {
    handlers: {
      hello: async () => ({
        version: VERSION,
        host,
        kernel: engine.kernel,
        generator: GENERATOR,
        profiles: builtInProfiles(),
        defaultProfile: DEFAULT_PROFILE,
        preferences: preferences.value,
        game: play.view,
        analysis: analysis.view,
        status: status(),
      }),
      newGame: async ({ seed }) => play.newGame(seed),
      setPosition: async ({ text }) => play.setPosition(text),
      slide: async ({ move }) => play.slide(move),
      undo: async ({ slides }) => play.undo(slides),
      redo: async ({ slides }) => play.redo(slides),
      gameGraph: async ({ points }) => play.graph(points),
      engineMove: async ({ player }) => play.engineMove(player),
      startAutoplay: async ({ player, speed }) => play.startAutoplay(player, speed),
      stopAutoplay: async () => play.stop(),
      startAnalysis: async ({ player }) => analysis.start(player),
      stopAnalysis: async () => analysis.stop(),
      setPreferences: async change => preferences.change(change),
    },
    on(event, listener) {
      listeners[event].add(listener)
      return () => void listeners[event].delete(listener)
    },
    async close() {
      play.close()
      analysis.close()
      statuses.close()
      await pool.close()
    },
  }
}

/** A bug keeps its stack in our log; the page learns that there was one. */
function failureData(error: unknown): LabErrorData {
  if (error instanceof LabError) return error.toData()
  console.error(error)
  return { code: 'INTERNAL', message: `A fault in the lab ended this job: ${String(error)}. Its log has the details.` }
}
