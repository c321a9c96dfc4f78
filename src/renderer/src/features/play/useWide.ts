import { onScopeDispose, readonly, shallowRef } from 'vue'

/** From this width on, the tree has its place beside the board. */
const BESIDE = '(width >= 1100px)'

/** Whether the window has room for the tree beside the board. */
export function useWide() {
  const query = window.matchMedia(BESIDE)
  const isWide = shallowRef(query.matches)
  const renew = (): void => void (isWide.value = query.matches)
  query.addEventListener('change', renew)
  onScopeDispose(() => query.removeEventListener('change', renew))
  return readonly(isWide)
}
