import type { Speed } from '../../../core/contract/calls'
import type { Move } from '../../../core/games/twenty48/board'
import { isOver } from '../../../core/games/twenty48/playGame'
import type { GamePosition, Player } from '../../../core/games/twenty48/player'
import { boardValue, type BoardValue } from '../../../core/games/twenty48/search/report'
import { onAbort } from '../../compute/pool/abort'
import type { Pool, Searched } from '../../compute/pool/pool'

/** Up to this speed every move is searched and shown singly; faster games are played on a thread and sent in batches. */
const SEEN_PER_SECOND = 30

/** A move with the value of the board before it, unless an expert decided. */
interface SearchedMove extends Partial<BoardValue> {
  readonly move: Move
  readonly ms: number
}

export interface AutoplayOptions {
  readonly position: () => GamePosition
  readonly onMoves: (moves: readonly SearchedMove[]) => void
  /** Receives searches: of the board shown if moves are shown singly, otherwise the last one behind the turns. */
  readonly onSearched: (searched: Searched) => void
  /** Pairs to record of the searches that are shown; absent: none. */
  readonly pairs?: () => number | undefined
}

/** Autoplay: the engine plays by itself until the game is over or it is stopped. */
export class Autoplay {
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
      this.options.onMoves([{ move: report.best!, ...boardValue(report), ms }])
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
