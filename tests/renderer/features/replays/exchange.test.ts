import { afterEach, expect, test, vi } from 'vitest'
import { h } from 'vue'
import type { CallName, ImportReview } from '../../../../src/core/contract/calls'
import { IMPORT_PIECE, MAX_IMPORT_CHARS } from '../../../../src/core/contract/calls/imports'
import IncomingReceiver from '../../../../src/renderer/src/features/incoming/IncomingReceiver.vue'
import ReplaysScreen from '../../../../src/renderer/src/features/replays/ReplaysScreen.vue'
import { useExport } from '../../../../src/renderer/src/features/replays/exchange/useExport'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import ToastList from '../../../../src/renderer/src/ui/toasts/ToastList.vue'
import { chooseMore, fakeLab, flushPromises, mountScreen, refuse, until } from '../../helpers'

afterEach(() => {
  vi.restoreAllMocks()
})

const REVIEW: ImportReview = { games: 2, known: 0, faults: [], faultCount: 0 }

/** The screen of a lab that numbers imports from 1, and stores two games of each. */
function open(answers: Partial<Record<CallName, (arg: never) => unknown>> = {}) {
  let imports = 0
  const usual: Partial<Record<CallName, (arg: never) => unknown>> = {
    games: () => ({ rows: [], total: 0 }),
    gameProfiles: () => [],
    gamePlaces: ({ ids }: { ids: readonly number[] }) => ids.map(() => null),
    beginImport: () => ++imports,
    importText: () => 1,
    endImport: () => REVIEW,
    saveImport: () => ({ added: [1, 2], first: 1 }),
    openReplay: () => refuse('BAD_STORE', 'not here'),
    ...answers,
  }
  const fake = fakeLab((name, arg) => usual[name]?.(arg as never))
  let exports!: ReturnType<typeof useExport>
  const shown = () => [h(ReplaysScreen), h(IncomingReceiver), h(ToastList, { kind: 'failure' }), h(ToastList, { kind: 'notice' })]
  const wrapper = mountScreen(fake.lab, shown, () => {
    exports = useExport()
    useNavigation().open({ screen: 'replays' })
  })
  const { asked } = fake
  const drag = (type: string, files: readonly File[], types = ['Files']) =>
    wrapper.get('main').trigger(type, { dataTransfer: { types, files } })
  /** Waits until a file that is read in portions has been. */
  const settle = (call: CallName) => until(() => expect(asked(call)).not.toHaveLength(0))
  return { ...fake, wrapper, exports, drag, settle, toasts: () => wrapper.get('.toasts').text() }
}

const file = (content: BlobPart, name = 'games.txt') => new File([content], name)

test('files that arrive while others are read have to wait, and a file that is not text is refused in our words', async () => {
  let begin!: (id: number) => void
  const { drag, asked, settle, toasts, wrapper } = open({ beginImport: () => new Promise<number>(resolve => (begin = resolve)) })
  await drag('drop', [file(Uint8Array.of(0xff, 0xfe, 0x41), 'noise.bin')])
  await flushPromises()
  begin(1)
  await until(() => expect(wrapper.find('.doubt, dialog').exists()).toBe(true))
  expect(wrapper.get('dialog').text()).toContain('noise.bin cannot be read as a text.')
  await drag('drop', [file('two')])
  await flushPromises()
  expect(asked('beginImport')).toHaveLength(1)
  expect(toasts()).toContain('Another import is under way')
  await settle('dropImport')
})

test('files that are dragged over the screen are accepted; a text is not', async () => {
  const { wrapper, drag, asked, settle, toasts } = open()
  await drag('dragenter', [], ['text/plain'])
  expect(wrapper.find('.drop-hint').exists()).toBe(false)
  await drag('dragenter', [])
  await drag('dragenter', []) // from one element within to the next
  await drag('dragleave', [])
  expect(wrapper.get('.drop-hint').text()).toContain('Drop')
  await drag('dragleave', [])
  expect(wrapper.find('.drop-hint').exists()).toBe(false)
  await drag('dragenter', [])
  await drag('drop', [file('one'), file('three', 'b.txt')])
  expect(wrapper.find('.drop-hint').exists()).toBe(false)
  await settle('saveImport')
  await flushPromises()
  expect(asked('beginImport')).toEqual([
    { name: 'games.txt', size: 3 },
    { name: 'b.txt', size: 5 },
  ])
  expect(asked('saveImport')).toEqual([{ id: 1 }, { id: 2 }])
  expect(toasts()).toContain('4 games imported')
})

test('a large file is sent in pieces that fit a message, and no character is cut', async () => {
  const { drag, asked, settle } = open()
  const text = 'é'.repeat(2 * IMPORT_PIECE).padStart(1_200_001, 'x')
  await drag('drop', [file(text)])
  await settle('saveImport')
  const pieces = (asked('importText') as { id: number; text: string }[]).map(each => each.text)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(IMPORT_PIECE)
  expect(pieces.join('') === text).toBe(true)
})

test('pastes by a button too, and says what to do where nothing was copied or the browser refuses', async () => {
  const { wrapper, asked, settle, toasts } = open()
  const readText = vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue('replay_a game')
  const paste = () => chooseMore(wrapper.get('[role="toolbar"]').element, 'Paste games', flushPromises)
  await paste()
  await settle('saveImport')
  expect(asked('importText')).toEqual([{ id: 1, text: 'replay_a game' }])
  readText.mockResolvedValue('')
  await paste()
  await until(() => expect(toasts()).toContain('The clipboard is empty'))
  readText.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await paste()
  await until(() => expect(toasts()).toContain('Press Ctrl+V instead'))
  expect(asked('beginImport')).toHaveLength(1)
})

test('what cannot be read is reported before anything is stored, and the rest is stored on request', async () => {
  const fault = { line: 2, message: 'a.txt: line 2: step 7' }
  const reviews = [{ games: 3, known: 1, faults: [fault], faultCount: 1 }, REVIEW]
  const { wrapper, drag, asked, settle } = open({ endImport: () => reviews.shift() })
  const notText = file(new Uint8Array([0xff, 0xfe, 0x41]), 'picture.png')
  await drag('drop', [file('one', 'a.txt'), notText, file('two', 'b.txt')])
  await until(() => expect(asked('endImport')).toHaveLength(2))
  await flushPromises()
  const dialog = wrapper.get('dialog')
  expect(dialog.text()).toContain('a.txt: line 2: step 7')
  expect(dialog.text()).toContain('picture.png')
  expect(asked('saveImport')).toEqual([])
  expect(asked('dropImport')).toEqual([{ id: 2 }])
  const keep = wrapper.findAll('button').find(each => each.text() === 'Import 4 games')!
  await keep.trigger('click')
  await settle('saveImport')
  await until(() => expect(asked('saveImport')).toEqual([{ id: 1 }, { id: 3 }]))
})

test('a file that is too large is refused before more than its head is read', async () => {
  const { wrapper, drag, asked } = open()
  const large = file('x')
  Object.defineProperty(large, 'size', { value: MAX_IMPORT_CHARS + 1 })
  const slice = vi.spyOn(large, 'slice')
  await drag('drop', [large])
  await flushPromises()
  expect(wrapper.get('dialog').text()).toContain('at most 500,000,000 bytes')
  expect([slice.mock.calls, asked('beginImport')]).toEqual([[[0, 65_536]], []])
})

test('an import that is cancelled in the list of jobs stores nothing and asks nothing', async () => {
  const { wrapper, drag, asked, settle } = open({
    importText: ({ id }: { id: number }) => (id === 2 ? refuse('CANCELLED') : 1),
  })
  await drag('drop', [file('one'), file('two'), file('three')])
  await settle('dropImport')
  await flushPromises()
  expect(asked('dropImport')).toEqual([{ id: 1 }])
  expect([asked('saveImport'), asked('beginImport').length]).toEqual([[], 2])
  expect([wrapper.find('dialog').exists(), wrapper.find('.work').exists()]).toEqual([false, false])
})

test('Ctrl+C copies the game that is watched, but leaves a selected text and a field alone', async () => {
  const { wrapper, asked } = open({ exportGame: () => ({ text: '{"a game"}\n', leftOut: 0 }) })
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const copy = (target: Element = document.body) => {
    const event = new Event('copy', { bubbles: true, cancelable: true })
    target.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(copy()).toBe(false) // nobody looks at a game
  useNavigation().open({ screen: 'replays', game: { id: 12 } })
  await flushPromises()
  expect(copy()).toBe(true)
  await flushPromises()
  expect(asked('exportGame')).toEqual([{ id: 12, form: 'line' }])
  expect(writeText.mock.calls).toEqual([['{"a game"}']])
  expect(wrapper.get('.toasts').text()).toContain('Game 12 copied')
  const field = document.createElement('textarea')
  document.body.append(field)
  expect(copy(field)).toBe(false)
  field.remove()
  vi.spyOn(globalThis, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  expect(copy()).toBe(false)
})

test('an export holds every game that can be written, and says how many cannot and why', async () => {
  const { exports, toasts } = open({
    exportGame: ({ id }: { id: number }) =>
      id === 2 ? refuse('BAD_STORE', 'game 2 is damaged') : { text: `game ${id}\n`, leftOut: 0 },
  })
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(content => {
    saved.push(content as Blob)
    return 'blob:x'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await exports.save([3, 2, 1], 'line')
  expect(await saved[0]!.text()).toBe('game 3\ngame 1\n')
  expect(names).toEqual(['2048-3-games.jsonl'])
  await flushPromises()
  expect(toasts()).toContain('1 game was not exported')
  expect(toasts()).toContain('Game 2 is damaged')
})

test('an export that is stopped saves nothing', async () => {
  const { exports, asked } = open({
    exportGame: ({ id }: { id: number }) => {
      if (id === 2) exports.stop()
      return { text: 'a game\n', leftOut: 0 }
    },
  })
  const create = vi.spyOn(URL, 'createObjectURL')
  await exports.save([1, 2, 3], 'line')
  expect([create.mock.calls.length, asked('exportGame').length, exports.progress.value]).toEqual([0, 2, undefined])
})
