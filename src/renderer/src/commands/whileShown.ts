import { onActivated, onDeactivated, onMounted, onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Binds while the component is shown: a component kept alive in the background must not receive keys. */
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

/** Whether the component is shown. */
export function useShown(): Readonly<ShallowRef<boolean>> {
  const shown = shallowRef(false)
  whileShown(() => {
    shown.value = true
    return () => (shown.value = false)
  })
  return shown
}
