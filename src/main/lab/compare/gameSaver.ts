import type { ComparePlan, Comparison, Provenance } from '../../../core/contract/calls'
import { withoutIdle } from '../../../core/contract/playerText'
import type { NewBatch, NewBatchGame, StoredBatch, StoredBatchGame } from '../../../core/contract/stored'
import { legalMoves } from '../../../core/games/twenty48/board'
import { LabError, type LabErrorData } from '../../../core/errors'
import { TimesSum } from '../../../core/stats/moveTimes'
import { seedsOf } from '../../../core/tuning/seeds'
import type { Store } from '../../store/store'
import { VERSION } from '../../installation'
import { summaryOf } from './comparison'
import type { BatchGame } from './contest'
import { NO_PROGRESS, type BatchProgress, type SavedComparison } from './storedComparisons'
import { Scope } from '../../scope'
import { Autosave } from '../saving/autosave'

/** A transaction starts when this many games of a player wait, or the first of them has waited for 50 ms. A kill loses the games that wait. */
const GAMES_AT_ONCE = 64
const PACE = { everyMs: 50, waits: true, longestRetryMs: 1000 }
/** Limit of games of a player in one transaction, if more wait because of a slow disk. */
const MOST_AT_ONCE = 500
/** Limit of games of a player that wait for the disk; beyond that, no more are played until there is room. */
const MOST_WAITING = 1000

export interface SaverOptions {
  readonly store: Pick<Store, 'batches' | 'comparisons'>
  /** Called when storing starts to fail, and with `undefined` when it works again. */
  readonly onTrouble: (problem: LabErrorData | undefined) => void
  /** Called after each transaction. */
  readonly onStored?: () => void
}

/** What happened to the games passed to a saver. */
export interface Saved {
  readonly stored: number
  /** Played, and lost because they could not be stored: resuming plays them again. */
  readonly unstored: number
  /** Why the last write failed. */
  readonly trouble: LabErrorData | undefined
}

/** The row that a batch saves for a game. */
export function rowOf({ index, result, ms, machine }: BatchGame): StoredBatchGame {
  return { index, ...result, ms, ...(machine !== undefined && { machine }) }
}

/**
 * Saves the games of all players as seed, settings and result, and those that a clock decided with their turns. Writes in the background,
 * one transaction after the other; memory does not grow with the number of games. Games that are added at once are stored at once.
 */
export class GameSaver {
  readonly #batches: readonly WaitingBatch[]
  #stored = 0
  #unstored = 0
  #result: Comparison | undefined
  readonly #autosave: Autosave
  readonly #scope = new Scope('the saving of a comparison')
  readonly #broken = new AbortController()
  readonly #started = performance.now()

  constructor(
    private readonly comparison: Pick<SavedComparison, 'kind' | 'id'> & { readonly batches: readonly Pick<StoredBatch, 'id' | 'progress'>[] }, // oxfmt-ignore
    private readonly options: SaverOptions,
  ) {
    this.#batches = comparison.batches.map(({ id, progress }) => new WaitingBatch(id, progress as BatchProgress))
    const report = (problem: LabErrorData | undefined): void => {
      if (!this.signal.aborted) options.onTrouble(problem)
    }
    this.#autosave = new Autosave(this.#scope, () => this.#save(), report, PACE)
  }

  /** Aborts at a failure that the store does not report on purpose: nothing more is stored, so no more games should be played. */
  get signal(): AbortSignal {
    return this.#broken.signal
  }

  /** Cheap; `room` and `end` wait for the writing. */
  add(game: BatchGame, place = 0): void {
    const { waiting } = this.#batches[place]!
    waiting.push(game)
    if (this.#autosave.problem) this.#dropOldest()
    else if (waiting.length < GAMES_AT_ONCE) this.#autosave.changed()
    else void this.#autosave.now()
  }

  /** A promise while the disk is behind. A failed write delays nothing. */
  readonly room = (): Promise<void> | undefined =>
    this.#batches.some(({ waiting }) => waiting.length > MOST_WAITING) && !this.#autosave.problem
      ? this.#autosave.now()
      : undefined

  /** Writes the remaining games; what lacks games stays unfinished. @param result absent: it can be resumed */
  async end(result?: Comparison): Promise<Saved> {
    if (result) {
      this.#result = result
      this.#autosave.changed()
    }
    await this.#scope.close()
    if (!this.signal.aborted) await this.#autosave.flush()
    const trouble = (this.signal.reason as LabError | undefined)?.toData() ?? this.#autosave.problem
    return { stored: this.#stored, unstored: this.#unstored + this.#waiting, trouble }
  }

  get #waiting(): number {
    return this.#batches.reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** Writes all waiting games, and new ones as long as they fill another transaction. */
  async #save(): Promise<void> {
    const most = (): number => Math.max(...this.#batches.map(({ waiting }) => waiting.length))
    for (let left = most(); left > 0 || most() >= GAMES_AT_ONCE; left -= MOST_AT_ONCE) await this.#write()
    // what is finished has all its games: one that arrived during the last write waits for the next
    if (!this.#result || this.#waiting + this.#unstored > 0) return
    const { batches, comparisons } = this.options.store
    for (const [place, { id }] of this.#batches.entries()) await batches.end(id, summaryOf(this.#result, place))
    if (this.comparison.kind === 'comparison') await comparisons.end(this.comparison.id, this.#result)
    this.#result = undefined
  }

  async #write(): Promise<void> {
    const parts = this.#batches
      .map(batch => ({ batch, block: batch.waiting.splice(0, MOST_AT_ONCE) }))
      .filter(({ block }) => block.length > 0)
      .map(part => ({ ...part, times: part.batch.timesWith(part.block) }))
    try {
      await this.options.store.batches.add(
        parts.map(({ batch: { id, before }, block, times: { times } }) => {
          const seconds = before.seconds + (performance.now() - this.#started) / 1000
          return { id, games: block.map(newRow), progress: { ...before, seconds, times } satisfies BatchProgress }
        }),
      )
    } catch (error) {
      for (const { batch, block } of parts) batch.waiting.unshift(...block)
      this.#dropOldest()
      throw error instanceof LabError ? error : this.#break(error as Error)
    }
    for (const { batch, block, times } of parts) {
      batch.times = times
      this.#stored += block.length
    }
    this.options.onStored?.()
  }

  #break(bug: Error): LabError {
    const fault = new LabError('INTERNAL', `A fault in the lab: ${bug.message}.`, undefined, { cause: bug })
    void this.#scope.close()
    this.#broken.abort(fault)
    return fault
  }

  /** Drops the oldest waiting games; their seeds reproduce them. */
  #dropOldest(): void {
    for (const { waiting } of this.#batches) this.#unstored += waiting.splice(0, waiting.length - MOST_WAITING).length
  }
}

/** The games of a player that are not stored yet, and the times of those that are. */
class WaitingBatch {
  readonly waiting: BatchGame[] = []
  times = new TimesSum()

  /** @param before totals of the games that the batch already has */
  constructor(
    readonly id: number,
    readonly before: BatchProgress,
  ) {
    this.times.add(before.times)
  }

  timesWith(games: readonly BatchGame[]): TimesSum {
    const times = new TimesSum()
    times.add(this.times.times)
    for (const game of games) times.addGame(game.times)
    return times
  }
}

/** @param provenances one per player */
export function newBatches(plan: ComparePlan, provenances: readonly Provenance[]): NewBatch[] {
  const {
    players,
    seed,
    rule: { games, width, minutes },
    validation,
  } = plan
  const isBench = players.length === 1
  const rule = { ...(width !== undefined && { width }), ...(minutes !== undefined && { minutes }) }
  const stop = isBench && Object.keys(rule).length > 0 ? { stop: rule } : {}
  return players.map(({ name, profile: source, player }, place) => {
    const provenance = { version: VERSION, by: 'engine', ...withoutIdle(provenances[place]!), ...seedsOf(validation), ...stop }
    const title = isBench ? `bench of ${source}` : name
    const profile = player.searcher === undefined ? source : null
    return { title, seed, games, profile, provenance, created: Date.now(), progress: NO_PROGRESS }
  })
}

function newRow(game: BatchGame): NewBatchGame {
  const row = rowOf(game)
  return { ...row, over: legalMoves(row.board).length === 0, created: Date.now(), played: game.turns ?? null }
}
