/** Which keys a focused element needs for itself; no shortcut may take them. */

const SLIDER_KEYS = /^(Arrow|Page|Home|End)/
const BUTTON_KEYS = new Set([' ', 'Enter'])

const ARROWS: Readonly<Record<string, string>> = { w: 'ArrowUp', a: 'ArrowLeft', s: 'ArrowDown', d: 'ArrowRight' }

/** The key that was pressed; the letters W A S D move about as the arrows do. */
export function arrowOf({ key }: Pick<KeyboardEvent, 'key'>): string {
  return ARROWS[key] ?? key
}

/** Whether a press belongs to the element that has the focus, or to a dialog or list that is open. */
export function keepsKey(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] ?? event.target
  if (!(target instanceof Element)) return false
  if (target.closest('dialog[open], [role="dialog"], [role="listbox"]')) return true
  if (takesText(target)) return true
  if (target.matches('input[type="range"], [role="slider"], input[type="radio"], [role="radio"]'))
    return SLIDER_KEYS.test(event.key) || event.key === ' '
  if (target.matches('button, summary, a[href], input[type="checkbox"], [role="button"], [role="switch"]'))
    return BUTTON_KEYS.has(event.key) && !event.shiftKey
  return false
}

/** Fields that take characters and have their own clipboard and undo. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button'].includes(target.type)
  return target.matches('textarea, select, [contenteditable=""], [contenteditable="true"]')
}
