import { expect, test } from 'vitest'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import MoreMenu from '../../../../src/renderer/src/ui/controls/MoreMenu.vue'
import { chooseMore, fakeLab, mountWith } from '../../helpers'

test('a field that an action opens keeps the focus', async () => {
  const opened = shallowRef(false)
  const run = async () => {
    opened.value = true
    await nextTick()
    document.querySelector('input')!.focus()
  }
  const page = defineComponent(() => () => [
    h(MoreMenu, { label: 'More', items: [{ label: 'Rename', run }] }),
    opened.value ? h('input') : undefined,
  ])
  const wrapper = mountWith(page, fakeLab().lab)
  const settle = () => new Promise(resolve => setTimeout(resolve, 50))
  await chooseMore(wrapper.element.parentElement!, 'Rename', settle)
  expect(document.activeElement?.tagName).toBe('INPUT')
})
