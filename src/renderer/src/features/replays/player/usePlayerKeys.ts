import { useShortcuts } from '../../../ui/shortcuts'

/** Slides of one PgUp or PgDn. */
export const LEAP = 10

export interface PlayerTargets {
  step(slides: number): void
  toggle(): void
  /** The tree behind the position that is looked at. */
  tree(): void
  /** Back to the library. */
  leave(): void
}

export function usePlayerKeys({ step, toggle, tree, leave }: PlayerTargets): void {
  useShortcuts({
    ArrowLeft: () => step(-1),
    ArrowUp: () => step(-1),
    ArrowRight: () => step(1),
    ArrowDown: () => step(1),
    a: () => step(-1),
    w: () => step(-1),
    d: () => step(1),
    s: () => step(1),
    PageUp: () => step(-LEAP),
    PageDown: () => step(LEAP),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
    Space: toggle,
    t: tree,
    Escape: leave,
  })
}
