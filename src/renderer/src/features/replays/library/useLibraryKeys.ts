import { useShortcuts } from '../../../ui/shortcuts'

export interface LibraryTargets {
  /** The row that is looked at. */
  at(): number
  /** Rows of a page. */
  page(): number
  last(): number
  go(index: number): void
  extend(index: number): void
  open(): void
  toggle(): void
  all(): void
  clear(): void
  remove(): void
  undo(): void
}

export function useLibraryKeys(targets: LibraryTargets): void {
  const { at, page, last, go, extend } = targets
  const ways: Readonly<Record<string, () => number>> = {
    ArrowUp: () => at() - 1,
    ArrowDown: () => at() + 1,
    w: () => at() - 1,
    s: () => at() + 1,
    PageUp: () => at() - page(),
    PageDown: () => at() + page(),
    Home: () => 0,
    End: last,
  }
  const keys: Record<string, () => void> = {
    Enter: targets.open,
    Space: targets.toggle,
    '$mod+a': targets.all,
    Escape: targets.clear,
    Delete: targets.remove,
    '$mod+z': targets.undo,
  }
  for (const [key, to] of Object.entries(ways)) {
    keys[key] = () => go(to())
    keys[`Shift+${key}`] = () => extend(to())
  }
  useShortcuts(keys)
}
