import type { Board, Move } from '../../core/games/twenty48/board'
import type { Player } from '../../core/games/twenty48/player'
import { driveAsync, type Iteration, type SlideResult, type SlidesRequest, type StopReason } from '../../core/search/engine'
import { searchPosition } from '../../core/search/principalVariation'
import type { SearchReport } from '../../core/search/report'
import { onAbort } from './abort'
import type { Ask, ThreadHandle } from './threadHandle'
import { isRoot, lineAllowance } from './timeLimit'

export interface Searched {
  readonly report: SearchReport
  /** Since there was a thread to search. */
  readonly ms: number
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
  readonly #asks = new Map<Ask, 'root' | 'line'>()
  /** Once set, no more iterations of the position, or no more steps of its principal variation. */
  readonly #stopped: { root?: StopReason; line?: StopReason } = {}

  /** @param helpers threads with nothing to do but this, when asked. */
  constructor(
    private readonly home: ThreadHandle,
    private readonly helpers: () => readonly ThreadHandle[],
    private readonly player: Player,
  ) {}

  /** @throws {LabError} `WORKER_LOST` when a thread of it died, or what a thread refused. */
  async search(board: Board, { signal, interim }: SearchOptions): Promise<Searched> {
    const { evaluator, settings, limits } = this.player
    const timers: NodeJS.Timeout[] = []
    const removeListener = onAbort(signal, () => {
      this.#stop('root', 'request')
      this.#stop('line', 'request')
    })
    try {
      await this.home.ready()
      const start = performance.now()
      const timed = (report: SearchReport): Searched => ({ report, ms: performance.now() - start })
      if (limits.ms !== undefined) {
        timers.push(setTimeout(() => this.#stop('root', 'limit'), limits.ms))
        timers.push(setTimeout(() => this.#stop('line', 'limit'), lineAllowance(limits.ms)))
      }
      const tell = interim && ((report: SearchReport) => interim(timed(report)))
      const steps = searchPosition(board, limits, evaluator, settings, tell)
      return timed(await driveAsync(steps, request => this.#iterate(request)))
    } finally {
      removeListener()
      timers.forEach(clearTimeout)
      for (const ask of this.#asks.keys()) ask.stop('request') // a failed search leaves nothing behind
    }
  }

  async #iterate(request: SlidesRequest): Promise<Iteration> {
    const kind = isRoot(request) ? 'root' : 'line'
    // Depth 0 takes no time and must not be missed: it is the move when nothing else was finished.
    if (kind === 'root' && request.depth === 0) return this.home.search(request, this.player).answer
    const stopped = this.#stopped[kind]
    if (stopped) return { slides: [], unfinishedNodes: 0, stopped }
    const helpers = request.nodes === Infinity && request.depth >= SPREAD_DEPTH && request.moves.length > 1 ? this.helpers() : []
    return helpers.length > 0 ? this.#spread(request, helpers, kind) : this.#ask(this.home, request, kind)
  }

  /** Each thread takes slide after slide. A slide has its own table, so its value does not depend on who searches it. */
  async #spread(request: SlidesRequest, helpers: readonly ThreadHandle[], kind: 'root' | 'line'): Promise<Iteration> {
    const left = [...request.moves]
    const finished = new Map<Move, SlideResult>()
    let unfinishedNodes = 0
    let stopped: StopReason | undefined
    const work = async (thread: ThreadHandle): Promise<void> => {
      while (left.length > 0 && !stopped && !this.#stopped[kind]) {
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
    await Promise.all([this.home, ...helpers].map(work))
    await work(this.home) // what a helper gave back last
    const slides = request.moves.flatMap(move => finished.get(move) ?? [])
    return {
      slides,
      unfinishedNodes,
      stopped: slides.length === request.moves.length ? undefined : (stopped ?? this.#stopped[kind]),
    }
  }

  async #ask(thread: ThreadHandle, request: SlidesRequest, kind: 'root' | 'line'): Promise<Iteration> {
    const ask = thread.search(request, this.player)
    this.#asks.set(ask, kind)
    try {
      return await ask.answer
    } finally {
      this.#asks.delete(ask)
    }
  }

  #stop(kind: 'root' | 'line', reason: StopReason): void {
    this.#stopped[kind] ??= reason
    for (const [ask, its] of this.#asks) if (its === kind) ask.stop(reason)
  }
}
