import { mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, ref } from 'vue'
import { useShortcuts } from '../../src/renderer/src/ui/shortcuts'
import { press } from './helpers'

let unmount = () => {}
afterEach(() => unmount())

function open() {
  const heard: string[] = []
  const shown = ref(true)
  const Screen = defineComponent(() => {
    useShortcuts({ n: () => heard.push('next'), 'Shift+n': () => heard.push('back'), Escape: () => heard.push('away') })
    return () => h('input')
  })
  const wrapper = mount(() => h(KeepAlive, shown.value ? h(Screen) : undefined), { attachTo: document.body })
  unmount = () => wrapper.unmount()
  return { heard, shown, field: wrapper.get('input').element }
}

test('a shortcut does what it says and nothing else', () => {
  const { heard } = open()
  expect(press('n').defaultPrevented).toBe(true)
  expect(press('n', { shiftKey: true }).defaultPrevented).toBe(true)
  expect(press('m').defaultPrevented).toBe(false)
  expect(heard).toEqual(['next', 'back'])
})

test('a field that is typed into keeps its keys', () => {
  const { heard, field } = open()
  expect(press('n', {}, field).defaultPrevented).toBe(false)
  expect(heard).toEqual([])
})

test('a screen that is kept out of sight hears no key, and hears again when it is shown', async () => {
  const { heard, shown } = open()
  shown.value = false
  await nextTick()
  expect(press('Escape').defaultPrevented).toBe(false)
  shown.value = true
  await nextTick()
  press('Escape')
  expect(heard).toEqual(['away'])
})
