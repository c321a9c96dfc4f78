import { tinykeys } from 'tinykeys'
import { keepsKey } from '../../ui/keys'
import { whileShown } from '../../ui/whileShown'

/** @param targets `undo` and `redo` answer whether there was something to do */
export function useProfileKeys(targets: { save(): void; undo(): boolean; redo(): boolean }): void {
  const save = (event: KeyboardEvent): void => {
    event.preventDefault()
    if (!event.repeat && document.querySelector('dialog[open]') === null) targets.save()
  }
  const step = (act: () => boolean) => (event: KeyboardEvent) => {
    if (act()) event.preventDefault()
  }
  const redo = step(targets.redo)
  whileShown(() => {
    const unbind = [
      tinykeys(window, { '$mod+s': save }, { ignore: () => false }), // in a text field too
      tinykeys(window, { '$mod+z': step(targets.undo), '$mod+y': redo, '$mod+Shift+z': redo }, { ignore: keepsKey }),
    ]
    return () => {
      for (const each of unbind) each()
    }
  })
}
