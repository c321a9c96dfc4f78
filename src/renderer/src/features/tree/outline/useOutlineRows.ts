import { computed } from 'vue'
import type { TreeRows } from '../../../../../core/contract/calls'
import type { TreeRow } from '../../../../../core/tree/views'
import type { Ask, Tell } from '../../../bridge/guarded'
import { useWindowed } from '../../../bridge/useWindowed'

/** Rows per request. */
const SIZE = 100
/** Windows kept; a screen shows some dozens of rows. */
const MOST_KEPT = 30

/**
 * The visible rows of an outline. Rows of an older outline stay until those of the new one arrive.
 * @param about key of the outline
 * @param part which part of it is known; rows stay until those of another part arrive
 */
export function useOutlineRows<K>(
  about: () => K | undefined,
  ask: (ask: Ask, first: number, count: number, key: K) => Promise<TreeRows>,
  part: () => unknown,
  tell: Tell,
) {
  const list = useWindowed<TreeRow, TreeRows, K>({ about, ask, size: SIZE, most: MOST_KEPT, renewOn: part, tell })
  const total = computed(() => list.total.value ?? 0)
  const shown = computed(() => {
    const { first, last } = list.sight.value
    const count = Math.max(0, Math.min(last, total.value - 1) - first + 1)
    return Array.from({ length: count }, (_, i) => ({ index: first + i, row: list.row(first + i) }))
  })

  /** The outline changed, and has this number of rows now. */
  function changed(change: { readonly total: number; readonly revision: number }): void {
    if (change.revision <= (list.page.value?.revision ?? -1)) return
    list.total.value = change.total
    void list.renew()
  }

  /** `undefined` while the outline is about to be replaced. */
  const row = (index: number) => (list.renewing.value ? undefined : list.row(index))

  return { total, shown, row, want: list.want, changed }
}
