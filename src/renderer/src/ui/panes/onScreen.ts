import { onScopeDispose, readonly, shallowRef, watch, type Ref } from 'vue'

/** Whether an element is visible: not scrolled away, and not in a hidden tab. */
export function useOnScreen(element: Readonly<Ref<Element | null>>): Readonly<Ref<boolean>> {
  const onScreen = shallowRef(false)
  let intersects = false
  const renew = () => (onScreen.value = intersects && document.visibilityState === 'visible')
  const observer = new IntersectionObserver(entries => {
    intersects = entries.at(-1)!.isIntersecting
    renew()
  })
  watch(
    element,
    seen => {
      observer.disconnect()
      if (seen) observer.observe(seen)
    },
    { immediate: true, flush: 'post' },
  )
  document.addEventListener('visibilitychange', renew)
  onScopeDispose(() => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', renew)
  })
  return readonly(onScreen)
}
