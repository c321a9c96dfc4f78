import { useI18n } from 'vue-i18n'
import { takesText } from './keys'
import { useToasts, type Toast } from './toasts/toasts'
import { whileShown } from './whileShown'

/** What a screen does with the clipboard. It prevents the event's own way where it does something. */
export interface ClipboardTargets {
  copy(event: ClipboardEvent): void
  paste(event: ClipboardEvent): void
}

/**
 * Copying and pasting by the events of the page, which need no permission and come from menus too. Text fields keep theirs,
 * and text that is selected is copied as it is.
 */
export function useClipboardEvents({ copy, paste }: ClipboardTargets): void {
  const onCopy = (event: ClipboardEvent) => {
    if (!takesText(event.target) && getSelection()?.isCollapsed !== false) copy(event)
  }
  const onPaste = (event: ClipboardEvent) => {
    if (!takesText(event.target)) paste(event)
  }
  whileShown(() => {
    document.addEventListener('copy', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('paste', onPaste)
    }
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
