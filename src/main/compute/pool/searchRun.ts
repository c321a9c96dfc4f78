import type { Board, Move } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { driveAsync, type Iteration, type SlideResult, type SlidesRequest, type StopReason } from '../../../core/search/engine'
import { searchPosition } from '../../../core/search/principalVariation'
import type { SearchReport } from '../../../core/search/report'
import { onAbort } from './abort'
import type { Ask, ThreadHandle } from './threadHandle'
import { isRoot, variationAllowance } from '../thread/timeLimit'

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
  /** Hears the report of each finished iteration but the last, with its principal variation. */
  readonly interim?: ((searched: Searched) => void) | undefined
}

/** Below this depth all slides of an iteration take less time than telling a second thread about them. */
const SPREAD_DEPTH = 2

/** One search of one position on its thread, with the help of whatever threads are free. */
export class SearchRun {
  readonly #asks = new Map<Ask, 'root' | 'variation'>()
  /** Once set, no more iterations of the position, or no more steps of its principal variation. */
  readonly #stopped: { root?: StopReason; variation?: StopReason } = {}
  readonly #timers: NodeJS.Timeout[] = []
  #start = 0

  /** @param helpers threads with nothing to do but this, when asked; some may have to start first. */
  constructor(
    private readonly home: ThreadHandle,
    private readonly helpers: () => readonly ThreadHandle[],
    private readonly player: Player,
  ) {}

  /** @throws {LabError} `WORKER_LOST` when a thread of it died, or what a thread refused. */
  async search(board: Board, { signal, interim }: SearchOptions): Promise<Searched> {
    const { evaluator, settings, limits } = this.player
    const removeListener = onAbort(signal, () => {
      this.#stop('root', 'request')
      this.#stop('variation', 'request')
    })
    try {
      await this.home.ready()
      this.#start = performance.now()
      const timed = (report: SearchReport): Searched => ({ report, ms: performance.now() - this.#start, player: this.player })
      const tell = interim && ((report: SearchReport) => interim(timed(report)))
      const steps = searchPosition(board, limits, evaluator, settings, tell)
      return timed(await driveAsync(steps, request => this.#iterate(request)))
    } finally {
      removeListener()
      this.#timers.forEach(clearTimeout)
      // A failed search leaves nothing behind, and asks for nothing more.
      this.#stop('root', 'request')
      this.#stop('variation', 'request')
    }
  }

  async #iterate(request: SlidesRequest): Promise<Iteration> {
    const kind = isRoot(request) ? 'root' : 'variation'
    // Depth 0 takes no time and must not be missed: it is the move when nothing else was finished.
    if (kind === 'root' && request.depth === 0) {
      const iteration = await this.home.search(request, this.player).answer
      this.#startClock()
      return iteration
    }
    const stopped = this.#stopped[kind]
    if (stopped) return { slides: [], unfinishedNodes: 0, stopped }
    const helpers = request.nodes === Infinity && request.depth >= SPREAD_DEPTH && request.moves.length > 1 ? this.helpers() : []
    return helpers.length > 0 ? this.#spread(request, helpers, kind) : this.#ask(this.home, request, kind)
  }

  /** Time counts from the answer at depth 0, when the evaluator is loaded: it is for searching, and that is soon done. */
  #startClock(): void {
    const { ms } = this.player.limits
    if (ms === undefined || this.#timers.length > 0) return
    this.#start = performance.now()
    this.#timers.push(setTimeout(() => this.#stop('root', 'limit'), ms))
    this.#timers.push(setTimeout(() => this.#stop('variation', 'limit'), variationAllowance(ms)))
  }

  /**
   * Each thread takes slide after slide. A slide has its own table, so its value does not depend on who searches it.
   * A helper that has to start is not waited for: it joins once it runs, if there is something left.
   */
  async #spread(request: SlidesRequest, helpers: readonly ThreadHandle[], kind: 'root' | 'variation'): Promise<Iteration> {
    const left = [...request.moves]
    const finished = new Map<Move, SlideResult>()
    let unfinishedNodes = 0
    let stopped: StopReason | undefined
    const isStopped = (): boolean => (stopped ?? this.#stopped[kind]) !== undefined
    const work = async (thread: ThreadHandle): Promise<void> => {
      while (left.length > 0 && !isStopped()) {
        // A helper that was given games meanwhile goes its own way.
        if (thread !== this.home && thread.batch) return
        const move = left.shift()!
        const iteration = await this.#ask(thread, { ...request, moves: [move] }, kind)
        if (iteration.stopped && !this.#stopped[kind]) {
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
      stopped: slides.length === request.moves.length ? undefined : (stopped ?? this.#stopped[kind]),
    }
  }

  async #ask(thread: ThreadHandle, request: SlidesRequest, kind: 'root' | 'variation'): Promise<Iteration> {
    const ask = thread.search(request, this.player)
    this.#asks.set(ask, kind)
    try {
      return await ask.answer
    } finally {
      this.#asks.delete(ask)
    }
  }

  #stop(kind: 'root' | 'variation', reason: StopReason): void {
    this.#stopped[kind] ??= reason
    for (const [ask, its] of this.#asks) if (its === kind) ask.stop(reason)
  }
}
