import { defineComponent, h, nextTick, shallowRef } from 'vue'
import { describe, expect, test } from 'vitest'
import DialogForm from '../../../../src/renderer/src/ui/dialogs/DialogForm.vue'
import ModalDialog from '../../../../src/renderer/src/ui/dialogs/ModalDialog.vue'
import { fakeLab, flushPromises, gameView, mountWith } from '../../helpers'

function open(props: { accept?: string; disabled?: boolean }, slots: Record<string, () => unknown> = {}) {
  const wrapper = mountWith(DialogForm, fakeLab(() => gameView()).lab, { props: { heading: 'What now?', ...props }, slots })
  const buttons = () => wrapper.findAll('footer button').map(each => each.text())
  const emitted = () => ({ accept: wrapper.emitted('accept')?.length ?? 0, close: wrapper.emitted('close')?.length ?? 0 })
  return { wrapper, buttons, emitted }
}

describe('a dialog that asks', () => {
  test('is answered by its last button and taken back by its first; others stand between', async () => {
    const { wrapper, buttons, emitted } = open({ accept: 'Save' }, { buttons: () => h('button', { type: 'button' }, 'Copy') })
    expect(buttons()).toEqual(['Cancel', 'Copy', 'Save'])
    await wrapper.get('form').trigger('submit')
    expect(emitted()).toEqual({ accept: 1, close: 0 })
    await wrapper.get('footer button').trigger('click')
    expect(emitted()).toEqual({ accept: 1, close: 1 })
  })

  test('takes no answer while it is disabled, by the button or by Enter', async () => {
    const { wrapper, emitted } = open({ accept: 'Save', disabled: true })
    expect(wrapper.get('button[type=submit]').attributes()).toHaveProperty('disabled')
    await wrapper.get('form').trigger('submit')
    expect(emitted()).toEqual({ accept: 0, close: 0 })
  })

  test('is closed by a click beside it: not by a selection that ends there, nor by the second click of a double one', async () => {
    const { wrapper, emitted } = open({ accept: 'Save' }, { default: () => h('input') })
    const dialog = wrapper.get('dialog')
    await wrapper.get('input').trigger('pointerdown')
    await dialog.trigger('click', { detail: 1 })
    await dialog.trigger('pointerdown')
    await dialog.trigger('click', { detail: 2 })
    await dialog.trigger('pointerdown')
    await wrapper.get('input').trigger('click', { detail: 1 })
    expect(emitted().close).toBe(0)
    await dialog.trigger('pointerdown')
    await dialog.trigger('click', { detail: 1 })
    expect(emitted().close).toBe(1)
  })

  test('only closes where nothing is left to ask', async () => {
    const { wrapper, buttons, emitted } = open({})
    expect(buttons()).toEqual(['Close'])
    await wrapper.get('footer button').trigger('click')
    expect(emitted()).toEqual({ accept: 0, close: 1 })
  })
})

describe('the focus after a dialog', () => {
  /** A screen with a button that opens a dialog, which opens a second one in its place when it is answered. */
  function openScreen({ chain = false, losesButton = false } = {}) {
    const shown = shallowRef<'none' | 'first' | 'second'>('none')
    const screen = defineComponent(
      () => () =>
        h('main', [
          losesButton && shown.value === 'none'
            ? null
            : h('button', { id: 'opener', onClick: () => (shown.value = 'first') }, 'Open'),
          shown.value === 'first'
            ? h(DialogForm, {
                ...{ heading: 'First', accept: 'Go on' },
                onAccept: () => (shown.value = chain ? 'second' : 'none'),
                onClose: () => (shown.value = 'none'),
              })
            : null,
          shown.value === 'second' ? h(ModalDialog, { heading: 'Second', onClose: () => (shown.value = 'none') }) : null,
        ]),
    )
    const wrapper = mountWith(screen, fakeLab().lab, { attachTo: document.body })
    const open = async () => {
      shown.value = 'first'
      await nextTick()
    }
    return { wrapper, open, focused: () => document.activeElement?.id || document.activeElement?.tagName }
  }

  test.each(['submit', 'cancel', 'cross'])('is where it was before, after %s', async way => {
    const { wrapper, open, focused } = openScreen()
    wrapper.get<HTMLElement>('#opener').element.focus()
    await open()
    wrapper.get<HTMLElement>('[type=submit]').element.focus()
    if (way === 'submit') await wrapper.get('form').trigger('submit')
    else await wrapper.get(way === 'cancel' ? 'footer button' : '.close').trigger('click')
    await flushPromises()
    expect(wrapper.find('dialog').exists()).toBe(false)
    expect(focused()).toBe('opener')
  })

  test('is with what opened the first of two that followed each other', async () => {
    const { wrapper, open, focused } = openScreen({ chain: true })
    wrapper.get<HTMLElement>('#opener').element.focus()
    await open()
    wrapper.get<HTMLElement>('[type=submit]').element.focus()
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    await wrapper.get('.close').trigger('click')
    await flushPromises()
    expect(focused()).toBe('opener')
  })

  test('is on the screen where what opened it is gone', async () => {
    const { wrapper, open, focused } = openScreen({ losesButton: true })
    await open()
    wrapper.get<HTMLElement>('#opener').element.focus()
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(focused()).toBe('MAIN')
  })
})
