import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { KnownProfile } from '../../../../core/contract/calls'
import { makeProfile, makeProfiles } from '../../../../core/contract/files'
import { useClipboardEvents, useClipboardText } from '../../ui/clipboard'
import { useFileDrop } from '../../ui/fileDrop'
import { pickedFiles } from '../../ui/pickedFiles'
import { useToasts } from '../../ui/toasts/toasts'
import { withChanges } from './known'
import { useImport } from './useImport'

/** Profiles in and out of the screen: chosen as files, dropped, pasted and copied. @param imported hears the names of those that came */
export function useProfileExchange(chosen: Readonly<Ref<readonly KnownProfile[]>>, imported: (names: readonly string[]) => void) {
  const { t } = useI18n()
  const toasts = useToasts()
  const clipboardText = useClipboardText()
  const imports = useImport(imported)
  const drop = useFileDrop(files => void imports.takeFiles(files))

  const pick = (event: Event) => void imports.takeFiles(pickedFiles(event))

  async function pasteByButton(): Promise<void> {
    const text = await clipboardText()
    if (text !== undefined) takePasted(text)
  }

  function takePasted(text: string): void {
    if (!imports.takeText(text))
      toasts.show({ kind: 'failure', title: t('profiles.import.noProfile'), advice: t('profiles.import.noProfileNow') })
  }

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain')
    const files = [...(event.clipboardData?.files ?? [])]
    if (isDialogOpen()) return
    if (files.length > 0) void imports.takeFiles(files)
    else if (text) takePasted(text)
    else return
    event.preventDefault()
  }

  /** What is stored of the chosen ones, as an export has it. */
  function copy(event: ClipboardEvent): void {
    if (isDialogOpen() || chosen.value.length === 0) return
    const [first, ...others] = chosen.value.map(each => withChanges(each, {}))
    event.clipboardData?.setData('text/plain', others.length === 0 ? makeProfile(first!) : makeProfiles([first!, ...others]))
    event.preventDefault()
  }

  useClipboardEvents({ copy, paste })

  return { imports, pick, drop, pasteByButton }
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}
