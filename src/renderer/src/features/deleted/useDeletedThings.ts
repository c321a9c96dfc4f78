import { computed, shallowRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { DeletedThing, DeletedWindow } from '../../../../core/contract/calls'
import type { DeletedKind } from '../../../../core/contract/stored'
import { MOST_DELETED } from '../../../../core/contract/calls/deleted'
import type { LabError } from '../../../../core/errors'
import { chunks } from '../../../../core/chunks'
import type { Ask } from '../../bridge/guarded'
import { useAskAbout } from '../../bridge/useLatest'
import { useMutation } from '../../bridge/useMutation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'

/** Lines per request. */
const PAGE = 200

/** The deleted things of one kind: loaded page by page, selected, restored or deleted for good. */
export function useDeletedThings(kind: Ref<DeletedKind>) {
  const { t, n } = useI18n()
  const toasts = useToasts()
  const onFailure = useFailureToast()
  const rows = shallowRef<readonly DeletedThing[]>([])
  const totals = shallowRef<DeletedWindow['totals']>()
  /** Why nothing can be shown. */
  const problem = shallowRef<LabError>()
  const chosen = shallowRef<ReadonlySet<number>>(new Set())
  const reading = useMutation(error => (problem.value = error), 'instead')
  const changing = useMutation(onFailure, 'ignore')
  const askOfKind = useAskAbout(() => kind.value, onFailure)

  const total = computed(() => totals.value?.[kind.value] ?? 0)

  /** Loads from the top, as far down as was loaded before for this kind. */
  async function load(): Promise<void> {
    const count = rows.value[0]?.kind === kind.value ? rows.value.length : 0
    await read(0, Math.min(Math.max(count, PAGE), MOST_DELETED))
  }

  const more = () => read(rows.value.length, PAGE)

  async function read(offset: number, limit: number): Promise<void> {
    const window = await reading(ask => ask('deleted', { kind: kind.value, offset, limit }))
    if (!window) return
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
    const ids = await askOfKind((ask, of) => ask('deletedIds', { kind: of }))
    if (ids) chosen.value = new Set(ids)
  }

  function restore(ids: readonly number[]): Promise<void> {
    const names = new Map(rows.value.map(row => [row.id, row.kind === 'profiles' ? row.name : '']))
    const renamed: string[] = []
    const of = kind.value // the user may open another kind before the last portion
    return inPortions(ids, t('deleted.restored', { count: n(ids.length, 'integer') }, ids.length), renamed, async (ask, some) => {
      switch (of) {
        case 'profiles':
          for (const { id, name } of await ask('restoreProfiles', { ids: some })) {
            const from = names.get(id!)
            if (from && from !== name) renamed.push(t('deleted.renamed', { from, name }))
          }
          return
        case 'games':
          await ask('restoreGames', { ids: some })
          return
        case 'runs':
          await ask('restoreRuns', { kind: 'tuning', ids: some })
          return
        case 'trainings':
          await ask('restoreRuns', { kind: 'training', ids: some })
      }
    })
  }

  function forget(ids: readonly number[]): Promise<void> {
    const of = kind.value
    const done = t('deleted.forgotten', { count: n(ids.length, 'integer') }, ids.length)
    return inPortions(ids, done, [], (ask, some) => ask('forgetDeleted', { kind: of, ids: some }))
  }

  /** @param details what else to report when it is done */
  async function inPortions(
    ids: readonly number[],
    done: string,
    details: readonly string[],
    act: (ask: Ask, some: number[]) => Promise<unknown>,
  ): Promise<void> {
    if (ids.length === 0) return
    const whole = await changing(async ask => {
      try {
        for (const some of chunks(ids, MOST_DELETED)) await act(ask, some)
      } finally {
        chosen.value = new Set()
        await load()
      }
      return true
    })
    if (whole) toasts.show({ kind: 'notice', title: done, ...(details.length > 0 && { detail: details.join(' ') }) })
  }

  return { rows, totals, total, problem, chosen, busy: changing.pending, load, more, show, toggle, toggleAll, restore, forget }
}
