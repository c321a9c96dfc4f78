import { computed, shallowRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { DeletedKind, DeletedThing, DeletedWindow } from '../../../../core/contract/calls'
import { MOST_DELETED } from '../../../../core/contract/calls/deleted'
import type { LabError } from '../../../../core/errors'
import { attemptWith } from '../../bridge/attempt'
import { useLab } from '../../bridge/lab'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'

/** Lines that are asked for at once. */
const PAGE = 200

/** What was deleted of a kind: read page after page, chosen, brought back or forgotten. */
export function useDeletedThings(kind: Ref<DeletedKind>) {
  const lab = useLab()
  const { t, n } = useI18n()
  const toasts = useToasts()
  const attempt = attemptWith(useFailureToast())
  const rows = shallowRef<readonly DeletedThing[]>([])
  const totals = shallowRef<DeletedWindow['totals']>()
  /** Why nothing can be shown. */
  const problem = shallowRef<LabError>()
  const chosen = shallowRef<ReadonlySet<number>>(new Set())
  const busy = shallowRef(false)
  let round = 0

  const total = computed(() => totals.value?.[kind.value] ?? 0)

  /** From the top, and as far down as was read before, if that is this kind. */
  async function load(): Promise<void> {
    const lines = rows.value[0]?.kind === kind.value ? rows.value.length : 0
    await read(0, Math.min(Math.max(lines, PAGE), MOST_DELETED))
  }

  const more = () => read(rows.value.length, PAGE)

  async function read(offset: number, limit: number): Promise<void> {
    const mine = ++round
    const window = await attemptWith(error => {
      if (mine === round) problem.value = error
    })(lab.call('deleted', { kind: kind.value, offset, limit }))
    if (!window || mine !== round) return
    problem.value = undefined
    rows.value = [...rows.value.slice(0, offset), ...window.rows]
    totals.value = window.totals
  }

  async function show(next: DeletedKind): Promise<void> {
    kind.value = next
    rows.value = []
    chosen.value = new Set()
    await load()
  }

  function toggle(id: number): void {
    const changed = new Set(chosen.value)
    if (!changed.delete(id)) changed.add(id)
    chosen.value = changed
  }

  async function toggleAll(): Promise<void> {
    if (chosen.value.size > 0) {
      chosen.value = new Set()
      return
    }
    const of = kind.value
    const ids = await attempt(lab.call('deletedIds', { kind: of }))
    if (of === kind.value) chosen.value = new Set(ids)
  }

  function restore(ids: readonly number[]): Promise<void> {
    const names = new Map(rows.value.map(row => [row.id, row.kind === 'profiles' ? row.name : '']))
    const renamed: string[] = []
    const of = kind.value // another may be looked at before the last portion
    return inPortions(ids, t('deleted.restored', { count: n(ids.length, 'integer') }, ids.length), renamed, async some => {
      switch (of) {
        case 'profiles':
          for (const { id, name } of await lab.call('restoreProfiles', { ids: some })) {
            const from = names.get(id!)
            if (from && from !== name) renamed.push(t('deleted.renamed', { from, name }))
          }
          return
        case 'games':
          await lab.call('restoreGames', { ids: some })
          return
        case 'runs':
          await lab.call('restoreRuns', { ids: some })
      }
    })
  }

  function forget(ids: readonly number[]): Promise<void> {
    const of = kind.value
    const done = t('deleted.forgotten', { count: n(ids.length, 'integer') }, ids.length)
    return inPortions(ids, done, [], async some => {
      await lab.call('forgetDeleted', { kind: of, ids: some })
    })
  }

  /** @param details what else there is to tell when it is done */
  async function inPortions(
    ids: readonly number[],
    done: string,
    details: readonly string[],
    act: (some: number[]) => Promise<void>,
  ): Promise<void> {
    if (busy.value || ids.length === 0) return
    busy.value = true
    const whole = await attempt(
      (async () => {
        for (let i = 0; i < ids.length; i += MOST_DELETED) await act(ids.slice(i, i + MOST_DELETED))
        return true
      })(),
    )
    chosen.value = new Set()
    await load()
    busy.value = false
    if (whole) toasts.show({ kind: 'notice', title: done, ...(details.length > 0 && { detail: details.join(' ') }) })
  }

  return { rows, totals, total, problem, chosen, busy, load, more, show, toggle, toggleAll, restore, forget }
}
