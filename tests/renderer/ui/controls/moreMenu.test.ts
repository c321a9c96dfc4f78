import { expect, test } from 'vitest'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import MoreMenu from '../../../../src/renderer/src/ui/controls/MoreMenu.vue'
import { useCommands } from '../../../../src/renderer/src/commands/registry'
import { chooseMore, fakeLab, mountScreen, mountWith, press, until } from '../../helpers'

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

test('Esc closes an open menu alone; the next one is the screen’s', async () => {
  const left: string[] = []
  const page = defineComponent(() => {
    useCommands({ 'replay.leave': () => left.push('left') })
    return () => h(MoreMenu, { label: 'More', items: [{ label: 'Rename', run: () => undefined }] })
  })
  const screen = mountScreen(fakeLab().lab, () => h(page))
  screen.get('button').element.click()
  const menu = () => document.querySelector('[role="menu"]')
  await until(() => expect(menu()).not.toBeNull())
  press('Escape')
  await until(() => expect(menu()).toBeNull())
  expect(left).toEqual([])
  press('Escape')
  expect(left).toEqual(['left'])
})
