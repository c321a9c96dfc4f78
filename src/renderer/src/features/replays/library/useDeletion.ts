import { useI18n } from 'vue-i18n'
import { MOST_GAMES } from '../../../../../core/contract/calls/library'
import { portions } from '../../../../../core/portions'
import { useMutation } from '../../../bridge/useMutation'
import { Deletions } from '../../../ui/leaving/deletions'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'

interface Deletion {
  /** Games that left by it: known once the lab has answered. */
  readonly gone: Promise<readonly number[]>
}

/** Deletes games, and takes that back. */
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
    if (!deletions.has(deletion)) return // taken back meanwhile
    toasts.show({
      kind: 'notice',
      title: t('library.deleted', { games: n(gone.length, 'integer') }, gone.length),
      action: { label: t('library.undo'), run: () => void restore(deletion) },
    })
  }

  async function removeAll(ids: readonly number[]): Promise<readonly number[]> {
    const gone: number[] = []
    await change(async ask => {
      for (const some of portions(ids, MOST_GAMES)) {
        // else they left before, by another key or page, and are not this one's to bring back
        if ((await ask('deleteGames', { ids: some })) > 0) gone.push(...some)
      }
    })
    return gone
  }

  async function restore(deletion: Deletion): Promise<void> {
    deletions.forget(deletion)
    await change(async ask => {
      for (const some of portions(await deletion.gone, MOST_GAMES)) await ask('restoreGames', { ids: some })
    })
  }

  async function undo(): Promise<void> {
    if (deletions.latest) await restore(deletions.latest)
  }

  return { remove, undo }
}
