import { useI18n } from 'vue-i18n'
import { takesText } from '../../commands/fields'
import { useToasts, type Toast } from '../toasts/toasts'
import { whileShown } from '../panes/whileShown'

/**
 * Copying by the event of the page, which needs no permission and comes from menus too. Text fields keep theirs, and text that
 * is selected is copied as it is.
 *
 * @param copy prevents the event's own way where it does something
 */
export function useCopyEvents(copy: (event: ClipboardEvent) => void): void {
  whileShown(() => {
    const onCopy = (event: ClipboardEvent) => {
      if (!takesText(event.target) && getSelection()?.isCollapsed !== false) copy(event)
    }
    document.addEventListener('copy', onCopy)
    return () => document.removeEventListener('copy', onCopy)
  })
}

/** Pasting by the event of the page, on any screen; text fields and open dialogs keep theirs. @param paste as `copy` there */
export function usePasteEvents(paste: (event: ClipboardEvent) => void): void {
  whileShown(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (!takesText(event.target) && document.querySelector('dialog[open]') === null) paste(event)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })
}

/** What the clipboard holds, by a button; where the browser forbids that, it is said what to do, and there is no text. */
export function useClipboardText(): () => Promise<string | undefined> {
  const { t } = useI18n()
  const toasts = useToasts()
  return async () => {
    try {
      return await navigator.clipboard.readText()
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      toasts.show({ kind: 'failure', title: t('clipboard.refused'), advice: t('clipboard.byKeys') })
      return undefined
    }
  }
}

/** Puts a text into the clipboard by a button and says that it is there; `advice` is what to do where the browser forbids it. */
export function useCopy(): (text: string, told: Pick<Toast, 'title' | 'detail' | 'advice'>) => Promise<void> {
  const { t } = useI18n()
  const toasts = useToasts()
  return async (text, { title, detail, advice = t('clipboard.byHand') }) => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ kind: 'notice', title, detail })
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      toasts.show({ kind: 'failure', title: t('clipboard.refused'), detail, advice })
    }
  }
}
