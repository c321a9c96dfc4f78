import { tinykeys } from 'tinykeys'
import { useClipboardEvents } from '../../ui/clipboard'
import { keepsKey } from '../../ui/keys'
import { whileShown } from '../../ui/whileShown'
import { LEAP, type Play } from './usePlay'

export interface KeyTargets {
  readonly play: Play
  /** Opens the dialog with a text to look at. */
  paste(text: string): void
  edit(): void
  /** While the board is edited, only the keys that end it work. */
  editing(): boolean
  /** Esc, where something is open that it closes. `true` when it did. */
  close(): boolean
}

/** Held down, these would flicker. */
const ONCE = new Set(['Shift+Space', 'l', 'e', 't'])
const ENDS_EDITING = new Set(['e', 'Escape'])

export function usePlayKeys({ play, paste, edit, editing, close }: KeyTargets): void {
  const keys: Record<string, () => unknown> = {
    ArrowUp: () => play.slide('up'),
    ArrowDown: () => play.slide('down'),
    ArrowLeft: () => play.slide('left'),
    ArrowRight: () => play.slide('right'),
    w: () => play.slide('up'),
    s: () => play.slide('down'),
    a: () => play.slide('left'),
    d: () => play.slide('right'),
    Space: () => play.engineMove(),
    'Shift+Space': () => play.toggleAutoplay(),
    l: () => play.toggleAnalysis(),
    e: () => edit(),
    t: () => play.openTree(),
    u: () => play.undo(),
    '$mod+z': () => play.undo(),
    '$mod+y': () => play.redo(),
    '$mod+Shift+z': () => play.redo(),
    PageUp: () => play.undo(LEAP),
    PageDown: () => play.redo(LEAP),
    Home: () => play.undo(Infinity),
    End: () => play.redo(Infinity),
    Escape: () => close() || play.stopAll(),
  }
  const bindings = Object.entries(keys).map(([press, act]) => {
    const once = ONCE.has(press)
    const handle = (event: KeyboardEvent) => {
      if (editing() && !ENDS_EDITING.has(press)) return
      event.preventDefault()
      if (!once || !event.repeat) act()
    }
    return [press, handle] as const
  })
  whileShown(() => tinykeys(window, Object.fromEntries(bindings), { ignore: keepsKey }))

  useClipboardEvents({
    copy(event) {
      event.preventDefault()
      void play.copyPosition()
    },
    paste(event) {
      const text = event.clipboardData?.getData('text/plain')
      if (!text) return
      event.preventDefault()
      paste(text)
    },
  })
}
