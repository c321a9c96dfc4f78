import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { flushPromises } from '@vue/test-utils'
import NumberField from '../../../../src/renderer/src/ui/controls/NumberField.vue'
import { fakeLab, mountWith } from '../../helpers'

let mounted: ReturnType<typeof mountWith> | undefined
afterEach(() => mounted?.unmount())

function field(modelValue: number, props: Record<string, unknown> = {}) {
  mounted?.unmount()
  const wrapper = (mounted = mountWith(NumberField, fakeLab().lab, { props: { modelValue, label: 'Weight', ...props } }))
  const { element } = wrapper.get('input')
  const go = async (how: 'focus' | 'blur') => {
    element[how]()
    await flushPromises()
  }
  return { wrapper, element, go, told: () => wrapper.emitted('update:modelValue') ?? [] }
}

describe('a number field', () => {
  test('says of a long fraction six digits, in full in its title and to who is in it', async () => {
    const { element, go } = field(0.02549924752283595)
    expect(element.value).toBe('0.0254992')
    expect(element.title).toBe('0.02549924752283595')
    await go('focus')
    expect(element.value).toBe('0.02549924752283595')
    await go('blur')
    expect(element.value).toBe('0.0254992')
  })

  test('leaves out no digit before the point, and none of a whole number', () => {
    expect(field(1_234_567.891).element.value).toBe('1234568')
    expect(field(9_007_199_254_740_991).element.value).toBe('9007199254740991')
    expect(field(-3.0645).element).toMatchObject({ value: '-3.0645', title: '' })
  })

  test('that is entered and left reports nothing, and holds the value to the last bit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async value => {
        const { element, go, told } = field(value)
        await go('focus')
        expect(Object.is(Number(element.value), value === 0 ? 0 : value)).toBe(true)
        await go('blur')
        expect(told()).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test('takes a long fraction that is typed as it is', async () => {
    const { wrapper, element, go, told } = field(1)
    await go('focus')
    await wrapper.get('input').setValue('0.12345678901234567')
    expect(told()).toEqual([[0.12345678901234567]])
    await wrapper.setProps({ modelValue: 0.12345678901234567 })
    await go('blur')
    expect(element.value).toBe('0.123457')
    expect(told()).toHaveLength(1)
  })

  test('keeps what is no number in sight after it is left', async () => {
    const { wrapper, element, go, told } = field(0.02549924752283595)
    await go('focus')
    await wrapper.get('input').setValue('0.0254x')
    await go('blur')
    expect(element.value).toBe('0.0254x')
    expect(wrapper.get('[role="alert"]').text()).not.toBe('')
    expect(told()).toEqual([])
  })

  test('whose text was selected when it was come to has the whole number selected', async () => {
    const { element, go } = field(0.02549924752283595)
    element.select()
    await go('focus')
    expect(element.value.slice(element.selectionStart!, element.selectionEnd!)).toBe('0.02549924752283595')
  })
})

describe('a number that is typed', () => {
  test.each([
    ['1,5', '1.5', [[1.5]]],
    ['1.234,5', '1234.5', [[1234.5]]],
    ['−0,25', '-0.25', [[-0.25]]],
    ['1,234', '1234', [[1234]]],
  ])('%s is shown as %s once it is entered', async (text, shown, reported) => {
    const { wrapper, element, go, told } = field(7)
    await go('focus')
    await wrapper.get('input').setValue(text)
    element.dispatchEvent(new Event('change'))
    await flushPromises()
    expect(element.value).toBe(shown)
    expect(told()).toEqual(reported)
  })

  test('with separators that divide no groups of three is refused, with the digits that were read', async () => {
    const { wrapper, go, told } = field(7)
    await go('focus')
    await wrapper.get('input').setValue('12,34,5')
    expect(wrapper.get('[role="alert"]').text()).toContain('12345')
    expect(told()).toEqual([])
  })
})
