import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'

/**
 * What a page full of charts is drawn from, handed on to one part a frame: drawn at once they would be one long task. A newer
 * value that comes meanwhile goes to the parts whose turn is yet to come, and then to the others, so that none waits for ever.
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
