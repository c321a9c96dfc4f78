import { shallowRef } from 'vue'
import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import type { Command } from './list'

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

export const isWindows = navigator.platform.startsWith('Win')
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
const partsOf = (key: string) => key.replaceAll(/\[\w+\]\+/g, '').split(/\+(?=.)/)
const capital = (part: string) => {
  const letter = printedLetters.value.get(part) ?? part.replace(/^Key(?=[A-Z]$)/, '')
  return letter.length === 1 ? letter.toUpperCase() : letter
}
/** A part between the signs + of `aria-keyshortcuts`. */
const ariaPart = (part: string) => (part === '$mod' ? (isMac ? 'Meta' : 'Control') : part === '+' ? 'Plus' : capital(part))

/** A key as printed on a keyboard: "Ctrl Shift Z". */
export function printedKey(key: string): string {
  return partsOf(key)
    .map(part => PRINTED[part] ?? capital(part))
    .join(' ')
}

/** Keys in the syntax of `aria-keyshortcuts`; `undefined` for none. */
export function ariaKeys(keys: readonly string[] = []): string | undefined {
  if (keys.length === 0) return undefined
  return keys.map(key => partsOf(key).map(ariaPart).join('+')).join(' ')
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

/** Keys that would run several commands at once, each as "key: id, id": a mistake in the list or in a `when`. */
export function conflictsAmong(commands: readonly Command[]): string[] {
  const taken = new Map<string, string[]>()
  for (const { id, keys = [], byEvent, focus, isShown, when } of commands) {
    if (byEvent || !isShown() || !when()) continue
    for (const key of keys) {
      const its = `${key.toUpperCase()}${focus ? ', in a list of its own' : ''}`
      taken.set(its, [...(taken.get(its) ?? []), id])
    }
  }
  return [...taken].filter(([, ids]) => ids.length > 1).map(([key, ids]) => `${key}: ${ids.join(', ')}`)
}

/** The place of a letter's key, whatever is printed there. */
const PLACE = /Key[A-Z]$/

/** Runs the command of the pressed key. A command of the focused element has priority over one of the screen. */
export function pressKey(event: KeyboardEvent, commands: readonly Command[]): void {
  if (event.defaultPrevented) return
  const able = commands.filter(({ byEvent, isShown }) => !byEvent && isShown())
  const having = (isMeant: (key: string) => boolean) =>
    able.filter(({ keys }) => keys?.some(key => isMeant(key) && isKey(event, key)))
  // where D is printed on another key, its place means a move only if the letter printed there means nothing
  const printed = having(key => !PLACE.test(key))
  const pressed = printed.length > 0 ? printed : having(key => PLACE.test(key))
  const target = event.composedPath()[0]
  const ofElement = pressed.filter(({ focus }) => focus && focus() === target)
  const chosen = ofElement.length > 0 ? ofElement : ownsKey(event) ? [] : pressed.filter(({ focus }) => !focus)
  if (chosen.length === 0) return
  event.preventDefault()
  const command = chosen.find(({ when }) => when())
  if (command && (command.repeats || !event.repeat)) void command.run()
}

function isKey(event: KeyboardEvent, key: string): boolean {
  const { code } = event
  const getModifierState = (modifier: string) => event.getModifierState(modifier)
  // the printed character first: "*" is Shift and 8 on some keyboards
  return [event.key, latinKey(event)].some(name =>
    matchKeybindingPress({ key: name, code, getModifierState } as KeyboardEvent, parseKeybinding(key)[0]!),
  )
}

/** Keys that a focused element needs for itself; no command may use them. */
const SLIDER_KEYS = /^(Arrow|Page|Home|End| $)/
const BUTTON_KEYS = new Set([' ', 'Enter'])
/** With Ctrl a text field copies, undoes and moves its cursor. */
const EDITING_KEYS = /^([acvxyz]|Arrow.*|Home|End|Backspace|Delete|Enter)$/i

/** Fields for text, with their own clipboard and undo. */
export function takesText(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button'].includes(target.type)
  return target instanceof Element && target.matches('textarea, [contenteditable=""], [contenteditable="true"]')
}

/** Menus and popovers, which Esc closes wherever the focus is. */
const OPEN_LAYER = ':is([role="menu"], [role="dialog"])[data-state="open"]'

/** Whether a key press belongs to the focused element or an open dialog, menu or popover. Otherwise Ctrl, Alt and Esc are free. */
function ownsKey(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (event.key === 'Escape' && document.querySelector(OPEN_LAYER)) return true
  const target = event.composedPath()[0] ?? event.target
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"], [role="menu"]')) return true
  if (takesText(target)) return ownsTyping(event, target)
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape') return false
  if (target.closest('[role="listbox"]')) return true
  if (target.matches('input[type="range"], [role="slider"], input[type="radio"], [role="radio"]'))
    return SLIDER_KEYS.test(event.key)
  // includes a drop-down, which these keys open; the open list then receives all keys
  if (target.matches('select, button, summary, a[href], input[type="checkbox"], [role="button"], [role="switch"]'))
    return BUTTON_KEYS.has(event.key) && !event.shiftKey
  return false
}

function ownsTyping(event: KeyboardEvent, field: HTMLElement): boolean {
  // a character typed with AltGr, which some systems report as Ctrl and Alt
  if (event.ctrlKey && event.altKey) return true
  // a search field clears itself first
  if (event.key === 'Escape') return field instanceof HTMLInputElement && field.type === 'search' && field.value !== ''
  if (event.ctrlKey || event.metaKey) return EDITING_KEYS.test(latinKey(event))
  return !event.altKey
}
