import { afterEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, ref } from 'vue'
import { useCopy, useCopyEvents, usePasteEvents } from '../../../../src/renderer/src/ui/exchange/clipboard'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, mountWith, withSetup } from '../../helpers'

afterEach(() => {
  getSelection()?.removeAllRanges()
  vi.restoreAllMocks()
})

describe('copying and pasting on a screen', () => {
  function open() {
    const heard: string[] = []
    const shown = ref(true)
    const Screen = defineComponent(() => {
      useCopyEvents(() => heard.push('copy'))
      usePasteEvents(() => heard.push('paste'))
      return () => h('main', [h('input'), h('p', 'words')])
    })
    const wrapper = mountWith(
      defineComponent(() => () => h(KeepAlive, shown.value ? h(Screen) : undefined)),
      fakeLab().lab,
    )
    const both = (target: Element = document.body) => {
      heard.length = 0
      for (const type of ['copy', 'paste']) target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
      return [...heard]
    }
    return { wrapper, shown, both }
  }

  test('is the screen’s own, but in a text field', () => {
    const { wrapper, both } = open()
    expect(both()).toEqual(['copy', 'paste'])
    expect(both(wrapper.get('input').element)).toEqual([])
  })

  test('leaves a paste to a dialog that is open', () => {
    const { both } = open()
    const dialog = document.createElement('dialog')
    document.body.append(dialog)
    dialog.showModal()
    expect(both()).toEqual(['copy'])
    dialog.remove()
    expect(both()).toEqual(['copy', 'paste'])
  })

  test('copies text that is selected as it is', () => {
    const { wrapper, both } = open()
    getSelection()!.selectAllChildren(wrapper.get('p').element)
    expect(both()).toEqual(['paste'])
  })

  test('reaches no screen that is out of sight', async () => {
    const { shown, both } = open()
    shown.value = false
    await nextTick()
    expect(both()).toEqual([])
    shown.value = true
    await nextTick()
    expect(both()).toEqual(['copy', 'paste'])
  })
})

describe('a copy by a button', () => {
  const copier = () => withSetup(fakeLab().lab, () => useCopy())

  test('says that it is done', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await copier()('0012', { title: 'Copied', detail: '0012' })
    expect(written).toHaveBeenCalledExactlyOnceWith('0012')
    expect(useToasts().list).toMatchObject([{ kind: 'notice', title: 'Copied', detail: '0012' }])
  })

  test('says what to do where the browser forbids it', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const copy = copier()
    await copy('0012', { title: 'Copied', detail: '0012' })
    await copy('a game', { title: 'Copied', advice: 'Save it.' })
    expect(useToasts().list).toMatchObject([
      {
        kind: 'failure',
        title: 'The clipboard is not available',
        detail: '0012',
        advice: 'Select the text above and copy it by hand.',
      },
      { kind: 'failure', title: 'The clipboard is not available', detail: undefined, advice: 'Save it.' },
    ])
  })
})
