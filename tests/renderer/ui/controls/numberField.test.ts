import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { flushPromises } from '@vue/test-utils'
import { defineComponent, h, shallowRef, type ComputedRef } from 'vue'
import { provideFieldFaults } from '../../../../src/renderer/src/ui/controls/fields'
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
  /** Without the event of entering it, which `setValue` adds. */
  const type = async (text: string) => {
    element.value = text
    await wrapper.get('input').trigger('input')
  }
  return { wrapper, element, go, type, told: () => wrapper.emitted('update:modelValue') ?? [] }
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

  test('whose range grows over its text falls back to that number, not to the one before', async () => {
    const { wrapper, go, type, told } = field(1, { max: 10 })
    await go('focus')
    await wrapper.get('input').setValue('50')
    await go('blur')
    await wrapper.setProps({ max: 100 })
    await wrapper.setProps({ modelValue: 50 })
    await go('focus')
    await type('5')
    await type('5x')
    expect(told()).toEqual([[50], [5], [50]])
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

describe('a text that is no number', () => {
  test('leaves the number of before in force, and not the one that it begins with', async () => {
    const { wrapper, go, type, told } = field(7)
    await go('focus')
    for (const text of ['5', '5x', '5x.']) {
      await type(text)
      await wrapper.setProps({ modelValue: told().at(-1)[0] })
    }
    await go('blur')
    expect(told()).toEqual([[5], [7]])
    expect(wrapper.get('input').element.value).toBe('5x.')
    await wrapper.setProps({ modelValue: 8 }) // from elsewhere
    expect(wrapper.get('input').element.value).toBe('8')
  })

  test('is a fault of what the field belongs to, until it is a number or the field is gone', async () => {
    let isFaulty: ComputedRef<boolean> | undefined
    const isShown = shallowRef(true)
    const form = defineComponent(() => {
      isFaulty = provideFieldFaults()
      return () => (isShown.value ? h(NumberField, { modelValue: 1, label: 'Weight' }) : null)
    })
    mounted = mountWith(form, fakeLab().lab)
    for (const [text, faulty] of [
      ['x', true],
      ['2', false],
      ['', true],
    ] as const) {
      await mounted.get('input').setValue(text)
      expect(isFaulty!.value).toBe(faulty)
    }
    isShown.value = false
    await flushPromises()
    expect(isFaulty!.value).toBe(false)
  })

  test.each([
    [{}, 'A number'],
    [{ whole: true }, 'A whole number'],
    [{ min: 0 }, 'A number, 0 or more'],
    [{ whole: true, max: 9 }, 'A whole number, 9 or less'],
    [{ whole: true, min: 1, max: 1000 }, 'A whole number from 1 to 1,000'],
  ])('of a field with %j is answered by what is one', async (range, words) => {
    const { wrapper } = field(1, range)
    await wrapper.get('input').setValue('x')
    expect(wrapper.get('[role="alert"]').text()).toBe(words)
  })
})

test.each([
  ['1,234', 'Read as 1234'],
  ['1,5', 'Read as 1.5'],
  ['12 345', 'Read as 12345'],
  ['１２', 'Read as 12'],
  ['1.000.000', 'Read as 1000000'],
  ['1.000', 'Read as 1'],
  ['−2.5e3', undefined],
  ['1234.5', undefined],
])('%s says how it is read while it is typed: %s', async (text, words) => {
  const { wrapper, go, type } = field(7)
  await go('focus')
  await type(text)
  expect(wrapper.find('[role="status"]').exists() ? wrapper.get('[role="status"]').text() : undefined).toBe(words)
  await go('blur')
  expect(wrapper.find('[role="status"]').exists()).toBe(false)
})

test('a number that was there is not read back', async () => {
  const { wrapper, go } = field(6.851)
  await go('focus')
  expect(wrapper.find('[role="status"]').exists()).toBe(false)
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

  test('with a point that may separate thousands is no whole number', async () => {
    const { wrapper, go, told } = field(7, { whole: true })
    await go('focus')
    await wrapper.get('input').setValue('10.000')
    expect(wrapper.get('[role="alert"]').text()).toBe('The point may separate thousands or decimals. Without it this is 10000.')
    expect(told()).toEqual([])
  })

  test('with separators that divide no groups of three is refused, with the digits that were read', async () => {
    const { wrapper, go, told } = field(7)
    await go('focus')
    await wrapper.get('input').setValue('12,34,5')
    expect(wrapper.get('[role="alert"]').text()).toContain('12345')
    expect(told()).toEqual([])
  })
})
