import { useI18n } from 'vue-i18n'
import type { TreeView } from '../../../../core/contract/calls'
import { useProfiles } from '../../bridge/profiles'
import { useWords } from './useWords'

/** What trees are called: where they come from, and by whom they were searched. */
export function useTitles() {
  const { t } = useI18n()
  const profiles = useProfiles()
  const words = useWords()

  function title({ from, file, of, player, depth, state, recording }: TreeView): string {
    if (from === 'file') return file ?? ''
    const known = profiles.list.find(each => JSON.stringify(each.evaluator) === JSON.stringify(player.evaluator))
    const name = known?.title ?? t('tree.titles.unnamed')
    const at = state === 'recording' && recording ? recording.depth : depth
    if (from === 'again' && of) return t('tree.titles.again', { path: words.path(of.path) || t('tree.root'), depth: at })
    return t('tree.titles.search', { name, depth: at })
  }

  return { title }
}
