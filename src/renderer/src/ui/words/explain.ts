import { useI18n } from 'vue-i18n'
import type { LabErrorCode, LabErrorData } from '../../../../core/errors'
import type { UnsavedThing, UnsavedView } from '../../../../core/contract/calls'

/** A failure in words. */
export interface Explained {
  readonly title: string
  readonly detail?: string | undefined
  /** What to do now. */
  readonly advice?: string | undefined
}

/** What is known of a failure. */
export type Failure = Pick<LabErrorData, 'code' | 'message'> & { readonly detail?: LabErrorData['detail'] | undefined }

/** A message as a sentence: the lab's own begin small, as a terminal prints them. File names and commands stay as they are. */
export function sentence(text: string): string {
  return /^[a-z]+[ ,’'-]/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text
}

/** A failure in three parts: what happened, why (the lab's own message, unless that names commands of the terminal), what to do now. */
export function useExplain(): (error: Failure) => Explained {
  const { t } = useI18n()
  const texts: Readonly<Record<LabErrorCode, readonly [title: string, advice: string]>> = {
    BAD_POSITION: [t('failures.badPosition.what'), t('failures.badPosition.now')],
    BAD_SETTING: [t('failures.badSetting.what'), t('failures.badSetting.now')],
    BAD_FILE: [t('failures.badFile.what'), t('failures.badFile.now')],
    BAD_REQUEST: [t('failures.badRequest.what'), t('failures.badRequest.now')],
    NOT_FOUND: [t('failures.notFound.what'), t('failures.notFound.now')],
    ILLEGAL_MOVE: [t('failures.illegalMove.what'), t('failures.illegalMove.now')],
    CANCELLED: [t('failures.cancelled.what'), t('failures.cancelled.now')],
    KERNEL_BROKEN: [t('failures.kernelBroken.what'), t('failures.kernelBroken.now')],
    WORKER_LOST: [t('failures.workerLost.what'), t('failures.workerLost.now')],
    BAD_STORE: [t('failures.badStore.what'), t('failures.badStore.now')],
    ROWS_SET_ASIDE: [t('failures.rowsSetAside.what'), t('failures.rowsSetAside.now')],
    STORE_LOCKED: [t('failures.storeLocked.what'), t('failures.storeLocked.now')],
    STORE_FULL: [t('failures.storeFull.what'), t('failures.storeFull.now')],
    BAD_PAGE: [t('failures.badPage.what'), t('failures.badPage.now')],
    NAME_TAKEN: [t('failures.nameTaken.what'), t('failures.nameTaken.now')],
    DISCONNECTED: [t('failures.disconnected.what'), t('failures.disconnected.now')],
    INTERNAL: [t('failures.internal.what'), t('failures.internal.now')],
  }
  return ({ code, message, detail }) => {
    if (code === 'NOT_FOUND' && detail?.['network'] !== undefined && detail['searched'] !== undefined)
      return {
        title: t('failures.noNetwork.what'),
        detail: t('failures.noNetwork.why', { network: detail['network'], searched: detail['searched'] }),
        advice: t('failures.noNetwork.now'),
      }
    // the message of a refusal says what to do first; only an argument of the wrong shape is the page's fault
    if (code === 'BAD_REQUEST' && detail?.['where'] === undefined)
      return { title: t('failures.refused'), detail: message, advice: undefined }
    const [title, advice] = texts[code]
    return { title, detail: message, advice }
  }
}

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
