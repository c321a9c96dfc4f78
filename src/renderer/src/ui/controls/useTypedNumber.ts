import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import { useI18n } from 'vue-i18n'

export interface NumberRange {
  readonly min?: number
  readonly max?: number
  readonly whole?: boolean
}

/** Parses a text as a number of a range: the number, or what is wrong. */
export function useTypedNumber(
  text: MaybeRefOrGetter<string>,
  range: () => NumberRange,
): { readonly parsed: ComputedRef<number | undefined>; readonly problem: ComputedRef<string | undefined> } {
  const { t, n } = useI18n()
  const parsed = computed(() => {
    const { min = -Infinity, max = Infinity, whole } = range()
    const typed = toValue(text)
    const value = typed.trim() === '' ? NaN : Number(typed.replaceAll(/[,_\s]/g, ''))
    const isInRange = value >= min && value <= max && Number.isFinite(value)
    return isInRange && (!whole || Number.isInteger(value)) ? value : undefined
  })
  const problem = computed(() => {
    if (parsed.value !== undefined) return undefined
    const { min, max, whole } = range()
    if (min === undefined || max === undefined) return t('field.any')
    const ends = { min: n(min, 'value'), max: n(max, 'value') }
    return whole ? t('field.whole', ends) : t('field.range', ends)
  })
  return { parsed, problem }
}
