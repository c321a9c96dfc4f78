import type { Board } from '../../../core/games/twenty48/board'
import type {
  Judgement,
  OrderedSearch,
  PlayedGame,
  PlayedTurns,
  RecordedSearch,
  SearchedGame,
  TraceOrder,
} from '../../../core/contract/compute'
import type { GamePosition, GameRules, Player } from '../../../core/games/twenty48/player'
import type { MatchOrder } from '../../../core/contract/matches'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../core/search/settings'
import type { LabError } from '../../../core/errors'
import { onAbort } from './abort'
import { ChunkedWork, type Work, type WorkOptions } from './chunkedWork'
import { Recorder, type GameSearchOptions, type RecordOptions } from './recorder'
import { SearchRun, type SearchOptions, type Searched } from './searchRun'
import type { Batch, CreateThread, ThreadHandle } from './threadHandle'
import { ThreadSet, type PoolSize } from './threadSet'
import { boardsWork, gamesWork, matchesWork, playoutsWork, type GameTask, type MatchesHearing, type MoreGames } from './works'

export type { PoolSize, PlayedGame, PlayedTurns, Searched, SearchOptions, WorkOptions }

export interface PoolOptions extends PoolSize {
  readonly createThread: CreateThread
}

interface TaskOptions {
  /** As of `WorkOptions`. */
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

/** Of what the kernel has no part in. */
const NO_TABLE: SearchSettings = { ...PLAIN_SETTINGS, table: 'off' }

/** Work as the queue sees it, whatever its items and results. */
type QueuedWork = Pick<ChunkedWork<unknown, unknown>, 'kind' | 'hasMore' | 'take'>

/** What the lab asks of its pool. */
export type Pool = Pick<ThreadPool, keyof ThreadPool>

/**
 * All computing of the lab. Results do not depend on the number of threads, nor on the order in which they finish. Threads start
 * when they are first needed.
 *
 * Every call may throw `WORKER_LOST` when a thread died, `KERNEL_BROKEN` when none can be started, `BAD_SETTING` for
 * a table without room, and `CANCELLED` when the pool is closed.
 */
export class ThreadPool {
  readonly #threads: ThreadSet
  /** Autoplays that wait for a thread: a person watches, so they come before games. */
  readonly #autoplays: Batch[] = []
  readonly #recorder: Recorder
  /** Searches that are not recorded: a match does not wait for a tree. */
  readonly #thinker: Recorder
  /** Each that gets a thread goes to the end, so that they take turns. */
  readonly #works: QueuedWork[] = []

  constructor({ createThread, ...size }: PoolOptions) {
    this.#threads = new ThreadSet(createThread, () => this.#dispatch())
    this.#threads.resize(size)
    this.#recorder = new Recorder(createThread)
    this.#thinker = new Recorder(createThread)
  }

  get threads(): number {
    return this.#threads.handles.length
  }

  /** Memory of the kernels of all threads, as they last told. */
  get memoryBytes(): number {
    return [this.#threads, this.#recorder, this.#thinker].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  }

  /** Gets a thread at once, even when all of them play games; with more searches than threads they take turns by iterations. */
  async search(board: Board, player: Player, options: SearchOptions = {}): Promise<Searched> {
    const leave = this.#threads.admit(player.settings)
    const home = this.#homeForSearch()
    const helpers = () =>
      this.#threads.handles.filter(each => each !== home && !each.leases && !each.batch && !each.isSearching && !each.isDown)
    this.#callAway(home)
    home.leases++
    // Its games go to the others. The only thread keeps them, and plays on between two iterations.
    if (this.threads > 1 && home.batch && home.batch.kind !== 'autoplay') home.release(home.batch)
    try {
      return await new SearchRun(home, helpers, player).search(board, options)
    } finally {
      home.leases--
      leave()
      this.#dispatch()
    }
  }

  /** @param onGame hears each game once, as it ends: in no fixed order. */
  async playGames(
    { evaluator, ...rules }: Player & Pick<GameRules, 'maxSlides'>,
    seeds: readonly number[],
    onGame: (game: PlayedGame) => void,
    options: WorkOptions = {},
  ): Promise<void> {
    const tasks = seeds.map(seed => ({ evaluator, seed }))
    await this.#work(rules.settings, gamesWork(rules, tasks, { onGame: game => void onGame(game) }), options)
  }

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
    { onLost, signal }: TaskOptions,
  ): Promise<void> {
    return this.#work(rules.settings, gamesWork(rules, tasks, { onGame, onLost }), { signal })
  }

  /**
   * Searches boards on which games went on, each within the player's limits on one thread, in the background: `search`es
   * come first, games make room.
   *
   * @param onJudged hears each once, in no fixed order, but the first boards are searched first.
   */
  searchBoards(
    player: Player,
    boards: readonly Board[],
    onJudged: (judgement: Judgement, index: number) => void,
    options: WorkOptions = {},
  ): Promise<void> {
    return this.#work(player.settings, boardsWork(player, boards, onJudged), options)
  }

  /**
   * Plays games from positions to their ends, in the background as `searchBoards`. Depth must be the player's only limit.
   *
   * @param onScore hears the final score of each once, in no fixed order, but the first games are played first.
   */
  async playOut(
    player: Player,
    starts: readonly GamePosition[],
    onScore: (score: number, index: number) => void,
    options: WorkOptions = {},
  ): Promise<void> {
    return this.#work(player.settings, playoutsWork(player, starts, onScore), options)
  }

  /**
   * Plays matches of any game, in the background as games. Those of which a clock decides take as long as they take, so where several threads
   * share a core they are not what they would be alone.
   */
  playMatches(matches: readonly MatchOrder[], hearing: MatchesHearing, options: WorkOptions = {}): Promise<void> {
    return this.#work(NO_TABLE, matchesWork(matches, hearing), options)
  }

  /** Plays one game on until it is over, telling its turns about 30 times a second. */
  async autoplay(
    player: Player,
    from: GamePosition,
    onTurns: (played: PlayedTurns) => void,
    { slidesPerSecond, signal }: AutoplayOptions = {},
  ): Promise<void> {
    const leave = this.#threads.admit(player.settings)
    const done = Promise.withResolvers<void>()
    let ended = false
    const batch: Batch = {
      kind: 'autoplay',
      ask: (ask, job) => {
        const order = { job, player, from, ...(slidesPerSecond !== undefined && { slidesPerSecond }) }
        return ask('autoplay', order, played => {
          if (!ended) onTurns(played)
        })
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
      leave()
      const place = this.#autoplays.indexOf(batch)
      if (place >= 0) this.#autoplays.splice(place, 1)
      this.#release(batch)
    }
  }

  /**
   * A search that is recorded, each iteration told with its trace. It has a thread of its own beside the others, so that
   * neither waits for the other; several of them follow each other.
   */
  async trace(
    player: Player,
    order: TraceOrder,
    onTraced: (recorded: RecordedSearch) => void,
    options: RecordOptions = {},
  ): Promise<void> {
    const leave = this.#threads.admit(player.settings)
    try {
      await this.#recorder.record(player, order, onTraced, options)
    } finally {
      leave()
    }
  }

  /**
   * A search of any game by a searcher of the registry: where it is recorded, on the thread of recorded searches, in turn with them;
   * else on another one of its own.
   *
   * @returns what it came to, also where it was stopped; `undefined` where it was stopped before it began
   */
  searchGame(search: OrderedSearch, options: GameSearchOptions = {}): Promise<SearchedGame | undefined> {
    return (search.mebibytes === undefined ? this.#thinker : this.#recorder).searchGame(search, options)
  }

  /**
   * Takes effect at once, but a thread that is taken off finishes the search or the autoplay that it has in hand. Results do not depend on it.
   *
   * @throws {LabError} `BAD_SETTING` when the tables of a job that is under way would not fit any more.
   */
  resize(size: PoolSize): void {
    this.#threads.resize(size)
    this.#dispatch()
  }

  async #work<Item, Result>(settings: SearchSettings, work: Work<Item, Result>, { signal, room }: WorkOptions): Promise<void> {
    const leave = this.#threads.admit(settings)
    const chunked = new ChunkedWork(work, {
      threads: this.threads,
      room,
      onHold: () => chunked.chunks.forEach(chunk => this.#release(chunk)),
      onResume: () => this.#dispatch(),
    })
    this.#works.push(chunked)
    const removeListener = onAbort(signal, () => chunked.end())
    this.#dispatch()
    try {
      await chunked.done
    } finally {
      removeListener()
      leave()
      this.#works.splice(this.#works.indexOf(chunked), 1)
      for (const chunk of chunked.chunks) this.#release(chunk)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#threads, this.#recorder, this.#thinker].map(each => each.close()))
    this.#dispatch() // what still waits for a thread learns that there is none
  }

  /** Hands out autoplays, studies and games to the threads that can take them. */
  #dispatch(): void {
    this.#threads.seeOff()
    while (this.#autoplays.length > 0) {
      const thread = this.#threadForBatch()
      if (!thread) {
        this.#makeRoom()
        return
      }
      this.#callAway(thread)
      thread.play(this.#autoplays.shift()!)
    }
    for (let work = this.#nextWork(); work; work = this.#nextWork()) {
      const thread = this.#threadForBatch()
      if (!thread) {
        if (work.kind === 'study' && !this.#threads.handles.some(({ batch }) => batch?.kind === 'study')) this.#makeRoom()
        return
      }
      this.#callAway(thread)
      this.#works.push(...this.#works.splice(this.#works.indexOf(work), 1))
      thread.play(work.take())
    }
  }

  #nextWork(): QueuedWork | undefined {
    const able = this.#works.filter(({ hasMore }) => hasMore)
    return able.find(({ kind }) => kind === 'study') ?? able[0]
  }

  /** A thread that only helps another search leaves it for work of its own. */
  #callAway(thread: ThreadHandle): void {
    if (thread.leases === 0) thread.interrupt()
  }

  /** Takes games, or for want of them a study, off one thread, unless that is under way. */
  #makeRoom(): void {
    const of = (kind: Batch['kind']) => this.#threads.handles.filter(({ batch }) => batch?.kind === kind)
    const playing = [...of('games'), ...of('study')]
    const thread = playing.find(({ leases }) => leases === 0) ?? playing[0]
    if (thread) thread.release(thread.batch!)
  }

  /** A thread without a search, except where every thread has one: then games are played between iterations. */
  #threadForBatch(): ThreadHandle | undefined {
    const able = this.#threads.handles.filter(({ batch, isDown }) => !batch && !isDown)
    return (
      able.find(({ leases }) => leases === 0) ?? (this.#threads.handles.every(({ leases }) => leases > 0) ? able[0] : undefined)
    )
  }

  /** The thread that keeps fewest others waiting; always the same one among equals, so that the others get their games done. */
  #homeForSearch(): ThreadHandle {
    const cost = ({ leases, isDown, isReady, isSearching, batch }: ThreadHandle): number =>
      1000 * leases +
      100 * Number(isDown) +
      (batch ? (batch.kind === 'autoplay' ? 20 : 10) : 0) +
      2 * Number(!isReady) +
      Number(isSearching)
    return this.#threads.handles.reduce((best, each) => (cost(each) < cost(best) ? each : best))
  }

  #release(batch: Batch): void {
    for (const handle of this.#threads.all) handle.release(batch)
  }
}
