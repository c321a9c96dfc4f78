import { useI18n } from 'vue-i18n'
import { takesText } from '../../commands/keys'
import { useToasts, type Toast } from '../toasts/toasts'
import { whileShown } from '../../commands/registry'

/**
 * Handles the page's copy event, which needs no permission and also comes from menus. Text fields and selected text are copied as
 * usual.
 * @param copy calls `preventDefault` if it handles the event
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

/**
 * Handles the page's paste event on any screen, except in text fields and open dialogs.
 * @param paste as `copy` in `useCopyEvents`
 */
export function usePasteEvents(paste: (event: ClipboardEvent) => void): void {
  whileShown(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (!takesText(event.target) && document.querySelector('dialog[open]') === null) paste(event)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })
}

/** Reads the clipboard for a button. Where the browser forbids that, shows what to do and returns `undefined`. */
export function useClipboardText(): () => Promise<string | undefined> {
  const { t } = useI18n()
  const toasts = useToasts()
  return async () => {
    try {
      return await navigator.clipboard.readText()
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      toasts.show({ kind: 'failure', refusal: true, title: t('clipboard.refused'), advice: t('clipboard.byKeys') })
      return undefined
    }
  }
}

type Confirmation = Pick<Toast, 'title' | 'detail' | 'advice'>

/** Copies a text for a button and confirms it; `advice` is what to do where the browser forbids it. */
export function useCopy(): (text: string, confirmation: Confirmation) => Promise<void> {
  const { t } = useI18n()
  const put = usePut()
  return (text, { advice = t('clipboard.byHand'), ...confirmation }) =>
    put(() => navigator.clipboard.writeText(text), { advice, ...confirmation })
}

/** The same for a picture, as PNG. */
export function useCopyPicture(): (picture: Blob, confirmation: Confirmation) => Promise<void> {
  const { t } = useI18n()
  const put = usePut()
  return (picture, { advice = t('clipboard.asFile'), ...confirmation }) =>
    put(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]), { advice, ...confirmation })
}

function usePut(): (write: () => Promise<void>, confirmation: Confirmation) => Promise<void> {
  const { t } = useI18n()
  const toasts = useToasts()
  return async (write, { title, detail, advice }) => {
    try {
      await write()
      toasts.show({ kind: 'notice', title, detail })
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      toasts.show({ kind: 'failure', refusal: true, title: t('clipboard.refused'), detail, advice })
    }
  }
}
