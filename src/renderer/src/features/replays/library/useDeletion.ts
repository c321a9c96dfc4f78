import { useI18n } from 'vue-i18n'
import { MOST_GAMES } from '../../../../../core/contract/calls/library'
import { attemptWith } from '../../../bridge/attempt'
import { useLab } from '../../../bridge/lab'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'

/** Deletions that Ctrl+Z takes back; the others are among what was deleted. */
const MOST_UNDONE = 50

interface Deletion {
  /** Games that left by it: known once the lab has answered. */
  readonly gone: Promise<readonly number[]>
}

/** Deletes games, and takes that back. */
export function useDeletion(onDeleted: (ids: readonly number[]) => void) {
  const lab = useLab()
  const { t, n } = useI18n()
  const toasts = useToasts()
  const attempt = attemptWith(useFailureToast())
  /** The latest last; among them those that the lab has not answered yet. */
  let deletions: readonly Deletion[] = []

  async function remove(ids: readonly number[]): Promise<void> {
    const deletion: Deletion = { gone: removeAll(ids) }
    deletions = [...deletions, deletion].slice(-MOST_UNDONE)
    const gone = await deletion.gone
    if (gone.length === 0) return forget(deletion)
    onDeleted(gone)
    if (!deletions.includes(deletion)) return // taken back meanwhile
    toasts.show({
      kind: 'notice',
      title: t('library.deleted', { games: n(gone.length, 'integer') }, gone.length),
      action: { label: t('library.undo'), run: () => void restore(deletion) },
    })
  }

  async function removeAll(ids: readonly number[]): Promise<readonly number[]> {
    const gone: number[] = []
    for (const some of portions(ids)) {
      const count = await attempt(lab.call('deleteGames', { ids: some }))
      if (count === undefined) break
      if (count > 0) gone.push(...some) // else they left before, by another key or page, and are not this one's to bring back
    }
    return gone
  }

  function forget(deletion: Deletion): void {
    deletions = deletions.filter(each => each !== deletion)
  }

  async function restore(deletion: Deletion): Promise<void> {
    forget(deletion)
    for (const some of portions(await deletion.gone))
      if ((await attempt(lab.call('restoreGames', { ids: some }))) === undefined) break
  }

  async function undo(): Promise<void> {
    const last = deletions.at(-1)
    if (last) await restore(last)
  }

  return { remove, undo }
}

function portions(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / MOST_GAMES) }, (_, i) => ids.slice(i * MOST_GAMES, (i + 1) * MOST_GAMES))
}
