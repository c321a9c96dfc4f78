import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, ref, type Component } from 'vue'
import { TooltipProvider } from 'reka-ui'
import { ariaKeys, conflictsAmong, printedKey, printedLetters } from '../../../src/renderer/src/commands/keys'
import { useKeyList } from '../../../src/renderer/src/commands/registry'
import { type CommandId, SECTIONS } from '../../../src/renderer/src/commands/list'
import { useAllCommands, useCommands, useHost } from '../../../src/renderer/src/commands/registry'
import { createTranslations } from '../../../src/renderer/src/locales'
import { useScreens } from '../../../src/renderer/src/screens'
import CommandPalette from '../../../src/renderer/src/ui/shell/CommandPalette.vue'
import { useNavigation } from '../../../src/renderer/src/ui/shell/navigation'
import ToolButton from '../../../src/renderer/src/ui/controls/ToolButton.vue'
import { press } from '../helpers'

let unmount = () => {}
let heard: CommandId[] = []
beforeEach(() => {
  heard = []
  setActivePinia(createPinia())
})
afterEach(() => unmount())

const hear = (id: CommandId) => () => heard.push(id)
const ALL = SECTIONS.flatMap(({ commands }) => commands)

function show(component: Component) {
  const wrapper = mount(() => h(TooltipProvider, () => h(component)), {
    attachTo: document.body,
    global: { plugins: [createTranslations()] },
  })
  unmount = () => wrapper.unmount()
  return wrapper
}

function screen(actions: Parameters<typeof useCommands>[0], markup: () => unknown = () => h('input')): Component {
  return defineComponent(() => {
    useCommands(actions)
    return markup as () => ReturnType<typeof h>
  })
}

describe('a key', () => {
  test('runs its command and nothing else, in every notation of the list', () => {
    show(screen({ 'replay.nextMistake': hear('replay.nextMistake'), 'replay.previousMistake': hear('replay.previousMistake') }))
    expect(press('n').defaultPrevented).toBe(true)
    expect(press('N', { shiftKey: true }).defaultPrevented).toBe(true)
    expect(press('m').defaultPrevented).toBe(false)
    expect(press('n', { altKey: true }).defaultPrevented).toBe(false)
    expect(heard).toEqual(['replay.nextMistake', 'replay.previousMistake'])
  })

  test('of a shown command that cannot run does nothing, neither here nor in the browser', () => {
    const can = ref(false)
    show(screen({ 'play.undo': { when: () => can.value, run: hear('play.undo') } }))
    expect(press('u').defaultPrevented).toBe(true)
    expect(heard).toEqual([])
    can.value = true
    press('z', { ctrlKey: true })
    expect(heard).toEqual(['play.undo'])
  })

  test('that is held down repeats only what may be repeated', () => {
    show(screen({ 'play.undo': hear('play.undo'), 'play.edit': hear('play.edit') }))
    for (const key of ['u', 'e']) expect(press(key, { repeat: true }).defaultPrevented, key).toBe(true)
    expect(heard).toEqual(['play.undo'])
  })

  test('with an event of its own is left to the browser', () => {
    show(screen({ 'play.copy': hear('play.copy') }))
    expect(press('c', { ctrlKey: true }).defaultPrevented).toBe(false)
    expect(heard).toEqual([])
  })

  test('that an element has used already is not used again', () => {
    const field = show(screen({ 'play.slideUp': hear('play.slideUp') })).get('input').element
    field.type = 'checkbox'
    field.addEventListener('keydown', event => event.preventDefault())
    press('ArrowUp', {}, field)
    expect(heard).toEqual([])
  })

  test('of a list works while the list has the focus, and goes before the same key of the screen', () => {
    const list = ref<HTMLElement | null>(null)
    const wrapper = show(
      screen({ 'tree.rowUp': { focus: () => list.value, run: hear('tree.rowUp') }, 'play.slideUp': hear('play.slideUp') }, () =>
        h('ul', { ref: list, role: 'listbox', tabindex: 0 }),
      ),
    )
    press('ArrowUp', {}, wrapper.get('ul').element)
    press('ArrowUp')
    expect(heard).toEqual(['tree.rowUp', 'play.slideUp'])
  })
})

describe('a focused field', () => {
  const ACTIONS = {
    'go.tree': hear('go.tree'),
    'profiles.save': hear('profiles.save'),
    'play.undo': hear('play.undo'),
    'play.stop': hear('play.stop'),
    'play.slideUp': hear('play.slideUp'),
    'play.engineMove': hear('play.engineMove'),
    'play.autoplay': hear('play.autoplay'),
  }
  const PRESSES: Readonly<Record<string, [key: string, init: KeyboardEventInit]>> = {
    'Ctrl+2': ['2', { ctrlKey: true }],
    'Alt+2': ['2', { altKey: true }],
    'Ctrl+S': ['s', { ctrlKey: true }],
    'Ctrl+Z': ['z', { ctrlKey: true }],
    Esc: ['Escape', {}],
    U: ['u', {}],
    W: ['w', {}],
    '↑': ['ArrowUp', {}],
    Space: [' ', {}],
    'Shift+Space': [' ', { shiftKey: true }],
  }
  const FREE = ['Ctrl+2', 'Alt+2', 'Ctrl+S', 'Esc']

  test.each<[name: string, tag: string, attributes: object, given: readonly string[]]>([
    ['text', 'input', { type: 'text' }, FREE],
    ['number', 'input', { type: 'text', inputmode: 'decimal' }, FREE],
    ['search', 'input', { type: 'search' }, FREE],
    ['search with a text', 'input', { type: 'search', value: 'corner' }, FREE.filter(name => name !== 'Esc')],
    ['several lines', 'textarea', {}, FREE],
    ['drop-down', 'select', {}, [...FREE, 'Ctrl+Z', 'U', 'W', '↑', 'Shift+Space']],
    ['slider', 'input', { type: 'range' }, [...FREE, 'Ctrl+Z', 'U', 'W']],
    ['box', 'input', { type: 'checkbox' }, [...FREE, 'Ctrl+Z', 'U', 'W', '↑', 'Shift+Space']],
    ['list', 'ul', { role: 'listbox', tabindex: 0 }, [...FREE, 'Ctrl+Z']],
    ['in a dialog', 'input', { type: 'text', dialog: true }, []],
  ])('%s: what is not typed or used by it runs a command', (_, tag, { dialog, ...attributes }: { dialog?: boolean }, given) => {
    const field = () => h(tag, attributes)
    const wrapper = show(screen(ACTIONS, () => (dialog ? h('dialog', { open: true }, [field()]) : field())))
    const taken = Object.entries(PRESSES).filter(([, [key, init]]) => press(key, init, wrapper.get(tag).element).defaultPrevented)
    expect(taken.map(([name]) => name).toSorted()).toEqual([...given].toSorted())
    expect(heard).toHaveLength(given.length)
  })

  test('keeps what AltGr composes', () => {
    const field = show(screen(ACTIONS)).get('input').element
    expect(press('2', { ctrlKey: true, altKey: true }, field).defaultPrevented).toBe(false)
    expect(heard).toEqual([])
  })
})

describe('what a screen offers', () => {
  test('hears no key while it is kept out of sight, and leaves with the screen', async () => {
    const state = ref<'shown' | 'kept' | 'gone'>('shown')
    const Screen = screen({ 'play.undo': hear('play.undo') })
    const Other = screen({ 'tree.record': hear('tree.record') })
    show(() => state.value !== 'gone' && h(KeepAlive, [h(state.value === 'shown' ? Screen : Other)]))
    press('u')
    press('r')
    expect(heard).toEqual(['play.undo'])
    state.value = 'kept'
    await nextTick()
    press('u')
    press('r')
    expect(heard).toEqual(['play.undo', 'tree.record'])
    expect(useAllCommands().value.map(({ id }) => id)).toEqual(['play.undo', 'tree.record'])
    state.value = 'gone'
    await nextTick()
    expect(useAllCommands().value).toEqual([])
    for (const key of ['u', 'r']) expect(press(key).defaultPrevented).toBe(false)
  })
})

describe('two commands of one key', () => {
  const command = (id: CommandId, change: object = {}) => ({
    ...ALL.find(each => each.id === id)!,
    screen: undefined,
    when: () => true,
    isShown: () => true,
    run: () => {},
    ...change,
  })

  test('are a conflict while both can run', () => {
    const editor = command('play.endEdit')
    expect(conflictsAmong([command('play.stop'), editor])).toEqual(['ESCAPE: play.stop, play.endEdit'])
    expect(conflictsAmong([command('play.stop', { when: () => false }), editor])).toEqual([])
    expect(conflictsAmong([command('play.stop', { isShown: () => false }), editor])).toEqual([])
    expect(conflictsAmong([command('paste'), command('play.paste')])).toEqual([]) // one event, which one screen takes
    const list = { focus: () => null }
    expect(conflictsAmong([command('play.slideUp'), command('tree.rowUp', list)])).toEqual([])
    expect(conflictsAmong([command('library.rowUp', list), command('tree.rowUp', list)])).toHaveLength(2)
  })
})

describe('what follows from the list', () => {
  test('every command has a name of its own and a title, and no screen has one key twice but for Esc, and arrows that walk or step', () => {
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length)
    const { t } = createTranslations().global
    for (const { id, title } of ALL) expect(title(t as never), id).not.toMatch(/^commands\.|^$/)
    const everywhere = SECTIONS[0]!.commands
    for (const { commands } of SECTIONS.slice(1)) {
      const keys = [...everywhere, ...commands].filter(({ byEvent }) => !byEvent).flatMap(({ keys = [] }) => keys)
      const has = (command: string) => commands.some(({ id }) => id === command)
      const twice = has('play.stop') ? ['Escape'] : has('lecture.into') ? ['ArrowRight', 'ArrowLeft'] : []
      expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual(twice)
    }
  })

  /** As the key list has them. */
  function listed() {
    let rows: readonly { keys: readonly string[]; does: string }[] = []
    let screens: readonly string[] = []
    show(
      defineComponent(() => {
        rows = useKeyList().value.flatMap(section => section.rows)
        screens = useScreens().value.map(({ label }) => label)
        return () => undefined
      }),
    )
    return { rows, screens }
  }

  test('the key list names the screens that there are, and no others', () => {
    const { rows, screens } = listed()
    const opening = rows.filter(({ keys }) => keys.some(key => /^Ctrl \d$/.test(key)))
    expect(opening.map(({ does }) => does)).toEqual(screens.map(label => `Go to ${label}`))
    expect(opening.map(({ keys }) => keys)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(digit => [`Ctrl ${digit}`, `Alt ${digit}`]))
    expect(rows.find(({ does }) => does === 'Move')!.keys).toEqual(['↑ ← ↓ →', 'W A S D'])
    expect(rows.find(({ does }) => does === 'Undo')!.keys).toEqual(['U', 'Ctrl Z'])
  })

  test.each([
    ['AZERTY', 'zqsd', 'Z Q S D'],
    ['Dvorak', ',aoe', ', A O'], // E edits the board
    ['Colemak', 'wars', 'W A R S'],
  ])('on %s the list has the letters that are in the places of W, A, S and D', (_layout, letters, shown) => {
    printedLetters.value = new Map(['KeyW', 'KeyA', 'KeyS', 'KeyD'].map((place, i) => [place, letters[i]!]))
    const { rows } = listed()
    printedLetters.value = new Map()
    expect(rows.find(({ does }) => does === 'Move')!.keys).toEqual(['↑ ← ↓ →', shown])
  })

  test('keys are written as on a keyboard, and as screen readers read them', () => {
    expect(['$mod+Shift+z', '[Shift]+?', '[Shift]++', 'PageUp', 'Shift+Space'].map(printedKey)).toEqual([
      'Ctrl Shift Z',
      '?',
      '+',
      'PgUp',
      'Shift Space',
    ])
    expect(ariaKeys(['u', '$mod+z', '[Shift]++'])).toBe('U Control+Z Plus')
    expect(ariaKeys()).toBeUndefined()
  })

  test('a button has title, keys and state of its command, and runs it', async () => {
    const can = ref(false)
    const wrapper = show(
      screen({ 'play.undo': { when: () => can.value, run: hear('play.undo') } }, () => h(ToolButton, { command: 'play.undo' })),
    )
    const button = wrapper.get<HTMLButtonElement>('button')
    expect(button.attributes()).toMatchObject({ 'aria-label': 'Undo', 'aria-keyshortcuts': 'U Control+Z', disabled: '' })
    can.value = true
    await nextTick()
    await button.trigger('click')
    expect(heard).toEqual(['play.undo'])
  })

  test('a button of what would do nothing is disabled, while its key asks all the same', () => {
    const idle = { isIdle: () => true, run: hear('play.undo') }
    const wrapper = show(screen({ 'play.undo': idle }, () => h(ToolButton, { command: 'play.undo' })))
    expect(wrapper.get('button').attributes()).toHaveProperty('disabled')
    press('u')
    expect(heard).toEqual(['play.undo'])
  })

  test('the palette shows what can be run, by the key of the host, and opens its screen first', async () => {
    const screens: string[] = []
    const wrapper = show(
      screen(
        {
          'go.tree': hear('go.tree'),
          'tree.record': () => screens.push(useNavigation().screen),
          'tree.unfoldAll': { when: () => false, run: hear('tree.unfoldAll') },
          'tree.rowUp': hear('tree.rowUp'),
        },
        () => h(CommandPalette),
      ),
    )
    useHost()('browser')
    await nextTick()
    const shown = wrapper.findAll('.command')
    expect(shown.map(each => each.text())).toEqual(['Go to TreeAlt 2', 'Record a searchR', 'Unfold everything belowE'])
    expect(shown.map(each => each.attributes('data-disabled'))).toEqual([undefined, undefined, ''])
    await shown[1]!.trigger('click')
    expect(screens).toEqual(['tree'])
  })
})
