import { setTimeout as wait } from 'node:timers/promises'
import { DELETED_DAYS, MOST_DELETED_IDS, type DeletedWindow } from '../../../core/contract/calls/deleted'
import type { DeletedKind } from '../../../core/contract/stored'
import type { Store } from '../../store/store'

const DAY_MS = 86_400_000
/** Items deleted in one transaction: some milliseconds of the store's thread. */
const PORTION = 200
/** After a start, the store is left to others for this time. */
const FIRST_MS = 5_000

/** Deleted items, for pages. Every method throws why the data folder is unusable, and errors of the store. */
export class DeletedThings {
  readonly #closed = new AbortController()
  #forgetting: Promise<void> = Promise.resolve()

  constructor(private readonly store: Pick<Store, 'deleted'>) {}

  async window(kind: DeletedKind, offset: number, limit: number): Promise<DeletedWindow> {
    const { deleted } = this.store
    const [rows, totals] = await Promise.all([deleted.window(kind, offset, limit), deleted.counts()])
    return { rows, totals }
  }

  async ids(kind: DeletedKind): Promise<readonly number[]> {
    return this.store.deleted.ids(kind, MOST_DELETED_IDS)
  }

  async forget(kind: DeletedKind, ids: readonly number[]): Promise<number> {
    return this.store.deleted.forget(kind, ids)
  }

  /** Deletes for good, in the background after the start, items that were deleted more than `DELETED_DAYS` ago. */
  forgetOld(onFailure: (error: unknown) => void, firstMs = FIRST_MS): void {
    const { signal } = this.#closed
    const before = Date.now() - DELETED_DAYS * DAY_MS
    this.#forgetting = (async () => {
      await wait(firstMs, undefined, { signal, ref: false })
      while (!signal.aborted && (await this.store.deleted.forgetBefore(before, PORTION)) > 0);
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
