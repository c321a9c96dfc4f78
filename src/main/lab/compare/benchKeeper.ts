import type { NewBatch, NewBatchGame } from '../../../core/contract/stored'
import { legalMoves } from '../../../core/games/twenty48/board'
import { LabError, type LabErrorData } from '../../../core/errors'
import { TimesSum } from '../../../core/stats/moveTimes'
import { seedsOf } from '../../../core/tuning/seeds'
import type { Store } from '../../store/store'
import { VERSION } from '../../about'
import { NO_PROGRESS, rowOf, type BenchPlan, type BenchProgress } from './bench'
import type { BatchGame } from './contenders'
import type { Provenance } from '../ground/provenance'
import { Autosave } from '../saving/autosave'

/** A transaction starts when this many games wait, or the first of them has waited for 50 ms. A kill loses the games that wait. */
const GAMES_AT_ONCE = 64
const PACE = { everyMs: 50, waits: true, longestRetryMs: 1000 }
/** Most games of one transaction, if more wait because of a slow disk. */
const MOST_AT_ONCE = 500
/** Most games that wait for the disk; beyond that, no more are played until there is room. */
const MOST_WAITING = 1000

export interface KeeperOptions {
  readonly store: Pick<Store, 'batches'>
  /** Called when storing starts to fail, and with `undefined` when it works again. */
  readonly onTrouble: (problem: LabErrorData | undefined) => void
}

/** What happened to the games passed to a keeper. */
export interface Kept {
  readonly stored: number
  /** Played, and lost because they could not be stored: resuming the bench plays them again. */
  readonly unstored: number
  /** Why the last write failed. */
  readonly trouble: Pick<LabErrorData, 'code' | 'message'> | undefined
}

/**
 * Saves the games of a bench as seed, settings and result, and those that a clock decided with their turns. Writes in the background, one
 * transaction after the other; memory does not grow with the number of games.
 */
export class BenchKeeper {
  readonly #waiting: BatchGame[] = []
  #times = new TimesSum()
  #stored = 0
  #unstored = 0
  #summary: object | undefined
  readonly #autosave: Autosave
  readonly #broken = new AbortController()
  readonly #started = performance.now()

  /** @param before totals of the games that the batch already has */
  constructor(
    private readonly options: KeeperOptions,
    readonly batch: number,
    private readonly before: BenchProgress = NO_PROGRESS,
  ) {
    this.#times.add(before.times)
    const tell = (problem: LabErrorData | undefined): void => {
      if (!this.signal.aborted) options.onTrouble(problem)
    }
    this.#autosave = new Autosave(() => this.#save(), tell, PACE)
  }

  /** Creates a batch. @throws {LabError} of the store */
  static async begin(options: KeeperOptions, plan: Omit<BenchPlan, 'player'>, made: Provenance): Promise<BenchKeeper> {
    return new BenchKeeper(options, await options.store.batches.begin(newBatch(`bench of ${made.profile}`, plan, made)))
  }

  /** Aborts at a failure that the store does not report on purpose: nothing more is stored, so no more games should be played. */
  get signal(): AbortSignal {
    return this.#broken.signal
  }

  /** Cheap; `room` and `end` wait for the writing. */
  add(game: BatchGame): void {
    this.#waiting.push(game)
    if (this.#autosave.problem) this.#dropOldest()
    else if (this.#waiting.length < GAMES_AT_ONCE) this.#autosave.changed()
    else void this.#autosave.now()
  }

  /** A promise while the disk is behind. A failed write delays nothing. */
  readonly room = (): Promise<void> | undefined =>
    this.#waiting.length > MOST_WAITING && !this.#autosave.problem ? this.#autosave.now() : undefined

  /** Writes the remaining games of an unfinished bench, which can be resumed. */
  async pause(): Promise<Kept> {
    this.#autosave.close()
    if (!this.signal.aborted) await this.#autosave.flush()
    const trouble = (this.signal.reason as LabError | undefined) ?? this.#autosave.problem
    return { stored: this.#stored, unstored: this.#unstored + this.#waiting.length, trouble }
  }

  /** Writes the remaining games and the result. A batch that lacks games stays unfinished. */
  async end(summary: object): Promise<Kept> {
    this.#summary = summary
    this.#autosave.changed()
    return this.pause()
  }

  /** Removes a batch without games. @returns true if it could */
  async drop(): Promise<boolean> {
    const { stored, unstored } = await this.pause()
    if (stored + unstored > 0) return false
    try {
      await this.options.store.batches.drop(this.batch)
      return true
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      return false // the list shows it
    }
  }

  /** Writes all waiting games, and new ones as long as they fill another transaction. */
  async #save(): Promise<void> {
    let left = this.#waiting.length
    while (left > 0 || this.#waiting.length >= GAMES_AT_ONCE) {
      await this.#add(this.#waiting.splice(0, MOST_AT_ONCE))
      left -= MOST_AT_ONCE
    }
    // a finished batch has all its games: one that arrived during the last write waits for the next
    if (!this.#summary || this.#waiting.length + this.#unstored > 0) return
    await this.options.store.batches.end(this.batch, this.#summary)
    this.#summary = undefined
  }

  async #add(block: readonly BatchGame[]): Promise<void> {
    const times = new TimesSum()
    times.add(this.#times.times)
    for (const game of block) times.addGame(game.times)
    const seconds = this.before.seconds + (performance.now() - this.#started) / 1000
    const { extended } = this.before
    const progress: BenchProgress = { seconds, times: times.times, ...(extended && { extended }) }
    try {
      await this.options.store.batches.add(this.batch, block.map(newRow), progress)
    } catch (error) {
      this.#waiting.unshift(...block)
      this.#dropOldest()
      throw error instanceof LabError ? error : this.#break(error as Error)
    }
    this.#times = times
    this.#stored += block.length
  }

  #break(bug: Error): LabError {
    const fault = new LabError('INTERNAL', `A fault in the lab: ${bug.message}.`, undefined, { cause: bug })
    this.#autosave.close()
    this.#broken.abort(fault)
    return fault
  }

  /** Drops the oldest waiting game; its seed reproduces it. */
  #dropOldest(): void {
    this.#unstored += this.#waiting.splice(0, this.#waiting.length - MOST_WAITING).length
  }
}

export function newBatch(
  title: string,
  { games, seed, validation, stop }: Omit<BenchPlan, 'player'>,
  made: Provenance,
): NewBatch {
  const { profile } = made
  const provenance = { version: VERSION, by: 'engine', ...made, ...seedsOf(validation), ...(stop && { stop }) }
  return { title, seed, games, profile, provenance, created: Date.now(), progress: NO_PROGRESS }
}

function newRow(game: BatchGame): NewBatchGame {
  const row = rowOf(game)
  return { ...row, over: legalMoves(row.board).length === 0, created: Date.now(), played: game.turns ?? null }
}
