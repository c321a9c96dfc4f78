import { computed, inject, onBeforeUnmount, provide, shallowReactive, watch, type ComputedRef, type InjectionKey } from 'vue'

const FAULTS: InjectionKey<Set<symbol>> = Symbol('field faults')

/** Whether a field below this component has a text that is no value: then what the field belongs to cannot be saved. */
export function provideFieldFaults(): ComputedRef<boolean> {
  const faults = shallowReactive(new Set<symbol>())
  provide(FAULTS, faults)
  return computed(() => faults.size > 0)
}

/** As `provideFieldFaults`, for the component's children. */
export function useFieldFaults(): ComputedRef<boolean> {
  const faults = inject(FAULTS, undefined)
  return computed(() => faults !== undefined && faults.size > 0)
}

/** Reports the fault of a field to the component that asks. */
export function useFieldFault(isFaulty: () => boolean): void {
  const faults = inject(FAULTS, undefined)
  const field = Symbol('field')
  if (!faults) return
  watch(isFaulty, faulty => void (faulty ? faults.add(field) : faults.delete(field)), { immediate: true })
  onBeforeUnmount(() => faults.delete(field))
}
