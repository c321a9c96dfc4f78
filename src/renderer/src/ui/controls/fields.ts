import {
  computed,
  type ComputedRef,
  inject,
  type InjectionKey,
  type MaybeRefOrGetter,
  onBeforeUnmount,
  provide,
  shallowReactive,
  toValue,
  watch,
} from 'vue'
import { useI18n } from 'vue-i18n'
import { isAmbiguous, readNumber } from '../../../../core/numberText'

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

export interface NumberRange {
  readonly min?: number
  readonly max?: number
  readonly whole?: boolean
}

/** Longest text of a number: one of JavaScript's has 24 characters, and there may be separators and blanks. */
export const MAX_NUMBER_TEXT = 64
/** A text that every reader of numbers understands alike, unless it is ambiguous. */
const PLAIN = /^[-+−]?\d*\.?\d*(e[-+]?\d+)?$/i

/** Reads a text as a number of a range: the number, or what is wrong. */
export function useTypedNumber(
  text: MaybeRefOrGetter<string>,
  range: () => NumberRange,
): {
  readonly parsed: ComputedRef<number | undefined>
  readonly problem: ComputedRef<string | undefined>
  /** How a text was understood that others could read otherwise: 1,234 as 1234, 1.000 as 1. */
  readonly understood: ComputedRef<string | undefined>
} {
  const { t, n } = useI18n()
  const read = computed(() => readNumber(toValue(text), range().whole))
  const parsed = computed(() => {
    if (!('value' in read.value)) return undefined
    const { min = -Infinity, max = Infinity, whole } = range()
    const { value } = read.value
    return value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : undefined
  })
  const problem = computed(() => {
    if (parsed.value !== undefined) return undefined
    if ('plain' in read.value) {
      const { plain } = read.value
      return read.value.problem === 'point' ? t('field.point', { plain }) : t('field.groups', { plain })
    }
    const { min, max, whole } = range()
    const kind = whole ? t('field.whole') : t('field.any')
    if (min === undefined && max === undefined) return kind
    if (max === undefined) return t('field.least', { kind, min: n(min!, 'value') })
    if (min === undefined) return t('field.most', { kind, max: n(max, 'value') })
    return t('field.range', { kind, min: n(min, 'value'), max: n(max, 'value') })
  })
  const understood = computed(() => {
    const typed = toValue(text).trim()
    if (parsed.value === undefined || (PLAIN.test(typed) && !isAmbiguous(typed))) return undefined
    return t('field.understood', { number: String(parsed.value) })
  })
  return { parsed, problem, understood }
}
