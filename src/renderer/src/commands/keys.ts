import { shallowRef } from 'vue'

/** The letter that each key prints without modifiers, by its place, such as "KeyW"; empty where the browser does not know. */
export const printedLetters = shallowRef<ReadonlyMap<string, string>>(new Map())

/** https://wicg.github.io/keyboard-map/ for secure pages of Chromium; TypeScript's DOM does not have it. */
interface WithLayout {
  readonly keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> }
}

export async function readKeyboardLayout(): Promise<void> {
  try {
    printedLetters.value = (await (navigator as WithLayout).keyboard?.getLayoutMap()) ?? printedLetters.value
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // refused in a frame, or by a permission
  }
}

const isMac = navigator.platform.startsWith('Mac')

const PRINTED: Readonly<Record<string, string>> = {
  $mod: isMac ? 'Cmd' : 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  Delete: 'Del',
}

/** Parts of a key in the notation of tinykeys, without the optional modifiers. */
const partsOf = (key: string) => key.replaceAll(/\[\w+\]\+/g, '').split('+')
const capital = (part: string) => {
  const letter = printedLetters.value.get(part) ?? part.replace(/^Key(?=[A-Z]$)/, '')
  return letter.length === 1 ? letter.toUpperCase() : letter
}

/** A key as printed on a keyboard: "Ctrl Shift Z". */
export function printedKey(key: string): string {
  return partsOf(key)
    .map(part => PRINTED[part] ?? capital(part))
    .join(' ')
}

/** Keys in the syntax of `aria-keyshortcuts`; `undefined` for none. */
export function ariaKeys(keys: readonly string[] = []): string | undefined {
  const written = keys.map(key => partsOf(key).map(part => (part === '$mod' ? (isMac ? 'Meta' : 'Control') : capital(part))))
  return written.length === 0 ? undefined : written.map(parts => parts.join('+')).join(' ')
}

/**
 * The key of a press as it is called on a keyboard with Latin letters. A character that is no ASCII one, as Cyrillic "я", and a
 * character on a digit's key, as "&" on a French one, has the name that its place has on a US keyboard. Printed Latin letters and
 * punctuation keep their own.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined && /^\D$/u.test(key)) return digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter !== undefined && /^[^\0-\x7f]$/u.test(key) ? letter.toLowerCase() : key
}

/** The arrow of a key in the place of W, A, S or D on a US keyboard. */
export const PLACE_ARROWS: Readonly<Record<string, string>> = {
  KeyW: 'ArrowUp',
  KeyA: 'ArrowLeft',
  KeyS: 'ArrowDown',
  KeyD: 'ArrowRight',
}

/** What Safari still gives as the key code of a press that an input method has used. */
const USED_BY_INPUT_METHOD = 229

/**
 * Hides the keys that an input method uses from the whole page: the Enter that confirms a word ends no editing, Esc that drops one
 * closes nothing, and arrows choose among its words only. The input method itself still receives them.
 */
export function hideCompositionKeys(page: Window): void {
  page.addEventListener('keydown', hide, true)
}

function hide(event: KeyboardEvent): void {
  if (event.isComposing || Reflect.get(event, 'keyCode') === USED_BY_INPUT_METHOD) event.stopImmediatePropagation()
}
