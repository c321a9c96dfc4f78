import type { Move } from '../../../../../core/games/twenty48/board'

/** Shorter than this is a tap, in CSS pixels. */
const SHORTEST = 24

/** Listeners for the element to swipe on, by finger, pen or mouse. A swipe within 45° of an axis is a move along it. */
export function useSwipe(onSwipe: (move: Move) => void) {
  let start: { readonly id: number; readonly x: number; readonly y: number } | undefined

  function pointerdown(event: PointerEvent): void {
    if (event.isPrimary && event.button === 0) start = { id: event.pointerId, x: event.clientX, y: event.clientY }
  }

  function pointerup(event: PointerEvent): void {
    if (event.pointerId !== start?.id) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    start = undefined
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SHORTEST) return
    if (Math.abs(dx) > Math.abs(dy)) onSwipe(dx > 0 ? 'right' : 'left')
    else onSwipe(dy > 0 ? 'down' : 'up')
  }

  const pointercancel = () => (start = undefined)
  return { pointerdown, pointerup, pointercancel }
}
