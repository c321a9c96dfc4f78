import { onScopeDispose } from 'vue'

/** Runs when the page closes or reloads, for what would otherwise be written a moment later. */
export function beforeLeaving(run: () => void): void {
  window.addEventListener('pagehide', run)
  onScopeDispose(() => window.removeEventListener('pagehide', run))
}
