import { afterEach, describe, expect, test, vi } from 'vitest'
import { hideCompositionKeys, pressKey } from '../../../src/renderer/src/commands/keys'
import { type Command, SECTIONS } from '../../../src/renderer/src/commands/list'

const commandsOf = (...screens: (string | undefined)[]) =>
  SECTIONS.filter(({ screen }) => screens.includes(screen)).flatMap(({ commands }) => commands)

/** The commands of the Play screen that a press runs. */
function run(
  key: string,
  code: string,
  init: KeyboardEventInit = {},
  target: HTMLElement = document.body,
  screen: string = 'play',
): string[] {
  const ran: string[] = []
  const commands = commandsOf(screen, undefined)
    .filter(({ id }) => id !== 'play.endEdit')
    .map((spec): Command => ({
      ...spec,
      screen: 'play',
      when: () => true,
      isShown: () => true,
      run: () => ran.push(spec.id),
    }))
  const hear = (event: KeyboardEvent) => pressKey(event, commands)
  document.body.addEventListener('keydown', hear, { once: true })
  target.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, composed: true, ...init }))
  document.body.removeEventListener('keydown', hear)
  return ran
}

const CONTROL = { ctrlKey: true }

describe('a command has its key on every keyboard', () => {
  test.each<[layout: string, key: string, code: string, init: KeyboardEventInit, command: string]>([
    ['US', 'w', 'KeyW', {}, 'play.slideUp'],
    ['US', 'D', 'KeyD', {}, 'play.slideRight'],
    ['Cyrillic', 'ц', 'KeyW', {}, 'play.slideUp'],
    ['Cyrillic', 'ф', 'KeyA', {}, 'play.slideLeft'],
    ['Cyrillic', 'г', 'KeyU', {}, 'play.undo'],
    ['Cyrillic', 'я', 'KeyZ', CONTROL, 'play.undo'],
    ['Cyrillic', 'Я', 'KeyZ', { ...CONTROL, shiftKey: true }, 'play.redo'],
    ['Hebrew', "'", 'KeyW', {}, 'play.slideUp'],
    ['Hebrew', 'ו', 'KeyU', {}, 'play.undo'],
    ['Hebrew', 'ז', 'KeyZ', CONTROL, 'play.undo'],
    ['Greek', 'λ', 'KeyL', {}, 'play.analysis'],
    ['AZERTY', 'z', 'KeyW', {}, 'play.slideUp'],
    ['AZERTY', 'q', 'KeyA', {}, 'play.slideLeft'],
    ['AZERTY', 'z', 'KeyW', CONTROL, 'play.undo'],
    ['QWERTZ', 'z', 'KeyY', CONTROL, 'play.undo'],
    ['QWERTZ', 'y', 'KeyZ', CONTROL, 'play.redo'],
    ['Dvorak', ',', 'KeyW', {}, 'play.slideUp'],
    ['Dvorak', 'e', 'KeyD', {}, 'play.edit'],
    ['Turkish', 'ı', 'KeyI', {}, ''],
  ])('%s: %s on %s %j runs %s', (_layout, key, code, init, command) => {
    expect(run(key, code, init)).toEqual(command === '' ? [] : [command])
  })

  test.each([
    ['w', 'KeyZ'], // AZERTY
    [',', 'KeyM'],
  ])('a printed Latin character, as %s on %s, is not called by its place', (key, code) => {
    expect(run(key, code, CONTROL)).toEqual([])
  })
})

test.each([
  ['US', '*', 'Digit8', 'tree.unfoldSiblings'],
  ['German', '*', 'BracketRight', 'tree.unfoldSiblings'],
  ['Russian', '?', 'Digit7', 'keys.open'],
  ['US', '?', 'Slash', 'keys.open'],
])('%s: a printed %s on %s with Shift is that character', (_layout, key, code, command) => {
  expect(run(key, code, { shiftKey: true }, document.body, 'tree')).toEqual([command])
})

test.each(['1', '&', '¡'])('Alt and %s on the key of 1 open the first screen', key => {
  expect(run(key, 'Digit1', { altKey: true })).toEqual(['go.play'])
})

describe('in a text field', () => {
  const field = document.body.appendChild(document.createElement('input'))
  afterEach(() => field.remove())

  test.each([
    ['z', 'KeyZ'],
    ['я', 'KeyZ'],
    ['ז', 'KeyZ'],
  ])('Ctrl and %s belong to the field', (key, code) => {
    document.body.append(field)
    expect(run(key, code, CONTROL, field)).toEqual([])
  })
})

test('keys that an input method uses are hidden from every listener of the page', () => {
  const hears = vi.fn<(event: KeyboardEvent) => void>()
  const page = Object.assign(new EventTarget(), {}) as unknown as Window
  hideCompositionKeys(page)
  page.addEventListener('keydown', hears)
  for (const init of [{ isComposing: true }, { keyCode: 229 }, {}])
    page.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Enter', isComposing: false, ...init }))
  expect(hears).toHaveBeenCalledTimes(1)
})
