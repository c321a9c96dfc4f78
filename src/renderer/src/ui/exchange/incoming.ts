import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useClipboardText } from './clipboard'
import { useToasts } from '../toasts/toasts'

/** What the user brings in: pasted text, or dropped or picked files. */
export type Incoming =
  | {
      readonly text: string
      /** Opened from elsewhere, such as a page: the user is asked first. */
      readonly isLink?: true
    }
  | {
      readonly files: readonly File[]
      /** Picked as games: a file that holds none is reported as such. */
      readonly asGames?: true
    }

/**
 * What came in, on any screen. `App` shows the component that receives and sorts it, since games, positions and profiles go to
 * different screens.
 */
export const useIncoming = defineStore('incoming', () => {
  const waiting = shallowRef<Incoming>()
  const take = (what: Incoming) => void (waiting.value = what)
  return { waiting, take }
})

/** For the paste buttons: receives the clipboard's text, and shows what to do if there is none. */
export function usePasteButton(): () => Promise<void> {
  const { t } = useI18n()
  const toasts = useToasts()
  const incoming = useIncoming()
  const clipboardText = useClipboardText()
  return async () => {
    const text = await clipboardText()
    if (text) incoming.take({ text })
    else if (text === '')
      toasts.show({ kind: 'notice', title: t('incoming.nothingCopied'), detail: t('incoming.nothingCopiedNow') })
  }
}
