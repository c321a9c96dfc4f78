import { expect, test } from 'vitest'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import MoreMenu from '../../../../src/renderer/src/ui/controls/MoreMenu.vue'
import { chooseMore, fakeLab, mountWith, until } from '../../helpers'

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
  mountWith(page, fakeLab().lab)
  const settle = () => until(() => expect(document.querySelector('[role="menuitem"], input')).not.toBeNull())
  await chooseMore(document, 'Rename', settle)
  await until(() => expect(document.querySelector('input')).not.toBeNull())
  await new Promise(resolve => setTimeout(resolve)) // by then the menu has closed, and given back the focus if it does
  expect(document.activeElement?.tagName).toBe('INPUT')
})
