import type { GamePosition, GameResult, Player, Turn } from '../../core/games/twenty48/player'
import type { Board } from '../../core/games/twenty48/board'
import type { MoveTimes, StopCell, ToThread } from '../../core/contract/compute'
import type { SearchReport } from '../../core/search/report'

/** What the pool needs of a `Worker`, so that tests can pass their own. */
export interface ThreadLike {
  postMessage(message: ToThread): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): Promise<unknown>
}

/** Starts a thread. May throw a `LabError`: then whoever needed the thread gets it. */
export type CreateThread = (stopCell: StopCell) => ThreadLike

export interface PoolOptions {
  readonly threads: number
  readonly createThread: CreateThread
}

export interface Searched {
  readonly report: SearchReport
  /** Since a thread was there to search. */
  readonly ms: number
}

export interface SearchOptions {
  /** Ends the search early: it resolves with what was finished, `stopped: 'request'`. */
  readonly signal?: AbortSignal | undefined
  /** Hears the report of each finished iteration. */
  readonly interim?: ((searched: Searched) => void) | undefined
}

export interface PlayedGame {
  readonly result: GameResult
  readonly times: MoveTimes
  readonly ms: number
}

export interface PlayedTurns {
  readonly turns: readonly Turn[]
  /** The search behind the last of the turns, and how long it took. */
  readonly last: SearchReport
  readonly ms: number
}

export interface Pool {
  readonly threads: number
  /** Memory of the kernels of all threads, as they last told. */
  readonly memoryBytes: number
  search(board: Board, player: Player, options?: SearchOptions): Promise<Searched>
  /** @param onGame hears each game once, as it ends: in no fixed order. */
  playGames(player: Player, seeds: readonly number[], onGame: (game: PlayedGame) => void, signal?: AbortSignal): Promise<void>
  autoplay(player: Player, from: GamePosition, onTurns: (played: PlayedTurns) => void, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

export function createPool(_options: PoolOptions): Pool {
  throw new Error('being written')
}
