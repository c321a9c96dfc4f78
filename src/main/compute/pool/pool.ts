import type { Board } from '../../../core/games/twenty48/board'
import type {
  OrderedSearch,
  PlayedGame,
  PlayedTurns,
  RecordedSearch,
  SearchedGame,
  TraceOrder,
} from '../../../core/contract/compute'
import type { GamePosition, Player } from '../../../core/games/twenty48/player'
import type { SearchSettings } from '../../../core/search/settings'
import { Scope } from '../../scope'
import { type Work, type WorkOptions, Works } from './chunkedWork'
import { Recorder, type GameSearchOptions, type RecordOptions } from './recorder'
import { SearchRun, type SearchOptions, type Searched } from './searchRun'
import { type Batch, type CreateThread, type Priority, rankOf, type ThreadHandle, onAbort } from './threadHandle'
import { ThreadSet, type PoolSize } from './threadSet'
import { WorkCalls } from './workCalls'

export type { PoolSize, PlayedGame, PlayedTurns, Searched, SearchOptions, WorkOptions }

interface PoolOptions extends PoolSize {
  readonly createThread: CreateThread
}

export interface AutoplayOptions {
  /** Maximum number of turns per second; absent: as fast as a thread can. */
  readonly slidesPerSecond?: number | undefined
  /** See `AutoplayOrder`. */
  readonly pairs?: number | undefined
  /** Ends it early: it resolves, and no more turns are reported. */
  readonly signal?: AbortSignal | undefined
}

/** The pool's interface to the lab, which threads of this machine and a queue of machines implement. */
export type Pool = Omit<ThreadPool, 'run'>

/**
 * All computing of the lab. Results do not depend on the number of threads, nor on the order in which they finish. Threads start
 * when they are first needed.
 *
 * Every call may throw `WORKER_LOST` if a thread died, `KERNEL_BROKEN` if none can be started, `BAD_SETTING` for a table that
 * does not fit in memory, and `CANCELLED` if the pool is closed.
 */
export class ThreadPool extends WorkCalls {
  readonly isOneMachine: boolean = true
  readonly #scope = new Scope('pool', true)
  readonly #threads: ThreadSet
  /** Autoplays that wait for a thread. */
  readonly #autoplays: Batch[] = []
  readonly #recorder: Recorder
  /** Searches that are not recorded: a match does not wait for a tree. */
  readonly #thinker: Recorder
  readonly #works = new Works({
    threads: () => this.threads,
    admit: settings => this.#threads.admit(settings),
    dispatch: () => this.#dispatch(),
    release: chunk => this.#release(chunk),
  })
  /** Searches with a limit, whether or not a thread searches for them now. */
  #searches = 0

  constructor({ createThread, ...size }: PoolOptions) {
    super()
    this.#threads = new ThreadSet(this.#scope, createThread, () => this.#dispatch())
    this.#threads.resize(size)
    this.#recorder = new Recorder(this.#scope.child('recorder'), createThread, 'recording', () => this.#holdBack())
    this.#thinker = new Recorder(this.#scope.child('thinker'), createThread, 'move', () => this.#holdBack())
  }

  get threads(): number {
    return this.#threads.handles.length
  }

  /** Memory of the kernels of all threads, as last reported. */
  get memoryBytes(): number {
    return [this.#threads, this.#recorder, this.#thinker].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  }

  /**
   * Gets a thread immediately, even if all play games. If there are more searches than threads, they take turns by iterations.
   */
  async search(board: Board, player: Player, options: SearchOptions = {}): Promise<Searched> {
    const leave = this.#threads.admit(player.settings)
    const home = this.#homeForSearch()
    const helpers = () =>
      this.#threads.handles.filter(each => each !== home && !each.leases && !each.batch && !each.isSearching && !each.isDown)
    this.#callAway(home)
    home.leases++
    // others cannot wait for one that ends on request only
    const { depth, nodes, ms } = player.limits
    const counted = Number((depth ?? nodes ?? ms) !== undefined)
    this.#searches += counted
    this.#holdBack()
    // Its games go to the others. An only thread keeps them, and plays between two iterations.
    if (this.threads > 1 && home.batch && home.batch.priority !== 'move') home.release(home.batch)
    try {
      return await new SearchRun(home, helpers, player).search(board, options)
    } finally {
      home.leases--
      this.#searches -= counted
      leave()
      this.#dispatch()
    }
  }

  /** Continues one game until it is over, and reports its turns about 30 times per second. */
  async autoplay(
    player: Player,
    from: GamePosition,
    onTurns: (played: PlayedTurns) => void,
    { slidesPerSecond, pairs, signal }: AutoplayOptions = {},
  ): Promise<void> {
    const leave = this.#threads.admit(player.settings)
    const done = Promise.withResolvers<void>()
    let ended = false
    const batch: Batch = {
      priority: 'move',
      ask: (ask, job) => {
        const order = {
          ...{ job, player, from },
          ...(slidesPerSecond !== undefined && { slidesPerSecond }),
          ...(pairs !== undefined && { pairs }),
        }
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
   * Records a search; each iteration is reported with its trace. It has its own thread, so it and the other work do not wait for
   * each other; several recorded searches run one after another.
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
   * Searches any game with a searcher of the registry: on the thread of recorded searches, in turn, if it is recorded; else on
   * another thread of its own.
   * @returns its result, also if it was stopped; `undefined` if it was stopped before it began
   */
  searchGame(search: OrderedSearch, options: GameSearchOptions = {}): Promise<SearchedGame | undefined> {
    return (search.mebibytes === undefined ? this.#thinker : this.#recorder).searchGame(search, options)
  }

  /**
   * Takes effect immediately, but a removed thread finishes its current search or autoplay. Results do not depend on the number.
   * @throws {LabError} `BAD_SETTING` if the tables of a running job would no longer fit.
   */
  resize(size: PoolSize): void {
    this.#threads.resize(size)
    this.#dispatch()
  }

  /** See `WorkCalls`. */
  override run<Item, Result>(settings: SearchSettings, work: Work<Item, Result>, options: WorkOptions): Promise<void> {
    return this.#works.run(settings, work, options)
  }

  close(): Promise<void> {
    return this.#scope.close()
  }

  #dispatch(): void {
    this.#threads.seeOff()
    this.#handOut()
    this.#holdBack()
  }

  /** Gives autoplays, then works by their priority, to the threads that can take them. */
  #handOut(): void {
    while (this.#autoplays.length > 0) {
      const thread = this.#threadForBatch()
      if (!thread) {
        this.#makeRoom('move')
        return
      }
      this.#callAway(thread)
      thread.play(this.#autoplays.shift()!)
    }
    for (let work = this.#works.next(); work; work = this.#works.next()) {
      const thread = this.#threadForBatch()
      if (!thread) {
        const { priority } = work
        if (!this.#threads.handles.some(({ batch }) => batch?.priority === priority)) this.#makeRoom(priority)
        return
      }
      this.#callAway(thread)
      thread.play(this.#works.take(work))
    }
  }

  /** A thread that only helps another search leaves it for work of its own. */
  #callAway(thread: ThreadHandle): void {
    if (thread.leases === 0) thread.interrupt()
  }

  /** Takes the work that comes last off one thread, if it comes after this priority, unless that is under way. */
  #makeRoom(priority: Priority): void {
    const ranks = this.#threads.handles.map(({ batch }) => (batch ? rankOf(batch) : 0))
    const last = Math.max(...ranks)
    if (last <= rankOf({ priority })) return
    const playing = this.#threads.handles.filter((_, i) => ranks[i] === last)
    const thread = playing.find(({ leases }) => leases === 0) ?? playing[0]!
    thread.release(thread.batch!)
  }

  /** Lets each batch give way if as much work comes before it, on any thread, as there are threads. */
  #holdBack(): void {
    const handles = [...this.#threads.all, this.#recorder.thread, this.#thinker.thread]
    const ranks = handles.flatMap(({ batch }) => (batch ? rankOf(batch) : []))
    for (const handle of handles) {
      const rank = handle.batch ? rankOf(handle.batch) : 0
      const before = ranks.filter(each => each < rank).length + (rank > 0 ? this.#searches : 0)
      handle.hold(before >= this.threads && rank > 0)
    }
  }

  /** A thread without a search. If every thread has a search, games are played between iterations. */
  #threadForBatch(): ThreadHandle | undefined {
    const able = this.#threads.handles.filter(({ batch, isDown }) => !batch && !isDown)
    return (
      able.find(({ leases }) => leases === 0) ?? (this.#threads.handles.every(({ leases }) => leases > 0) ? able[0] : undefined)
    )
  }

  /** The thread where a search delays other work least. Ties always go to the same thread, so that the others can finish their games. */
  #homeForSearch(): ThreadHandle {
    const cost = ({ leases, isDown, isReady, isSearching, batch }: ThreadHandle): number =>
      1000 * leases +
      100 * Number(isDown) +
      (batch ? (batch.priority === 'move' ? 20 : 10) : 0) +
      2 * Number(!isReady) +
      Number(isSearching)
    return this.#threads.handles.reduce((best, each) => (cost(each) < cost(best) ? each : best))
  }

  #release(batch: Batch): void {
    for (const handle of this.#threads.all) handle.release(batch)
  }
}
