/** The least and greatest width of a pane, in pixels. */
export interface PaneBounds {
  readonly min: number
  readonly max: number
}

const STEP = 16

/** The width that a key on a pane's divider sets; arrows move the divider itself, whichever side the pane is on. */
export function keyWidth(key: string, side: 'start' | 'end', now: number, { min, max }: PaneBounds): number | undefined {
  const outward = side === 'start' ? STEP : -STEP
  switch (key) {
    case 'ArrowRight':
      return Math.min(Math.max(now + outward, min), max)
    case 'ArrowLeft':
      return Math.min(Math.max(now - outward, min), max)
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return undefined
  }
}
