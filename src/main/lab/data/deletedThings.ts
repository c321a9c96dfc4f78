import { setTimeout as wait } from 'node:timers/promises'
import type { HandlersOf } from '../../../core/contract/calls'
import {
  DELETED_DAYS,
  MOST_DELETED,
  MOST_DELETED_IDS,
  type DELETED_CALLS,
  type DeletedWindow,
} from '../../../core/contract/calls/data'
import type { DeletedKind } from '../../../core/contract/stored'
import type { Scope } from '../../scope'
import type { Store } from '../../store/store'
import type { TrainedNetworks } from '../training/trainedNetworks'

const DAY_MS = 86_400_000
/** Items deleted in one transaction: some milliseconds of the store's thread. */
const PORTION = 200
/** After a start, the store is left to others for this time. */
const FIRST_MS = 5_000

/** Name of the ages among the settings of the store. */
const AGES = 'deletedAges'
/** Days that one start adds at most. The clock may be wrong; a start in each week counts them all. */
const MOST_DAYS = 7
/** Days of starts to remember. */
const MOST_STARTS = 1000

/**
 * The ages of deletions, by the days on which the lab was started: no single start with a wrong clock makes one old. Stored.
 * A deletion is 0 days old at the first start that saw it.
 */
export interface DeletionAges {
  /** Days since 1970, each once: a clock that often falls back to the same day does not count it again. */
  readonly starts: readonly number[]
  /** Days counted so far. */
  readonly days: number
  /** Times of deletions, and the days counted when they were first seen. */
  readonly seen: readonly (readonly [time: number, days: number])[]
  /** The last start, if it came long after all others, and what it counted: an earlier day at the next start shows a wrong clock. */
  readonly doubtful?: { readonly today: number; readonly counted: number } | undefined
}

/** The ages after a start. @param deleted times of all present deletions, in ms since 1970 */
export function agesAfter(
  { starts, days, seen, doubtful }: DeletionAges = { starts: [], days: 0, seen: [] },
  now: number,
  deleted: readonly number[],
): DeletionAges {
  const today = Math.floor(now / DAY_MS)
  const isNew = !starts.includes(today)
  const gap = today - Math.max(...starts.filter(day => day < today))
  const isLatest = starts.every(day => day < today)
  // a long time after one start and before another passed by no clock that is right
  const counted = isNew && Number.isFinite(gap) && (gap <= MOST_DAYS || isLatest) ? Math.min(gap, MOST_DAYS) : 0
  const all = days + counted - (doubtful && today < doubtful.today ? doubtful.counted : 0)
  const known = new Map(seen)
  return {
    starts: isNew ? [...starts, today].slice(-MOST_STARTS) : starts,
    days: all,
    seen: [...new Set(deleted)].map(time => [time, known.get(time) ?? all]),
    doubtful: counted > 0 && gap > MOST_DAYS ? { today, counted } : today === doubtful?.today ? doubtful : undefined,
  }
}

export function deletedHandlers(deleted: DeletedThings): HandlersOf<keyof typeof DELETED_CALLS> {
  return {
    deleted: ({ kind, offset, limit }) => deleted.window(kind, offset, limit),
    deletedIds: ({ kind }) => deleted.ids(kind),
    forgetDeleted: ({ kind, ids }) => deleted.forget(kind, ids),
  }
}

/** Deleted items. Every method throws why the data folder is unusable, and errors of the store. */
export class DeletedThings {
  /** @param networks absent: there is no data folder for them */
  constructor(
    private readonly store: Pick<Store, 'deleted' | 'settings'>,
    private readonly networks?: Pick<TrainedNetworks, 'removeFolder'>,
  ) {}

  async window(kind: DeletedKind, offset: number, limit: number): Promise<DeletedWindow> {
    const { deleted } = this.store
    return { rows: await deleted.window(kind, offset, limit), totals: await deleted.counts() }
  }

  ids(kind: DeletedKind): Promise<readonly number[]> {
    return this.store.deleted.ids(kind, MOST_DELETED_IDS)
  }

  async forget(kind: DeletedKind, ids: readonly number[]): Promise<number> {
    const { deleted } = this.store
    if (kind === 'trainings') {
      // a kill before the rows are forgotten leaves them to the next attempt
      const known = new Set(await deleted.ids(kind, MOST_DELETED_IDS))
      for (const id of ids) if (known.has(id)) await this.networks?.removeFolder(id)
    }
    return deleted.forget(kind, ids)
  }

  /**
   * Deletes for good, in the background after the start, items whose deletion is more than `DELETED_DAYS` old.
   * @param scope when it closes, waits for the current portion; the next start does the others
   * @param now ms since 1970
   */
  forgetOld(scope: Scope, onFailure: (error: unknown) => void, now = Date.now(), firstMs = FIRST_MS): Promise<void> {
    const { signal } = scope
    const forgetting = (async () => {
      await wait(firstMs, undefined, { signal, ref: false })
      const old = await this.#old(now)
      for (const time of old) while (!signal.aborted && (await this.store.deleted.forgetOf(time, PORTION)) > 0);
      const trainings = await this.store.deleted.window('trainings', 0, MOST_DELETED)
      for (const { id, deleted } of trainings) if (old.has(deleted) && !signal.aborted) await this.forget('trainings', [id])
    })().catch((error: unknown) => {
      if (!signal.aborted) onFailure(error)
    })
    scope.defer(() => forgetting)
    return forgetting
  }

  /** Counts this start. @returns times of the deletions that are old */
  async #old(now: number): Promise<ReadonlySet<number>> {
    const { deleted, settings } = this.store
    const times = await deleted.times()
    if (times.length === 0) return new Set()
    const ages = agesAfter((await settings.get(AGES)) as DeletionAges | undefined, now, times)
    await settings.set(AGES, ages)
    return new Set(ages.seen.filter(([, days]) => ages.days - days > DELETED_DAYS).map(([time]) => time))
  }
}
