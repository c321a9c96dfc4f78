import { nextTick } from 'vue'

/** What opened each dialog, nearest first: an opener inside another dialog may close with it. */
const openers = new WeakMap<Element, readonly Element[]>()

/**
 * Returns the focus when a dialog closes: to the element that had it before, else to the opener of the surrounding dialog, else
 * to the screen. Leaves it alone if something else took it meanwhile.
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

/** Focuses the screen after a dialog that put something new on it, since the next keys are meant for that. */
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
