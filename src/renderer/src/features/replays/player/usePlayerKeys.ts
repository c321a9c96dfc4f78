import { useShortcuts } from '../../../ui/shortcuts'

/** Slides of one PgUp or PgDn. */
export const LEAP = 10

export interface PlayerTargets {
  step(slides: number): void
  toggle(): void
  /** Back to the library. */
  leave(): void
}

export function usePlayerKeys({ step, toggle, leave }: PlayerTargets): void {
  useShortcuts({
    ArrowLeft: () => step(-1),
    ArrowUp: () => step(-1),
    ArrowRight: () => step(1),
    ArrowDown: () => step(1),
    PageUp: () => step(-LEAP),
    PageDown: () => step(LEAP),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
    Space: toggle,
    Escape: leave,
  })
}
