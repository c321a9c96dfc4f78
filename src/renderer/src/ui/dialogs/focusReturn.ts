import { nextTick } from 'vue'

/** What opened each dialog, the nearest first: an opener inside another dialog may close with it. */
const openers = new WeakMap<Element, readonly Element[]>()

/**
 * Returns the focus when a dialog closes, however it closes: to what had it before, else to what opened the dialog around that,
 * else to the screen. It stays where something else took it meanwhile.
 */
export function useFocusReturn(): { opened(dialog: Element): void; giveBack(): void } {
  const before = document.activeElement
  const around = before?.closest('dialog')
  const candidates = before ? [before, ...((around && openers.get(around)) ?? [])] : []

  return {
    opened: dialog => void openers.set(dialog, candidates),
    giveBack: () => void nextTick(() => candidates.some(takesFocus) || takesFocus(screen())),
  }
}

/** After a dialog that put something new on the screen: its keys are what people press next, not what opened the dialog. */
export function focusScreen(): void {
  void nextTick(() => screen()?.focus())
}

/** @returns whether nothing is left to do */
function takesFocus(element: Element | null): boolean {
  if (document.activeElement && document.activeElement !== document.body) return true
  if (element instanceof HTMLElement && element !== document.body) element.focus()
  return document.activeElement !== document.body
}

function screen(): HTMLElement | null {
  const main = document.querySelector('main')
  if (main && !main.hasAttribute('tabindex')) main.tabIndex = -1
  return main
}
