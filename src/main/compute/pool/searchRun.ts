import type { Board, Move } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import {
  driveAsync,
  type Iteration,
  type SlideResult,
  type SlidesRequest,
  type StopReason,
} from '../../../core/games/twenty48/search/engine'
import { deepen } from '../../../core/games/twenty48/search/deepening'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import { onAbort } from './abort'
import type { Ask, ThreadHandle } from './threadHandle'

export interface Searched {
  readonly report: SearchReport
  /** Since there was a thread to search; with a limit in time since the clock of that began. */
  readonly ms: number
  /** Whose search it was. */
  readonly player: Player
}

export interface SearchOptions {
  /** Ends the search early: it resolves with what was finished, `stopped: 'request'`. */
  readonly signal?: AbortSignal | undefined
  /** Hears the report of each finished iteration but the last. */
  readonly interim?: ((searched: Searched) => void) | undefined
  /** Whether reports have a principal variation. */
  readonly variation?: boolean | undefined
  /** As of `DeepenOptions`. */
  readonly deepens?: boolean | undefined
}

/**
 * Slides that a stopped search of one depth may still try, so that its result is of more than depth 0: about 20 ms on one thread.
 * A search that is not stopped does without the depths before its own, which take up to half as long again.
 */
const AFTER_STOP = 2 ** 20

/** Below this depth all slides of an iteration take less time than telling a second thread about them. */
const SPREAD_DEPTH = 2

/** One search of one position on its thread, with the help of whatever threads are free. */
export class SearchRun {
  readonly #asks = new Set<Ask>()
  /** Once set, no more iterations. */
  #stopped: StopReason | undefined
  #timer: NodeJS.Timeout | undefined
  #start = 0

  /** @param helpers threads with nothing to do but this, when asked; some may have to start first. */
  constructor(
    private readonly home: ThreadHandle,
    private readonly helpers: () => readonly ThreadHandle[],
    private readonly player: Player,
  ) {}

  /** @throws {LabError} `WORKER_LOST` when a thread of it died, or what a thread refused. */
  async search(board: Board, { signal, interim, variation, deepens }: SearchOptions): Promise<Searched> {
    const removeListener = onAbort(signal, () => this.#stop('request'))
    try {
      await this.home.ready()
      this.#start = performance.now()
      const timed = (report: SearchReport): Searched => ({ report, ms: performance.now() - this.#start, player: this.player })
      const tell = interim && ((report: SearchReport) => interim(timed(report)))
      const steps = deepen(board, this.player.limits, { interim: tell, variation, deepens, afterStop: AFTER_STOP })
      return timed(await driveAsync(steps, request => this.#iterate(request)))
    } finally {
      removeListener()
      clearTimeout(this.#timer)
      this.#stop('request') // a failed search leaves nothing behind, and asks for nothing more
    }
  }

  async #iterate(request: SlidesRequest): Promise<Iteration> {
    // Depth 0 takes no time and must not be missed: it is the move when nothing else was finished.
    if (request.depth === 0) {
      const iteration = await this.home.search(request, this.player).answer
      this.#startClock()
      return iteration
    }
    if (request.isAfterStop) return this.home.search(request, this.player).answer
    if (this.#stopped) return { slides: [], unfinishedNodes: 0, stopped: this.#stopped }
    const helpers = request.nodes === Infinity && request.depth >= SPREAD_DEPTH && request.moves.length > 1 ? this.helpers() : []
    return helpers.length > 0 ? this.#spread(request, helpers) : this.#ask(this.home, request)
  }

  /** Time counts from the answer at depth 0, when the evaluator is loaded: it is for searching, and that is soon done. */
  #startClock(): void {
    const { ms } = this.player.limits
    if (ms === undefined || this.#timer) return
    this.#start = performance.now()
    this.#timer = setTimeout(() => this.#stop('limit'), ms)
  }

  /**
   * Each thread takes slide after slide. A slide has its own table, so its value does not depend on who searches it.
   * A helper that has to start is not waited for: it joins once it runs, if there is something left.
   */
  async #spread(request: SlidesRequest, helpers: readonly ThreadHandle[]): Promise<Iteration> {
    const left = [...request.moves]
    const finished = new Map<Move, SlideResult>()
    let unfinishedNodes = 0
    let stopped: StopReason | undefined
    const isStopped = (): boolean => (stopped ?? this.#stopped) !== undefined
    const work = async (thread: ThreadHandle): Promise<void> => {
      while (left.length > 0 && !isStopped()) {
        // A helper that was given games meanwhile goes its own way.
        if (thread !== this.home && thread.batch) return
        const move = left.shift()!
        const iteration = await this.#ask(thread, { ...request, moves: [move] })
        const isCut = iteration.stopped ?? iteration.slides[0]?.variation?.isCut
        if (isCut && !this.#stopped) {
          left.unshift(move) // this helper was called away: another searches the slide from its start
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
          if (left.length > 0 && !isStopped())
            join(this.home) // what a helper gave back last
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
          () => undefined, // the search does without it
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
    const ask = thread.search(request, this.player)
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
