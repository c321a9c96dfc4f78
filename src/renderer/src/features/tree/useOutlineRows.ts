import { shallowRef } from 'vue'
import type { TreeRows } from '../../../../core/contract/calls'
import type { TreeRow } from '../../../../core/search/tree/views'

/** Rows asked for at a time. */
const PAGE = 100
/** Rows kept; a screen shows some dozens. */
const MOST_KEPT = 3_000

/**
 * The rows of an outline as far as somebody looks. Only `shown` is reactive: it changes when what is in sight does. Rows
 * of an older outline stay in sight until those of the new one are there.
 *
 * @param ask for rows; `undefined` where there is nothing to be had
 */
export function useOutlineRows(ask: (first: number, count: number) => Promise<TreeRows | undefined>) {
  const total = shallowRef(0)
  const shown = shallowRef<readonly { readonly index: number; readonly row: TreeRow | undefined }[]>([])
  let rows = new Map<number, TreeRow>()
  let revision = -1
  let newest = -1
  let sight = { first: 0, last: -1 }
  let asking = false
  /** Of the last thing that was reset: answers to older questions are dropped. */
  let era = 0

  function row(index: number): TreeRow | undefined {
    return revision === newest ? rows.get(index) : undefined
  }

  /** Somebody sees these rows. */
  function want(first: number, last: number): void {
    sight = { first, last }
    renew()
    void fill()
  }

  /** The outline changed, and has so many rows now. */
  function changed(change: { readonly total: number; readonly revision: number }): void {
    if (change.revision <= newest) return
    newest = change.revision
    total.value = change.total
    void fill()
  }

  /** Another tree. */
  function reset(): void {
    era++
    rows = new Map()
    revision = newest = -1
    asking = false
    total.value = 0
    renew()
    void fill()
  }

  /** Resolves when what is in sight is there. */
  async function fill(): Promise<void> {
    if (asking) return
    const its = era
    for (let page = missing(); page !== undefined; page = missing()) {
      asking = true
      const answer = await ask(page, PAGE)
      if (its !== era) return
      asking = false
      if (!answer) return
      take(page, answer)
    }
  }

  function take(first: number, answer: TreeRows): void {
    if (answer.revision < newest) return // the outline changed meanwhile
    if (answer.revision !== revision) rows = new Map()
    if (rows.size > MOST_KEPT) rows = new Map()
    revision = newest = answer.revision
    answer.rows.forEach((each, i) => rows.set(first + i, each))
    total.value = answer.total
    renew()
  }

  /** The first row in sight that is not there. */
  function missing(): number | undefined {
    if (sight.last < sight.first) return revision === newest && newest >= 0 ? undefined : 0
    const last = newest < 0 ? sight.last : Math.min(sight.last, total.value - 1)
    const first = Math.max(0, Math.min(sight.first, last))
    for (let index = first; index <= last; index++) if (revision !== newest || !rows.has(index)) return index
    return newest < 0 ? 0 : undefined
  }

  function renew(): void {
    const last = Math.min(sight.last, total.value - 1)
    const list = []
    for (let index = sight.first; index <= last; index++) list.push({ index, row: rows.get(index) })
    shown.value = list
  }

  return { total, shown, row, want, changed, reset, fill }
}
