import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'

/**
 * Distributes the data of a page of charts to one part per frame: drawing all at once would block. A newer value goes to the
 * parts that are still waiting, and then to the others, so that none waits forever.
 */
export function useFrames<T>(latest: () => T) {
  const part = (): ShallowRef<T | undefined> => shallowRef()
  const held = [part(), part(), part(), part(), part(), part(), part(), part()] as const
  let turn = 0
  let frame: number | undefined

  function step(): void {
    const value = latest()
    held[turn % held.length]!.value = value
    turn++
    frame = held.some(part => part.value !== value) ? requestAnimationFrame(step) : undefined
  }

  watch(latest, () => (frame ??= requestAnimationFrame(step)), { immediate: true })
  onScopeDispose(() => frame !== undefined && cancelAnimationFrame(frame))
  return held
}
