import { useI18n } from 'vue-i18n'
import { toRaw } from 'vue'
import type { KnownProfile } from '../../../../core/contract/calls'
import { useMutation } from '../../bridge/useMutation'
import { download } from '../../ui/exchange/files'
import { useNavigation } from '../../ui/shell/navigation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useDrafts } from './draftStore'
import { withChanges } from './known'

/** The actions on profiles, for buttons and keys alike. Failures become toasts. */
export function useProfileActions() {
  const { t } = useI18n()
  const tell = useFailureToast([])
  const change = useMutation(tell)
  const duplicating = useMutation(tell, 'ignore')
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
    if (text !== undefined) download(`${names.length === 1 ? names[0]! : 'profiles'}.json`, 'application/json', text)
  }

  /** With unsaved changes. */
  function play(profile: KnownProfile): void {
    navigation.open({ screen: 'play', profile: withChanges(profile, drafts.changesOf(profile)) })
  }

  return { duplicate, save, exportAll, play }
}
