import { setTimeout as wait } from 'node:timers/promises'
import { DELETED_DAYS, MOST_DELETED_IDS, type DeletedWindow } from '../../../core/contract/calls/deleted'
import type { DeletedKind } from '../../../core/contract/stored'
import type { Store } from '../../store/store'

const DAY_MS = 86_400_000
/** Things that go in one transaction: some milliseconds of the store's thread. */
const PORTION = 200
/** After a start others have the store to themselves for so long. */
const FIRST_MS = 5_000

/** What was deleted, for pages. Every method throws what is wrong where nothing is kept, and what the store throws. */
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

  /**
   * Forgets, once the lab has begun and portion after portion, what was deleted more than `DELETED_DAYS` before this
   * moment.
   */
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

  /** Waits for a portion that is on its way; the next start forgets the others. */
  async close(): Promise<void> {
    this.#closed.abort()
    await this.#forgetting
  }
}
