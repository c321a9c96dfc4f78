/** The game on the board with all that follows it: its analysis, its keeping, and the state of the engine that it is played on. */
import type { EngineStatus } from '../../core/contract/calls'
import { isOver } from '../../core/games/twenty48/playGame'
import type { Store } from '../store/store'
import { Analysis } from './analysis'
import type { EnginePool } from './enginePool'
import { GameKeeper } from './gameKeeper'
import { keptGame } from './keptGame'
import type { LabGame } from './labGame'
import type { createListeners } from './listeners'
import { Play } from './play'
import type { ProfileCollection } from './profileCollection'
import { Throttle } from './throttle'

const STATUS_PER_SECOND = 4

export interface GameTableOptions {
  readonly engine: EnginePool
  readonly emit: ReturnType<typeof createListeners>['emit']
  /** Absent: the game is forgotten when the lab ends. */
  readonly store: Store | undefined
  readonly profiles: ProfileCollection
  /** The game that was on the board when the lab ended. */
  readonly game: LabGame | undefined
  /** Hears that games were put into the library. */
  readonly onKept: () => void
  readonly onFailure: (error: unknown) => void
}

export interface GameTable {
  readonly play: Play
  readonly analysis: Analysis
  /** Absent where nothing is kept. */
  readonly keeper: GameKeeper | undefined
  readonly status: () => EngineStatus
  /** To be called when something of the status changed that no search tells, such as the threads. */
  readonly tellStatus: () => void
  close(): void
}

export function openGameTable(options: GameTableOptions): GameTable {
  const { engine, emit, store, profiles, game, onKept, onFailure } = options
  const { pool } = engine
  const keeper = store && new GameKeeper(store, () => play.game.record, onFailure, onKept)
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
    game,
    onDone: done => {
      keeper?.keep(keptGame(done, engine, profiles.known))
      if (isOver(done.history.last)) void keeper?.flush()
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

  analysis.follow(play.isOver ? undefined : play.board)

  return {
    ...{ play, analysis, keeper, status, tellStatus },
    close() {
      play.close()
      analysis.close()
      statuses.close()
    },
  }
}
