import { useI18n } from 'vue-i18n'
import { MOST_GAMES } from '../../../../../core/contract/calls/library'
import { attemptWith } from '../../../bridge/attempt'
import { useLab } from '../../../bridge/lab'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'

/** Deletions that Ctrl+Z takes back; the others are among what was deleted. */
const MOST_UNDONE = 50

/** Deletes games, and takes that back. */
export function useDeletion(onDeleted: (ids: readonly number[]) => void) {
  const lab = useLab()
  const { t, n } = useI18n()
  const toasts = useToasts()
  const attempt = attemptWith(useFailureToast())
  /** The latest last. */
  let deletions: (readonly number[])[] = []

  async function remove(ids: readonly number[]): Promise<void> {
    const gone: number[] = []
    for (const some of portions(ids)) {
      if ((await attempt(lab.call('deleteGames', { ids: some }))) === undefined) break
      gone.push(...some)
    }
    if (gone.length === 0) return
    deletions = [...deletions, gone].slice(-MOST_UNDONE)
    onDeleted(gone)
    toasts.show({
      kind: 'notice',
      title: t('library.deleted', { games: n(gone.length, 'integer') }, gone.length),
      action: { label: t('library.undo'), run: () => void restore(gone) },
    })
  }

  async function restore(ids: readonly number[]): Promise<void> {
    deletions = deletions.filter(each => each !== ids)
    for (const some of portions(ids)) if ((await attempt(lab.call('restoreGames', { ids: some }))) === undefined) break
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
