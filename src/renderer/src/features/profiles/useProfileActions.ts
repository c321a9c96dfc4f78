import { useI18n } from 'vue-i18n'
import { toRaw } from 'vue'
import type { KnownProfile } from '../../../../core/contract/calls'
import { useMutation } from '../../bridge/useMutation'
import { download } from '../../ui/exchange/files'
import { useNavigation } from '../../ui/shell/navigation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useDrafts } from './draftStore'
import { withChanges } from './known'
import type { LabError } from '../../../../core/errors'
import { Deletions } from '../../ui/deletions'
import { useExplain } from '../../ui/words/explain'
import { useToasts } from '../../ui/toasts/toasts'

/** The actions on profiles, for buttons and keys alike. Failures become toasts. */
export function useProfileActions() {
  const { t } = useI18n()
  const onFailure = useFailureToast([])
  const change = useMutation(onFailure)
  const duplicating = useMutation(onFailure, 'ignore')
  const drafts = useDrafts()
  const navigation = useNavigation()

  /** @returns the copies that were made */
  async function duplicate(list: readonly KnownProfile[]): Promise<readonly KnownProfile[]> {
    const copies: KnownProfile[] = []
    await duplicating(async ask => {
      for (const { name: of, title } of list)
        copies.push(await ask('copyProfile', { of, title: t('profiles.copyOf', { title }).slice(0, 80) }))
    })
    return copies
  }

  /** @returns whether nothing is left to save */
  async function save(profile: KnownProfile): Promise<boolean> {
    const changes = toRaw(drafts.changesOf(profile))
    if (profile.builtIn || Object.keys(changes).length === 0) return true
    const saving = change(ask => ask('changeProfile', { id: profile.id, changes }))
    return drafts.save(
      profile,
      changes,
      saving.then(saved => saved !== undefined),
    )
  }

  async function exportAll(list: readonly KnownProfile[]): Promise<void> {
    const names = list.map(({ name }) => name)
    const text = await change(ask => ask('exportProfiles', { names }))
    if (text !== undefined) download(`${names.length === 1 ? names[0]! : 'profiles'}.2048profile`, 'application/json', text)
  }

  /** With unsaved changes. */
  function play(profile: KnownProfile): void {
    navigation.open({ screen: 'play', profile: withChanges(profile, drafts.changesOf(profile)) })
  }

  return { duplicate, save, exportAll, play }
}

interface Deletion {
  readonly profiles: readonly (KnownProfile & { readonly builtIn: false })[]
  /** Number of the drafts' edits when the deletion started. */
  readonly edits: number
  /** Until the lab has answered: how many were deleted. */
  answer?: Promise<number | undefined> | undefined
}

/** Deletes the user's own profiles, and undoes that. @param restored receives the restored ones */
export function useProfileDeletion(restored: (profiles: readonly KnownProfile[]) => void) {
  const { t } = useI18n()
  const toasts = useToasts()
  const explain = useExplain()
  const drafts = useDrafts()
  const change = useMutation(useFailureToast([]))
  const deletions = new Deletions<Deletion>()

  async function remove(list: readonly KnownProfile[]): Promise<void> {
    const own = list.filter(each => !each.builtIn)
    if (own.length === 0) return
    const answer = change(ask => ask('deleteProfiles', { ids: own.map(({ id }) => id) }))
    const deletion: Deletion = { profiles: own, edits: drafts.edits, answer }
    deletions.add(deletion)
    const count = await answer
    deletion.answer = undefined
    if (!count) return deletions.forget(deletion)
    if (!deletions.has(deletion)) return // undone meanwhile
    toasts.show({
      kind: 'notice',
      title: t('profiles.deleted', { count }, count),
      detail: own.map(({ title }) => title).join(', '),
      action: { label: t('profiles.undo'), run: () => void restore(deletion) },
    })
  }

  /** A failed undo, as on a full disk, can be tried again. */
  async function restore(deletion: Deletion): Promise<void> {
    deletions.forget(deletion)
    if (deletion.answer && !(await deletion.answer)) return
    const action = { label: t('profiles.undo'), run: () => void restore(deletion) }
    const onFailure = (error: LabError) => toasts.show({ kind: 'failure', ...explain(error), action })
    const back = await change(ask => ask('restoreProfiles', { ids: deletion.profiles.map(({ id }) => id) }), onFailure)
    if (!back) return
    restored(back)
    const renamed = back.flatMap(({ id, name }) => {
      const before = deletion.profiles.find(each => each.id === id)
      return before && before.name !== name ? [t('deleted.renamed', { from: before.name, name })] : []
    })
    if (renamed.length > 0)
      toasts.show({
        kind: 'notice',
        title: t('deleted.restored', { count: back.length }, back.length),
        detail: renamed.join(' '),
      })
  }

  /** Undoes the latest deletion, unless something was edited since. @returns whether there was one to undo */
  function undo(): boolean {
    const last = deletions.latest
    if (last?.edits !== drafts.edits) return false
    void restore(last)
    return true
  }

  return { remove, undo }
}
