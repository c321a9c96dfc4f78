import { printedLetters } from './keyboardLayout'

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
