import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import { useI18n } from 'vue-i18n'
import { readNumber } from '../../../../core/numberReader'

export interface NumberRange {
  readonly min?: number
  readonly max?: number
  readonly whole?: boolean
}

/** Reads a text as a number of a range: the number, or what is wrong. */
export function useTypedNumber(
  text: MaybeRefOrGetter<string>,
  range: () => NumberRange,
): { readonly parsed: ComputedRef<number | undefined>; readonly problem: ComputedRef<string | undefined> } {
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
    if ('plain' in read.value) return t('field.groups', { plain: read.value.plain })
    const { min, max, whole } = range()
    if (min === undefined || max === undefined) return t('field.any')
    const ends = { min: n(min, 'value'), max: n(max, 'value') }
    return whole ? t('field.whole', ends) : t('field.range', ends)
  })
  return { parsed, problem }
}
