import { useI18n } from 'vue-i18n'
import { toRaw } from 'vue'
import type { KnownProfile } from '../../../../core/contract/calls'
import type { LabError } from '../../../../core/errors'
import { useLab } from '../../bridge'
import { attemptWith } from '../../bridge/attempt'
import { download } from '../../ui/download'
import { useExplain } from '../../ui/explain'
import { useNavigation } from '../../ui/navigation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'
import { useDrafts } from './draftStore'
import { withChanges } from './known'

/** What can be done with profiles, for buttons and keys alike. Failures become toasts. */
export function useProfileActions() {
  const lab = useLab()
  const { t } = useI18n()
  const toasts = useToasts()
  const explain = useExplain()
  const attempt = attemptWith(useFailureToast([]))
  const drafts = useDrafts()
  const navigation = useNavigation()

  /** @returns the copy */
  async function duplicate(profile: KnownProfile): Promise<KnownProfile | undefined> {
    const title = t('profiles.copyOf', { title: profile.title }).slice(0, 80)
    return attempt(lab.call('copyProfile', { of: profile.name, title }))
  }

  /** @returns whether nothing is left to save */
  async function save(profile: KnownProfile): Promise<boolean> {
    const changes = toRaw(drafts.changesOf(profile))
    if (profile.builtIn || Object.keys(changes).length === 0) return true
    const saved = await attempt(lab.call('changeProfile', { id: profile.id, changes }))
    return saved !== undefined
  }

  async function remove(list: readonly KnownProfile[]): Promise<void> {
    const own = list.flatMap(({ id }) => id ?? [])
    if (own.length === 0) return
    const deleted = await attempt(lab.call('deleteProfiles', { ids: own }))
    if (!deleted) return
    toasts.show({
      kind: 'notice',
      title: t('profiles.deleted', { count: deleted }, deleted),
      detail: list.flatMap(({ builtIn, title }) => (builtIn ? [] : [title])).join(', '),
      action: { label: t('profiles.undo'), run: () => void restore(own) },
    })
  }

  /** An undo that failed, as on a full disk, can be tried again. */
  async function restore(ids: number[]): Promise<void> {
    const action = { label: t('profiles.undo'), run: () => void restore(ids) }
    const tell = (error: LabError) => toasts.show({ kind: 'failure', ...explain(error), action })
    await attemptWith(tell)(lab.call('restoreProfiles', { ids }))
  }

  async function exportAll(list: readonly KnownProfile[]): Promise<void> {
    const names = list.map(({ name }) => name)
    const text = await attempt(lab.call('exportProfiles', { names }))
    if (text !== undefined) download(`${names.length === 1 ? names[0]! : 'profiles'}.json`, 'application/json', text)
  }

  /** With what is not saved yet. */
  function play(profile: KnownProfile): void {
    navigation.open({ screen: 'play', profile: withChanges(profile, drafts.changesOf(profile)) })
  }

  return { attempt, duplicate, save, remove, exportAll, play }
}
