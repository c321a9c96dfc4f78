import type { Ref } from 'vue'
import type { KnownProfile } from '../../../../core/contract/calls'
import { makeProfile, makeProfiles } from '../../../../core/contract/files'
import { useCopyEvents } from '../../ui/exchange/clipboard'
import { usePasteButton } from '../../ui/exchange/incoming'
import { pickedFiles } from '../../ui/exchange/pickedFiles'
import { withChanges } from './known'
import { useImport } from './useImport'

/**
 * Imports and exports profiles: picked as files, brought from any screen, and copied.
 * @param imported receives the names of the imported ones
 */
export function useProfileExchange(chosen: Readonly<Ref<readonly KnownProfile[]>>, imported: (names: readonly string[]) => void) {
  const imports = useImport(imported)

  const pick = (event: Event) => void imports.takeFiles(pickedFiles(event))

  /** Copies the stored profiles in export format. */
  function copy(event: ClipboardEvent): void {
    if (isDialogOpen() || chosen.value.length === 0) return
    const [first, ...others] = chosen.value.map(each => withChanges(each, {}))
    event.clipboardData?.setData('text/plain', others.length === 0 ? makeProfile(first!) : makeProfiles([first!, ...others]))
    event.preventDefault()
  }

  useCopyEvents(copy)

  return { imports, pick, pasteByButton: usePasteButton() }
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}
