/** The keys that a focused element needs for itself; no command may use them. */
import { latinKey } from './keys'

const SLIDER_KEYS = /^(Arrow|Page|Home|End| $)/
const BUTTON_KEYS = new Set([' ', 'Enter'])
/** With Ctrl a text field copies, undoes and moves its cursor. */
const EDITING_KEYS = /^([acvxyz]|Arrow.*|Home|End|Backspace|Delete|Enter)$/i

/** Fields for text, with their own clipboard and undo. */
export function takesText(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button'].includes(target.type)
  return target instanceof Element && target.matches('textarea, [contenteditable=""], [contenteditable="true"]')
}

/** Whether a key press belongs to the focused element or an open dialog. Otherwise Ctrl, Alt and Esc are free. */
export function keepsKey(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true
  const target = event.composedPath()[0] ?? event.target
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"]')) return true
  if (takesText(target)) return keepsTyping(event, target)
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape') return false
  if (target.closest('[role="listbox"]')) return true
  if (target.matches('input[type="range"], [role="slider"], input[type="radio"], [role="radio"]'))
    return SLIDER_KEYS.test(event.key)
  // includes a drop-down, which these keys open; the open list then receives all keys
  if (target.matches('select, button, summary, a[href], input[type="checkbox"], [role="button"], [role="switch"]'))
    return BUTTON_KEYS.has(event.key) && !event.shiftKey
  return false
}

function keepsTyping(event: KeyboardEvent, field: HTMLElement): boolean {
  // a character typed with AltGr, which some systems report as Ctrl and Alt
  if (event.ctrlKey && event.altKey) return true
  // a search field clears itself first
  if (event.key === 'Escape') return field instanceof HTMLInputElement && field.type === 'search' && field.value !== ''
  if (event.ctrlKey || event.metaKey) return EDITING_KEYS.test(latinKey(event))
  return !event.altKey
}
