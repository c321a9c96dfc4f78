import { useI18n } from 'vue-i18n'
import { toRaw } from 'vue'
import type { KnownProfile } from '../../../../core/contract/calls'
import { useLab } from '../../bridge'
import { attemptWith } from '../../bridge/attempt'
import { download } from '../../ui/download'
import { useNavigation } from '../../ui/navigation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useDrafts } from './draftStore'
import { withChanges } from './known'

/** What can be done with profiles, for buttons and keys alike. Failures become toasts. */
export function useProfileActions() {
  const lab = useLab()
  const { t } = useI18n()
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
    const saving = attempt(lab.call('changeProfile', { id: profile.id, changes }))
    return drafts.save(
      profile,
      changes,
      saving.then(saved => saved !== undefined),
    )
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

  return { duplicate, save, exportAll, play }
}
