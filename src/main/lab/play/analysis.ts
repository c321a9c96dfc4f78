import type { AnalysisView } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { sameBoard, type Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import type { Scope } from '../../scope'
import type { Pool, Searched } from '../../compute/pool/pool'
import { Throttle } from '../ground/throttle'

/** Limit of views sent per second. */
const VIEWS_PER_SECOND = 10

/** The board to analyse: `undefined` when the game is over, or while the engine plays by itself. */
export type Subject = Board | undefined

export interface AnalysisOptions {
  readonly pool: Pool
  readonly scope: Scope
  readonly onView: (view: AnalysisView) => void
  /** Called immediately when a search begins or ends, and with each finished iteration. */
  readonly onChange: () => void
  readonly onFailure: (error: unknown) => void
  /** Receives every search that is shown, also those from elsewhere. */
  readonly onSearched?: (searched: Searched) => void
  /** Pairs to record of a search; absent: none. */
  readonly pairs?: () => number | undefined
}

/**
 * The search that follows the board. Latest wins: one search runs, and after it has stopped the newest board is next; boards in between are
 * never searched.
 */
export class Analysis {
  #player: Player | undefined
  #subject: Subject
  #running: AbortController | undefined
  #last: Searched | undefined
  readonly #views: Throttle

  constructor(private readonly options: AnalysisOptions) {
    this.#views = options.scope.add(new Throttle(VIEWS_PER_SECOND, () => options.onView(this.view)))
    options.scope.defer(() => this.stop())
  }

  get view(): AnalysisView {
    return {
      on: this.#player !== undefined,
      running: this.isRunning,
      ...this.#last,
    }
  }

  /** True if the newest board is being searched. */
  get isRunning(): boolean {
    return this.#player !== undefined && this.#subject !== undefined && this.#running !== undefined
  }

  /** The last report, for any board. */
  get last(): Searched | undefined {
    return this.#last
  }

  start(player: Player): void {
    this.#player = player
    this.#renew()
  }

  stop(): void {
    this.#player = undefined
    this.#renew()
  }

  /** Searches the board again, with what it records now. */
  again(): void {
    if (this.#player && this.#subject) this.#renew()
  }

  follow(subject: Subject): void {
    if (sameSubject(subject, this.#subject)) return
    this.#subject = subject
    this.#renew()
  }

  /** Shows a search from elsewhere. @param atOnce also if a view was sent just before: pages show it together with its board */
  show(searched: Searched, atOnce = false): void {
    const { trees: _trees, ...last } = searched
    this.#last = last
    this.options.onSearched?.(searched)
    if (atOnce) this.#views.now()
    else this.#views.ask()
    this.options.onChange()
  }

  /** Ends the current search; the newest board is next. */
  #renew(): void {
    if (this.#running) this.#running.abort()
    else void this.#run()
    this.#changed()
  }

  async #run(): Promise<void> {
    while (this.#player && this.#subject) {
      const abort = new AbortController()
      this.#running = abort
      await this.#search(this.#player, this.#subject, abort.signal)
      if (!abort.signal.aborted) break // nothing newer
    }
    this.#running = undefined
    this.#changed()
  }

  async #search(player: Player, board: Board, signal: AbortSignal): Promise<void> {
    const publish = (searched: Searched) => {
      if (!signal.aborted) this.show(searched)
    }
    try {
      publish(
        await this.options.pool.search(board, player, {
          ...{ signal, interim: publish, variation: true, pairs: this.options.pairs?.() },
        }),
      )
    } catch (error) {
      // A lost thread may be a single event; any other failure would recur with every board.
      if (!(error instanceof LabError && error.code === 'WORKER_LOST') && this.#player === player) this.#player = undefined
      this.options.onFailure(error)
    }
  }

  #changed(): void {
    this.#views.ask()
    this.options.onChange()
  }
}

function sameSubject(a: Subject, b: Subject): boolean {
  return a === b || (a !== undefined && b !== undefined && sameBoard(a, b))
}
