import type { Board, Move } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import {
  driveAsync,
  type DrawnReport,
  type Iteration,
  type SlideResult,
  type SlidesRequest,
  type StopReason,
} from '../../../core/games/twenty48/search/engine'
import { choose } from '../../../core/games/twenty48/search/choice'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import { type Ask, type ThreadHandle, onAbort } from './threadHandle'

export interface Searched {
  readonly report: SearchReport
  /** What was recorded of the search of each move; absent without `pairs`. */
  readonly trees?: readonly SlideResult[] | undefined
  /** Milliseconds since a thread was available; with a time limit, since its clock started. */
  readonly ms: number
  /** The player that searched. */
  readonly player: Player
}

export interface SearchOptions {
  /** Ends the search early: it resolves with the finished iterations, `stopped: 'request'`. */
  readonly signal?: AbortSignal | undefined
  /** Receives the report of each finished iteration but the last. */
  readonly interim?: ((searched: Searched) => void) | undefined
  /** Whether reports have a principal variation. */
  readonly variation?: boolean | undefined
  /** See `DeepenOptions`. */
  readonly deepens?: boolean | undefined
  readonly pairs?: number | undefined
  /** See `Kernel.load`: for the searches of a game, which a damaged network must not end in its middle. Absent: no. */
  readonly readsExpert?: boolean | undefined
}

/**
 * Slides that a stopped search of one depth may still try, so that its result is deeper than depth 0: about 20 ms on one thread.
 * A search that is not stopped skips the depths before its own, which may take most of its own time again.
 */
const AFTER_STOP = 2 ** 20

/** Below this depth all slides of an iteration take less time than a message to a second thread. */
const SPREAD_DEPTH = 2

/** One search of one position on its thread, helped by any free threads. */
export class SearchRun {
  readonly #asks = new Set<Ask>()
  /** Once set, no more iterations begin. */
  #stopped: StopReason | undefined
  #timer: NodeJS.Timeout | undefined
  #start = 0
  #readsExpert: boolean | undefined

  /** @param helpers returns the threads that are free for this search; some may have to start first. */
  constructor(
    private readonly home: ThreadHandle,
    private readonly helpers: () => readonly ThreadHandle[],
    private readonly player: Player,
  ) {}

  /** @throws {LabError} `WORKER_LOST` if one of its threads died, or the error of a thread that refused. */
  async search(board: Board, { signal, interim, readsExpert, ...options }: SearchOptions): Promise<Searched> {
    this.#readsExpert = readsExpert
    const removeListener = onAbort(signal, () => this.#stop('request'))
    try {
      await this.home.ready()
      this.#start = performance.now()
      const timed = ({ trees, ...report }: DrawnReport): Searched => ({
        ...{ report, ms: performance.now() - this.#start, player: this.player },
        ...(trees && { trees }),
      })
      const tell = interim && ((report: DrawnReport) => interim(timed(report)))
      const steps = choose(board, this.player, { interim: tell, ...options, afterStop: AFTER_STOP })
      return timed(await driveAsync(steps, request => this.#iterate(request)))
    } finally {
      removeListener()
      clearTimeout(this.#timer)
      this.#stop('request') // a failed search leaves nothing running
    }
  }

  async #iterate(request: SlidesRequest): Promise<Iteration> {
    // Depth 0 takes no time and must not be missed: its move is the result if no other iteration finishes.
    if (request.depth === 0) {
      const iteration = await this.home.search(request, this.player, this.#readsExpert).answer
      this.#startClock()
      return iteration
    }
    if (request.isAfterStop || request.expert) return this.home.search(request, this.player, this.#readsExpert).answer
    if (this.#stopped) return { slides: [], unfinishedNodes: 0, stopped: this.#stopped }
    const helpers = request.nodes === Infinity && request.depth >= SPREAD_DEPTH && request.moves.length > 1 ? this.helpers() : []
    return helpers.length > 0 ? this.#spread(request, helpers) : this.#ask(this.home, request)
  }

  /** The time limit starts at the answer at depth 0, once the evaluator is loaded, so loading does not count. */
  #startClock(): void {
    const { ms } = this.player.limits
    if (ms === undefined || this.#timer) return
    this.#start = performance.now()
    this.#timer = setTimeout(() => this.#stop('limit'), ms)
  }

  /**
   * Each thread takes slide after slide. A slide has its own table, so its value does not depend on the thread that searches it.
   * The search does not wait for a helper that has to start: the helper joins once it runs, if slides are left.
   */
  async #spread(request: SlidesRequest, helpers: readonly ThreadHandle[]): Promise<Iteration> {
    const left = [...request.moves]
    const finished = new Map<Move, SlideResult>()
    let unfinishedNodes = 0
    let stopped: StopReason | undefined
    const isStopped = (): boolean => (stopped ?? this.#stopped) !== undefined
    const work = async (thread: ThreadHandle): Promise<void> => {
      while (left.length > 0 && !isStopped()) {
        // A helper that got games meanwhile leaves the search.
        if (thread !== this.home && thread.batch) return
        const move = left.shift()!
        const iteration = await this.#ask(thread, { ...request, moves: [move] })
        const isCut = iteration.stopped ?? iteration.slides[0]?.variation?.isCut
        if (isCut && !this.#stopped) {
          left.unshift(move) // this helper was called away: another thread searches the slide again
          return
        }
        for (const slide of iteration.slides) finished.set(slide.move, slide)
        unfinishedNodes += iteration.unfinishedNodes
        stopped ??= iteration.stopped
      }
    }
    const done = Promise.withResolvers<void>()
    let working = 0
    const join = (thread: ThreadHandle): void => {
      working++
      work(thread).then(
        () => {
          if (--working > 0) return
          if (left.length > 0 && !isStopped()) join(this.home) // slides that the last helper returned
          else done.resolve()
        },
        (error: unknown) => done.reject(error),
      )
    }
    join(this.home)
    for (const helper of helpers) {
      if (helper.isReady) join(helper)
      else
        helper.readySoon().then(
          () => this.helpers().includes(helper) && join(helper),
          () => undefined, // the search continues without it
        )
    }
    await done.promise
    const slides = request.moves.flatMap(move => finished.get(move) ?? [])
    return {
      slides,
      unfinishedNodes,
      stopped: slides.length === request.moves.length ? undefined : (stopped ?? this.#stopped),
    }
  }

  async #ask(thread: ThreadHandle, request: SlidesRequest): Promise<Iteration> {
    const ask = thread.search(request, this.player, this.#readsExpert && thread === this.home)
    this.#asks.add(ask)
    try {
      return await ask.answer
    } finally {
      this.#asks.delete(ask)
    }
  }

  #stop(reason: StopReason): void {
    this.#stopped ??= reason
    for (const ask of this.#asks) ask.stop(reason)
  }
}
