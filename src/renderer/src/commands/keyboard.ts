import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import type { Command } from './list'
import { latinKey } from './keys'

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

const PLACE = /Key[A-Z]$/

function isKey(event: KeyboardEvent, key: string): boolean {
  const { code } = event
  const getModifierState = (modifier: string) => event.getModifierState(modifier)
  // the printed character first: "*" is Shift and 8 on some keyboards
  return [event.key, latinKey(event)].some(name =>
    matchKeybindingPress({ key: name, code, getModifierState } as KeyboardEvent, parseKeybinding(key)[0]!),
  )
}

/** The keys that a focused element needs for itself; no command may use them. */

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
function ownsKey(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true
  const target = event.composedPath()[0] ?? event.target
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"]')) return true
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
