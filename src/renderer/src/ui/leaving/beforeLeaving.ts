import { onScopeDispose } from 'vue'

/** Runs when the page is closed or loaded anew, for what would else be written a moment later. */
export function beforeLeaving(run: () => void): void {
  window.addEventListener('pagehide', run)
  onScopeDispose(() => window.removeEventListener('pagehide', run))
}
