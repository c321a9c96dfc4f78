import type { VueWrapper } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { describe, expect, test } from 'vitest'
import type { CallName, GameView, ImportReview } from '../../../../src/core/contract/calls'
import { MAX_SEED } from '../../../../src/core/random'
import BoardEditor from '../../../../src/renderer/src/features/play/board/BoardEditor.vue'
import NewGameDialog from '../../../../src/renderer/src/features/play/NewGameDialog.vue'
import PasteDialog from '../../../../src/renderer/src/features/play/PasteDialog.vue'
import { providePlay } from '../../../../src/renderer/src/features/play/usePlay'
import { useIncoming } from '../../../../src/renderer/src/ui/exchange/incoming'
import { BOARD, fakeLab, flushPromises, gameView, mountWith, until } from '../../helpers'

function open(
  component: Parameters<typeof h>[0],
  props: Record<string, unknown>,
  answer: (name: CallName) => unknown = () => gameView(),
) {
  const fake = fakeLab(answer)
  const Host = defineComponent({
    setup() {
      providePlay()
      return () => h(component as never, props)
    },
  })
  const wrapper = mountWith(Host, fake.lab)
  const closed = (event: 'close' | 'done') => (wrapper.getComponent(component as never) as VueWrapper).emitted(event)?.length ?? 0
  return { ...fake, wrapper, closed }
}

describe('the paste dialog', () => {
  const openPaste = (text: string, answer?: () => GameView) => open(PasteDialog, { text }, answer)

  test('shows the board of digits, with slashes and in lower case, and of face values; an empty text is no mistake yet', async () => {
    const { wrapper } = openPaste(' ')
    const field = wrapper.get('textarea')
    const problem = () => wrapper.get('[role="alert"]').text()
    expect(problem()).toBe('')
    for (const text of ['0012013517A821B0', '0012/0135/17a8/21b0', '0 0 2 4 . 2 8 32\n2 128 1024 256 4 2 2048 0']) {
      await field.setValue(text)
      expect(wrapper.get('[role="img"]').attributes('aria-label')).toContain('Row 4: 4 2 2048 empty.')
      expect(problem()).toBe('')
    }
  })

  test('says what is wrong and where, and lets nobody play it', async () => {
    const { wrapper, calls } = openPaste('')
    const field = wrapper.get('textarea')
    for (const [text, problem] of [
      ['001201351', 'a position has 16 digits, this has 9'],
      ['0012013517A821Z0', 'character 15: "Z" is not one of 0123456789ABCDEFGH'],
      ['2 4 8 16 2 4 8 16 3 4 8 16 2 4 8 16', 'r3c1: "3" is not a tile; tiles are the powers of two from 2 to 131072'],
      ['HHHHHHHHHHHHHHHH', 'the tiles sum to 2097152; no game on 4×4 cells passes 262140'],
    ] as const) {
      await field.setValue(text)
      expect(wrapper.get('[role="alert"]').text()).toBe(problem)
      expect(field.attributes('aria-invalid')).toBe('true')
      expect(wrapper.find('[role="img"]').exists()).toBe(false)
      await field.trigger('keydown', { key: 'Enter' })
    }
    await field.setValue('1212212112122121') // refused before it is tried, in the words of the lab
    expect(wrapper.get('[role="alert"]').text()).toBe('nothing can move on this board: set one with a legal move')
    expect(wrapper.get('[type=submit]').attributes()).toHaveProperty('disabled')
    expect(calls).toEqual([])
  })

  test('reverse turns the order of the digits, for programs that write them backwards', async () => {
    const { wrapper, calls, closed } = openPaste('0012013517A821B0')
    await wrapper.get('.preview button').trigger('click')
    expect(wrapper.get('textarea').element.value).toBe('0B128A7153102100')
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(calls).toEqual([{ name: 'setPosition', arg: { text: '0B128A7153102100' } }])
    expect(closed('close')).toBe(1)
  })

  describe('of a game', () => {
    const review = (change: Partial<ImportReview>): ImportReview => ({ games: 1, known: 0, faults: [], faultCount: 0, ...change })
    async function look(text: string, found: ImportReview) {
      const { wrapper, calls, closed } = open(PasteDialog, { text }, name =>
        name === 'endImport' ? found : name === 'beginImport' ? 5 : undefined,
      )
      await until(() => expect(calls.map(({ name }) => name)).toContain('dropImport'))
      await flushPromises()
      const submit = wrapper.get<HTMLButtonElement>('[type=submit]').element
      return { wrapper, calls, closed, ready: () => !submit.disabled, problem: wrapper.get('[role="alert"]').text() }
    }

    test('approves what the import will take, by the reader of the import, and hands it on', async () => {
      const { wrapper, calls, closed, ready } = await look('replay_SR', review({}))
      expect(calls.map(({ name }) => name)).toEqual(['beginImport', 'importText', 'endImport', 'dropImport'])
      expect(ready()).toBe(true)
      expect(wrapper.get('[role="status"]').text()).toContain('1 game')
      await wrapper.get('form').trigger('submit')
      expect(useIncoming().waiting).toEqual({ text: 'replay_SR' })
      expect(closed('close')).toBe(1)
    })

    test.each([
      ['a code with a fault', 'replay_SR~~', 'the clipboard: character 10: nothing moves up'],
      ['a game on more cells', '5x5-x_abc', 'the clipboard: this is a game on 5x5 cells; only 4x4 is read'],
    ])('refuses %s with what the import says', async (_, text, message) => {
      const { ready, problem } = await look(text, review({ games: 0, faultCount: 1, faults: [{ line: null, message }] }))
      expect([ready(), problem]).toEqual([false, message])
    })
  })
})

describe('the editor', () => {
  const openEditor = (answer?: () => GameView) => open(BoardEditor, { board: BOARD }, answer)
  const cell = ({ wrapper }: ReturnType<typeof openEditor>, index: number) => wrapper.findAll('.cells button')[index]!
  const button = ({ wrapper }: ReturnType<typeof openEditor>, name: string) =>
    wrapper.findAll('header button').find(each => each.text() === name)!

  test('a click sets the chosen tile, a right click one rank more, after the last the empty cell; no tiles that no game can hold', async () => {
    const editor = openEditor()
    await editor.wrapper.get('input[aria-label="131072"]').setValue()
    await cell(editor, 0).trigger('click')
    expect(cell(editor, 0).attributes('aria-label')).toBe('Row 1, column 1: 131072')
    await cell(editor, 1).trigger('click')
    expect(editor.wrapper.get('[role="alert"]').text()).toMatch(/^the tiles sum to \d+; no game/)
    expect(button(editor, 'Play from here').attributes('disabled')).toBeDefined()
    await cell(editor, 0).trigger('contextmenu')
    expect(cell(editor, 0).attributes('aria-label')).toBe('Row 1, column 1: empty')
    await cell(editor, 2).trigger('contextmenu')
    expect(cell(editor, 2).attributes('aria-label')).toBe('Row 1, column 3: 4')
  })

  test('the board goes to the lab as it was set', async () => {
    const editor = openEditor()
    await button(editor, 'Clear').trigger('click')
    await cell(editor, 5).trigger('click')
    await cell(editor, 10).trigger('contextmenu')
    await button(editor, 'Play from here').trigger('click')
    await flushPromises()
    expect(editor.calls).toEqual([{ name: 'setPosition', arg: { text: '0000010000100000' } }])
    expect(editor.closed('done')).toBe(1)
  })
})

describe('a new game', () => {
  test.each([
    ['', undefined],
    ['0', 0],
    [' 2048 ', 2048],
    [String(MAX_SEED), MAX_SEED],
  ])('seed "%s"', async (text, seed) => {
    const { wrapper, calls } = open(NewGameDialog, { seed: 7 })
    await wrapper.get('input').setValue(text)
    await wrapper.get('form').trigger('submit')
    expect(calls).toEqual([{ name: 'newGame', arg: seed === undefined ? {} : { seed } }])
  })

  test('a seed that is none is refused with its range', async () => {
    const { wrapper, calls } = open(NewGameDialog, { seed: 7 })
    for (const text of ['-1', '1.5', '1e-3', 'x', '9007199254740992']) {
      await wrapper.get('input').setValue(text)
      await wrapper.get('form').trigger('submit')
      expect(wrapper.get('[role="alert"]').text(), text).toContain('9007199254740991')
    }
    expect(calls).toEqual([])
  })
})
