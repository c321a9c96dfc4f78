import { useI18n } from 'vue-i18n'
import { MOST_GAMES } from '../../../../../core/contract/calls/library'
import { chunks } from '../../../../../core/sliced'
import { useMutation } from '../../../bridge/useMutation'
import { Deletions } from '../../../ui/deletions'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'

interface Deletion {
  /** The deleted games, once the lab has answered. */
  readonly gone: Promise<readonly number[]>
}

/** Deletes games, and undoes that. */
export function useDeletion(onDeleted: (ids: readonly number[]) => void) {
  const { t, n } = useI18n()
  const toasts = useToasts()
  const change = useMutation(useFailureToast())
  const deletions = new Deletions<Deletion>()

  async function remove(ids: readonly number[]): Promise<void> {
    const deletion: Deletion = { gone: removeAll(ids) }
    deletions.add(deletion)
    const gone = await deletion.gone
    if (gone.length === 0) return deletions.forget(deletion)
    onDeleted(gone)
    if (!deletions.has(deletion)) return // undone meanwhile
    toasts.show({
      kind: 'notice',
      title: t('library.deleted', { games: n(gone.length, 'integer') }, gone.length),
      action: { label: t('library.undo'), run: () => void restore(deletion) },
    })
  }

  async function removeAll(ids: readonly number[]): Promise<readonly number[]> {
    const gone: number[] = []
    await change(async ask => {
      for (const some of chunks(ids, MOST_GAMES)) {
        // otherwise another key or page deleted them before, and this must not restore them
        if ((await ask('deleteGames', { ids: some })) > 0) gone.push(...some)
      }
    })
    return gone
  }

  async function restore(deletion: Deletion): Promise<void> {
    deletions.forget(deletion)
    await change(async ask => {
      for (const some of chunks(await deletion.gone, MOST_GAMES)) await ask('restoreGames', { ids: some })
    })
  }

  async function undo(): Promise<void> {
    if (deletions.latest) await restore(deletions.latest)
  }

  return { remove, undo }
}
