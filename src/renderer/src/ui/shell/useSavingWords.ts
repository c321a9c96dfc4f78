import { useI18n } from 'vue-i18n'
import type { UnsavedThing, UnsavedView } from '../../../../core/contract/calls'

/** What is not saved, in words, and what happens next. */
export function useSavingWords(): (unsaved: UnsavedView) => { readonly title: string; readonly next: string } {
  const { t } = useI18n()
  const words: Readonly<Record<UnsavedThing, string>> = {
    data: t('saving.everything'),
    game: t('saving.game'),
    drafts: t('saving.drafts'),
    preferences: t('saving.preferences'),
    engine: t('saving.engine'),
  }
  return ({ things, canWriteAnew, retries }) => {
    // where nothing is saved, a list of what is not adds nothing
    const named: readonly UnsavedThing[] = things.includes('data') ? ['data'] : things
    return {
      title: t('saving.notSaved', { things: named.map(thing => words[thing]).join(', ') }),
      next: canWriteAnew ? t('saving.anewHint') : retries ? t('saving.retries') : t('saving.stays'),
    }
  }
}
