import { computed, inject, onBeforeUnmount, provide, shallowReactive, watch, type ComputedRef, type InjectionKey } from 'vue'

/** Each fault with what takes it back. */
type Faults = Map<symbol, () => void>

const FAULTS: InjectionKey<Faults> = Symbol('field faults')

/** Whether a field below this component has a text that is no value: then what the field belongs to cannot be saved. */
export function provideFieldFaults(): ComputedRef<boolean> {
  const faults: Faults = shallowReactive(new Map())
  provide(FAULTS, faults)
  return computed(() => faults.size > 0)
}

/** Like `provideFieldFaults`, for the component's children; `reset` gives each of these fields the text of its value again. */
export function useFieldFaults(): { readonly isFaulty: ComputedRef<boolean>; reset(): void } {
  const faults = inject(FAULTS, undefined)
  return {
    isFaulty: computed(() => faults !== undefined && faults.size > 0),
    reset: () => [...(faults?.values() ?? [])].forEach(each => each()),
  }
}

/** Reports the fault of a field to the component that asks. */
export function useFieldFault(isFaulty: () => boolean, reset: () => void): void {
  const faults = inject(FAULTS, undefined)
  const field = Symbol('field')
  if (!faults) return
  watch(isFaulty, faulty => void (faulty ? faults.set(field, reset) : faults.delete(field)), { immediate: true })
  onBeforeUnmount(() => faults.delete(field))
}
