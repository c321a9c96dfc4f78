import { setTimeout as wait } from 'node:timers/promises'
import { DELETED_DAYS, MOST_DELETED_IDS, type DeletedKind, type DeletedWindow } from '../../../core/contract/calls/deleted'
import type { LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'
import { requireStore } from './requireStore'

const DAY_MS = 86_400_000
/** Things that go in one transaction: some milliseconds of the store's thread. */
const PORTION = 200
/** After a start others have the store to themselves for so long. */
const FIRST_MS = 5_000

/** What was deleted, for pages. Every method throws what is wrong where nothing is kept, and what the store throws. */
export class DeletedThings {
  readonly #closed = new AbortController()
  #forgetting: Promise<void> = Promise.resolve()

  /** @param store or why there is none */
  constructor(private readonly store: Store | LabErrorData | undefined) {}

  async window(kind: DeletedKind, offset: number, limit: number): Promise<DeletedWindow> {
    const { deleted } = this.#open
    const [rows, totals] = await Promise.all([deleted.window(kind, offset, limit), deleted.counts()])
    return { rows, totals }
  }

  async ids(kind: DeletedKind): Promise<readonly number[]> {
    return this.#open.deleted.ids(kind, MOST_DELETED_IDS)
  }

  async forget(kind: DeletedKind, ids: readonly number[]): Promise<number> {
    return this.#open.deleted.forget(kind, ids)
  }

  /**
   * Forgets, once the lab has begun and portion after portion, what was deleted more than `DELETED_DAYS` before this
   * moment. Nothing where nothing is kept.
   */
  forgetOld(onFailure: (error: unknown) => void, firstMs = FIRST_MS): void {
    const { store } = this
    if (!store || 'code' in store) return
    const { signal } = this.#closed
    const before = Date.now() - DELETED_DAYS * DAY_MS
    this.#forgetting = (async () => {
      await wait(firstMs, undefined, { signal, ref: false })
      while (!signal.aborted && (await store.deleted.forgetBefore(before, PORTION)) > 0);
    })().catch((error: unknown) => {
      if (!signal.aborted) onFailure(error)
    })
  }

  /** Waits for a portion that is on its way; the next start forgets the others. */
  async close(): Promise<void> {
    this.#closed.abort()
    await this.#forgetting
  }
  get #open(): Store {
    return requireStore(this.store)
  }
}
