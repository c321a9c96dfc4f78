import { onActivated, onDeactivated, onMounted, onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Keeps something bound for as long as the component is on the screen: one that is kept alive out of sight hears no key. */
export function whileShown(bind: () => () => void): void {
  let unbind: (() => void) | undefined
  const show = () => void (unbind ??= bind())
  const hide = () => {
    unbind?.()
    unbind = undefined
  }
  onMounted(show)
  onActivated(show)
  onDeactivated(hide)
  onScopeDispose(hide)
}

/** Whether the component is on the screen. */
export function useShown(): Readonly<ShallowRef<boolean>> {
  const shown = shallowRef(false)
  whileShown(() => {
    shown.value = true
    return () => (shown.value = false)
  })
  return shown
}
