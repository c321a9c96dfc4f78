import type { Speed } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import type { Move } from '../../../core/games/twenty48/board'
import { isOver } from '../../../core/games/twenty48/playGame'
import type { GamePosition, Player } from '../../../core/games/twenty48/player'
import { type SearchedWorth, type SearchReport, searchedWorth } from '../../../core/games/twenty48/search/report'
import type { Pool, Searched } from '../../compute/pool/pool'
import { onAbort } from '../../compute/pool/threadHandle'

/** Up to this speed every move is searched and shown singly; faster games are played on a thread and sent in batches. */
const SEEN_PER_SECOND = 30

export interface EngineTurnsOptions {
  readonly pool: Pool
  readonly position: () => GamePosition
  /** Makes a move on the board, with the value of its search, if any, and its milliseconds. */
  readonly slide: (move: Move, player: Player, worth: SearchedWorth, ms: number) => void
  /** Called immediately after every change of the engine's activity, and after its moves. */
  readonly onChange: () => void
  /** Called when an autoplay begins or ends. */
  readonly onAutoplay: () => void
  /** Receives every search that led to a move, or the last of many. */
  readonly onSearched: (searched: Searched) => void
  readonly onFailure: (error: unknown) => void
  /** Pairs to record of the searches that are shown; absent: none. */
  readonly pairs?: (() => number | undefined) | undefined
}

/** A search for the engine's move, while it runs. */
interface Thinking {
  readonly player: string
  readonly abort: AbortController
  readonly report: Promise<SearchReport>
}

/** The engine's activity on the board: none, one move, or autoplay. */
export class EngineTurns {
  #thinking: Thinking | undefined
  #autoplay: Autoplay | undefined

  constructor(private readonly options: EngineTurnsOptions) {}

  get activity(): 'none' | 'thinking' | 'autoplay' {
    return this.#autoplay ? 'autoplay' : this.#thinking ? 'thinking' : 'none'
  }

  /** Speed of the current autoplay. */
  get speed(): Speed | undefined {
    return this.#autoplay?.speed
  }

  /** A second call while the first one thinks gets the same move. @throws {LabError} `CANCELLED`, `ILLEGAL_MOVE` or of the search */
  move(player: Player): Promise<SearchReport> {
    needLimits(player)
    if (isOver(this.options.position())) throw new LabError('ILLEGAL_MOVE', 'The game is over: no move is left to search.')
    const key = JSON.stringify(player)
    if (this.#thinking?.player === key) return this.#thinking.report
    this.stop()
    const abort = new AbortController()
    const thinking: Thinking = { player: key, abort, report: this.#think(player, abort.signal) }
    this.#thinking = thinking
    this.options.onChange()
    return thinking.report
  }

  startAutoplay(player: Player, speed: Speed): void {
    needLimits(player)
    this.stop()
    const autoplay = new Autoplay(this.options.pool, player, speed, {
      position: this.options.position,
      onMoves: moves => {
        for (const { move, ms, ...worth } of moves) this.options.slide(move, player, worth, ms)
        this.options.onChange()
      },
      onSearched: this.options.onSearched,
      ...(this.options.pairs && { pairs: this.options.pairs }),
    })
    this.#setAutoplay(autoplay)
    this.options.onChange()
    autoplay
      .run()
      .catch(this.options.onFailure)
      .finally(() => {
        if (this.#autoplay !== autoplay) return
        this.#setAutoplay(undefined)
        this.options.onChange()
      })
  }

  /** Ends an autoplay, and a search for a move; the caller reports the change. */
  stop(): void {
    this.#thinking?.abort.abort()
    this.#thinking = undefined
    this.#setAutoplay(undefined)
  }

  async #think(player: Player, signal: AbortSignal): Promise<SearchReport> {
    try {
      const searched = await this.options.pool.search(this.options.position().board, player, {
        signal,
        variation: true,
        readsExpert: true,
        pairs: this.options.pairs?.(),
      })
      if (!signal.aborted) {
        this.options.slide(searched.report.best!, player, searchedWorth(searched.report), searched.ms)
        this.options.onSearched(searched)
        return searched.report
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (!signal.aborted) {
        this.#thinking = undefined
        this.options.onChange()
      }
    }
    throw new LabError('CANCELLED', 'The game went on without this move.')
  }

  #setAutoplay(autoplay: Autoplay | undefined): void {
    if (autoplay === this.#autoplay) return
    this.#autoplay?.stop()
    this.#autoplay = autoplay
    this.options.onAutoplay()
  }
}

/** A search for the engine's move needs a limit. @throws {LabError} `BAD_SETTING` */
function needLimits({ limits: { depth, nodes, ms } }: Player): void {
  if (depth === undefined && nodes === undefined && ms === undefined)
    throw new LabError('BAD_SETTING', 'The engine can only move within a limit: choose a depth, a time or a number of nodes.')
}

/** A move with what the board before it is worth. */
interface SearchedMove extends SearchedWorth {
  readonly move: Move
  readonly ms: number
}

interface AutoplayOptions {
  readonly position: () => GamePosition
  readonly onMoves: (moves: readonly SearchedMove[]) => void
  /** Receives searches: of the board shown if moves are shown singly, otherwise the last one behind the turns. */
  readonly onSearched: (searched: Searched) => void
  /** Pairs to record of the searches that are shown; absent: none. */
  readonly pairs?: () => number | undefined
}

/** Autoplay: the engine plays by itself until the game is over or it is stopped. */
class Autoplay {
  readonly #abort = new AbortController()

  constructor(
    private readonly pool: Pool,
    private readonly player: Player,
    readonly speed: Speed,
    private readonly options: AutoplayOptions,
  ) {}

  /** Resolves at the end. Sends no turns after `stop`. */
  async run(): Promise<void> {
    if (this.speed !== 'fastest' && this.speed <= SEEN_PER_SECOND) return this.#playByTicks(1000 / this.speed)
    await this.pool.autoplay(
      this.player,
      this.options.position(),
      ({ turns, last, ms, drawn }) => {
        this.options.onMoves(turns)
        if (drawn) {
          const { trees, ...report } = drawn.report
          this.options.onSearched({ report, trees, ms: drawn.ms, player: this.player })
        }
        this.options.onSearched({ report: last, ms, player: this.player })
      },
      {
        signal: this.#abort.signal,
        slidesPerSecond: this.speed === 'fastest' ? undefined : this.speed,
        pairs: this.options.pairs?.(),
      },
    )
  }

  stop(): void {
    this.#abort.abort()
  }

  /** The search for a move runs on all threads while the user sees the previous move, and is reported before the move is made. */
  async #playByTicks(tickMs: number): Promise<void> {
    const { signal } = this.#abort
    let due = performance.now()
    while (!signal.aborted && !isOver(this.options.position())) {
      const searched = await this.pool.search(this.options.position().board, this.player, {
        signal,
        variation: true,
        readsExpert: true,
        pairs: this.options.pairs?.(),
      })
      if (!signal.aborted) this.options.onSearched(searched)
      const wait = due - performance.now()
      if (wait > 0) await pause(wait, signal)
      if (signal.aborted) return
      due = Math.max(due + tickMs, performance.now()) // does not catch up after a late move
      const { report, ms } = searched
      this.options.onMoves([{ move: report.best!, ...searchedWorth(report), ms }])
    }
  }
}

/** Ends early when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const removeListener = onAbort(signal, resolve)
  await promise
  clearTimeout(timer)
  removeListener()
}
