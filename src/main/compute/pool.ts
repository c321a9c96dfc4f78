import type { Board } from '../../core/games/twenty48/board'
import type { PlayedGame } from '../../core/contract/compute'
import type { GamePosition, GameRules, Player, SearchedTurn } from '../../core/games/twenty48/player'
import type { SearchReport } from '../../core/search/report'
import type { LabError } from '../../core/errors'
import { onAbort } from './abort'
import { createDeferred } from './deferred'
import { GameBatch, type GameBatchOptions, type GameTask, type MoreGames } from './gameBatch'
import { checkTable } from './memory'
import { SearchRun, type SearchOptions, type Searched } from './searchRun'
import { ThreadHandle, type Batch, type CreateThread } from './threadHandle'

export type { PlayedGame, Searched, SearchOptions }

export interface PoolOptions {
  readonly threads: number
  readonly createThread: CreateThread
}

export interface PlayedTurns {
  readonly turns: readonly SearchedTurn[]
  /** The search behind the last of the turns, and how long it took. */
  readonly last: SearchReport
  readonly ms: number
}

export interface GamesOptions {
  /** Ends it early: it resolves, and no more games are told. */
  readonly signal?: AbortSignal | undefined
  /** Asked after each game: where it gives a promise, no more games are played until that resolves. */
  readonly room?: (() => Promise<void> | undefined) | undefined
}

interface TaskOptions {
  /** As of `GamesOptions`. */
  readonly signal?: AbortSignal | undefined
  /**
   * Hears of a game that cannot be played: its thread died of it, or refused it. It is not tried again, and the others go on.
   * What it returns is played besides.
   */
  readonly onLost: (task: number, error: LabError) => MoreGames
}

export interface AutoplayOptions {
  /** At most so many; absent: as fast as a thread can. */
  readonly slidesPerSecond?: number | undefined
  /** Ends it early: it resolves, and no more turns are told. */
  readonly signal?: AbortSignal | undefined
}

/**
 * All computing of the lab. Results do not depend on the number of threads, nor on the order in which they finish.
 * Every call may throw `WORKER_LOST` when a thread died, `KERNEL_BROKEN` when none can be started, `BAD_SETTING` for
 * a table without room, and `CANCELLED` when the pool is closed.
 */
export interface Pool {
  readonly threads: number
  /** Memory of the kernels of all threads, as they last told. */
  readonly memoryBytes: number
  /** Gets a thread at once, even when all of them play games; with more searches than threads they take turns by iterations. */
  search(board: Board, player: Player, options?: SearchOptions): Promise<Searched>
  /** @param onGame hears each game once, as it ends: in no fixed order. */
  playGames(player: Player, seeds: readonly number[], onGame: (game: PlayedGame) => void, options?: GamesOptions): Promise<void>
  /**
   * Plays games of many evaluators. Threads are kept busy across them, and which games are played must not depend on their order.
   *
   * @param onGame hears each game once, as it ends, with the number of its task: in no fixed order. What it returns is played
   *   besides, numbered on.
   */
  playTasks(
    rules: GameRules,
    tasks: readonly GameTask[],
    onGame: (game: PlayedGame, task: number) => MoreGames,
    options: TaskOptions,
  ): Promise<void>
  /** Plays one game on until it is over, telling its turns about 30 times a second. */
  autoplay(player: Player, from: GamePosition, onTurns: (played: PlayedTurns) => void, options?: AutoplayOptions): Promise<void>
  close(): Promise<void>
}

/** Threads start when they are first needed. */
export function createPool(options: PoolOptions): Pool {
  return new ThreadPool(options)
}

class ThreadPool implements Pool {
  readonly #handles: readonly ThreadHandle[]
  /** Autoplays that wait for a thread: a person watches, so they come before games. */
  readonly #autoplays: Batch[] = []
  readonly #games: GameBatch[] = []

  constructor({ threads, createThread }: PoolOptions) {
    const onFree = () => this.#dispatch()
    this.#handles = Array.from({ length: threads }, (_, i) => new ThreadHandle(i + 1, createThread, onFree))
  }

  get threads(): number {
    return this.#handles.length
  }

  get memoryBytes(): number {
    return this.#handles.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  }

  async search(board: Board, player: Player, options: SearchOptions = {}): Promise<Searched> {
    checkTable(player.settings, this.threads)
    const home = this.#homeForSearch()
    const helpers = () =>
      this.#handles.filter(each => each !== home && !each.leases && !each.batch && !each.isSearching && !each.isDown)
    this.#callAway(home)
    home.leases++
    // Its games go to the others. The only thread keeps them, and plays on between two iterations.
    if (this.threads > 1 && home.batch?.kind === 'games') home.release(home.batch)
    try {
      return await new SearchRun(home, helpers, player).search(board, options)
    } finally {
      home.leases--
      this.#dispatch()
    }
  }

  async playGames(
    player: Player,
    seeds: readonly number[],
    onGame: (game: PlayedGame) => void,
    { signal, room }: GamesOptions = {},
  ): Promise<void> {
    const { evaluator, settings, limits } = player
    const tasks = seeds.map(seed => ({ evaluator, seed }))
    await this.#play({ settings, limits }, tasks, { onGame: game => void onGame(game), room, signal })
  }

  playTasks(
    rules: GameRules,
    tasks: readonly GameTask[],
    onGame: (game: PlayedGame, task: number) => MoreGames,
    options: TaskOptions,
  ): Promise<void> {
    return this.#play(rules, tasks, { onGame, ...options })
  }

  async #play(
    rules: GameRules,
    tasks: readonly GameTask[],
    { signal, ...options }: Pick<GameBatchOptions, 'onGame' | 'onLost' | 'room'> & Pick<GamesOptions, 'signal'>,
  ): Promise<void> {
    checkTable(rules.settings, this.threads)
    const games = new GameBatch(rules, tasks, this.threads, {
      ...options,
      onHold: () => games.chunks.forEach(chunk => this.#release(chunk)),
      onResume: () => this.#dispatch(),
    })
    this.#games.push(games)
    const removeListener = onAbort(signal, () => games.end())
    this.#dispatch()
    try {
      await games.done
    } finally {
      removeListener()
      this.#games.splice(this.#games.indexOf(games), 1)
      for (const chunk of games.chunks) this.#release(chunk)
    }
  }

  async autoplay(
    player: Player,
    from: GamePosition,
    onTurns: (played: PlayedTurns) => void,
    { slidesPerSecond, signal }: AutoplayOptions = {},
  ): Promise<void> {
    checkTable(player.settings, this.threads)
    const done = createDeferred<void>()
    let ended = false
    const batch: Batch = {
      kind: 'autoplay',
      message: job => ({ kind: 'autoplay', job, player, from, ...(slidesPerSecond !== undefined && { slidesPerSecond }) }),
      heard: message => {
        if (message.kind === 'turns' && !ended) onTurns({ turns: message.turns, last: message.last, ms: message.ms })
      },
      ended: () => done.resolve(),
      lost: error => done.reject(error),
    }
    this.#autoplays.push(batch)
    const removeListener = onAbort(signal, () => {
      ended = true
      done.resolve()
    })
    this.#dispatch()
    try {
      await done.promise
    } finally {
      removeListener()
      const place = this.#autoplays.indexOf(batch)
      if (place >= 0) this.#autoplays.splice(place, 1)
      this.#release(batch)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#handles.map(handle => handle.close()))
    this.#dispatch() // what still waits for a thread learns that there is none
  }

  /** Hands out games and autoplays to the threads that can take them. */
  #dispatch(): void {
    while (this.#autoplays.length > 0) {
      const thread = this.#threadForBatch()
      if (!thread) {
        this.#makeRoom()
        return
      }
      this.#callAway(thread)
      thread.play(this.#autoplays.shift()!)
    }
    for (const games of [...this.#games]) {
      for (let thread = this.#threadForBatch(); thread; thread = this.#threadForBatch()) {
        const chunk = games.take()
        if (!chunk) break
        this.#callAway(thread)
        thread.play(chunk)
      }
    }
  }

  /** A thread that only helps another search leaves it for work of its own. */
  #callAway(thread: ThreadHandle): void {
    if (thread.leases === 0) thread.interrupt()
  }

  /** Takes games off one thread for an autoplay, unless that is under way. */
  #makeRoom(): void {
    const playing = this.#handles.filter(({ batch }) => batch?.kind === 'games')
    const thread = playing.find(({ leases }) => leases === 0) ?? playing[0]
    if (thread) thread.release(thread.batch!)
  }

  /** A thread without a search, except where every thread has one: then games are played between iterations. */
  #threadForBatch(): ThreadHandle | undefined {
    const able = this.#handles.filter(({ batch, isDown }) => !batch && !isDown)
    return able.find(({ leases }) => leases === 0) ?? (this.#handles.every(({ leases }) => leases > 0) ? able[0] : undefined)
  }

  /** The thread that keeps fewest others waiting; always the same one among equals, so that the others get their games done. */
  #homeForSearch(): ThreadHandle {
    const cost = ({ leases, isDown, isReady, isSearching, batch }: ThreadHandle): number =>
      1000 * leases +
      100 * Number(isDown) +
      (batch ? (batch.kind === 'games' ? 10 : 20) : 0) +
      2 * Number(!isReady) +
      Number(isSearching)
    return this.#handles.reduce((best, each) => (cost(each) < cost(best) ? each : best))
  }

  #release(batch: Batch): void {
    for (const handle of this.#handles) handle.release(batch)
  }
}
