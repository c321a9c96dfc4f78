import { setTimeout as wait } from 'node:timers/promises'
import { DELETED_DAYS, MOST_DELETED_IDS, type DeletedWindow } from '../../../core/contract/calls/deleted'
import type { DeletedKind } from '../../../core/contract/stored'
import type { Store } from '../../store/store'
import type { TrainingRuns } from '../training/trainingRuns'

const DAY_MS = 86_400_000
/** Items deleted in one transaction: some milliseconds of the store's thread. */
const PORTION = 200
/** After a start, the store is left to others for this time. */
const FIRST_MS = 5_000

/** Deleted items, for pages. Every method throws why the data folder is unusable, and errors of the store. */
export class DeletedThings {
  readonly #closed = new AbortController()
  #forgetting: Promise<void> = Promise.resolve()

  /** @param trainings absent: there is no data folder for them */
  constructor(
    private readonly store: Pick<Store, 'deleted'>,
    private readonly trainings?: Pick<TrainingRuns, 'deleted' | 'forget'>,
  ) {}

  async window(kind: DeletedKind, offset: number, limit: number): Promise<DeletedWindow> {
    const { deleted } = this.store
    const counts = await deleted.counts()
    const trainings = this.trainings?.deleted() ?? []
    const totals = { ...counts, trainings: trainings.length }
    if (kind === 'trainings') return { rows: trainings.slice(offset, offset + limit), totals }
    return { rows: await deleted.window(kind, offset, limit), totals }
  }

  async ids(kind: DeletedKind): Promise<readonly number[]> {
    if (kind === 'trainings') return (this.trainings?.deleted() ?? []).map(({ id }) => id).slice(0, MOST_DELETED_IDS)
    return this.store.deleted.ids(kind, MOST_DELETED_IDS)
  }

  async forget(kind: DeletedKind, ids: readonly number[]): Promise<number> {
    if (kind === 'trainings') return (await this.trainings?.forget(ids)) ?? 0
    return this.store.deleted.forget(kind, ids)
  }

  /** Deletes for good, in the background after the start, items that were deleted more than `DELETED_DAYS` ago. */
  forgetOld(onFailure: (error: unknown) => void, firstMs = FIRST_MS): void {
    const { signal } = this.#closed
    const before = Date.now() - DELETED_DAYS * DAY_MS
    this.#forgetting = (async () => {
      await wait(firstMs, undefined, { signal, ref: false })
      while (!signal.aborted && (await this.store.deleted.forgetBefore(before, PORTION)) > 0);
      const old = this.trainings?.deleted().filter(({ deleted }) => deleted < before) ?? []
      for (const { id } of old) if (!signal.aborted) await this.trainings?.forget([id])
    })().catch((error: unknown) => {
      if (!signal.aborted) onFailure(error)
    })
  }

  /** Waits for the current portion; the next start does the others. */
  async close(): Promise<void> {
    this.#closed.abort()
    await this.#forgetting
  }
}
