import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useClipboardText } from './clipboard'
import { useToasts } from '../toasts/toasts'

/** What a person brings: a text that was pasted, files that were dropped or picked. */
export type Incoming =
  | { readonly text: string }
  | {
      readonly files: readonly File[]
      /** They were picked as games: each that holds none is reported as such. */
      readonly asGames?: true
    }

/** What came in, on whatever screen. `App` shows what receives and sorts it: games, positions and profiles go to different screens. */
export const useIncoming = defineStore('incoming', () => {
  const waiting = shallowRef<Incoming>()
  const take = (what: Incoming) => void (waiting.value = what)
  return { waiting, take }
})

/** For the paste buttons: takes in what the clipboard holds, and says what to do where it holds nothing. */
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
