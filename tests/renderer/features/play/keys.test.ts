import { describe, expect, test, vi } from 'vitest'
import { TooltipProvider } from 'reka-ui'
import { defineComponent, h, nextTick } from 'vue'
import type { CallName, GameView, Hello } from '../../../../src/core/contract/calls'
import { LabError } from '../../../../src/core/errors'
import { usePreferences } from '../../../../src/renderer/src/bridge/preferences'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import PlayScreen from '../../../../src/renderer/src/features/play/PlayScreen.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { BOARD, fakeLab, flushPromises, gameView, hello, mountWith, press, PROFILES, report, shared } from '../../helpers'

async function open(game: GameView = gameView({ undo: 12, redo: 3 }), change: Partial<Hello> = {}) {
  const fake = fakeLab(name => (['engineMove', 'startAutoplay', 'startAnalysis'].includes(name) ? undefined : game))
  const met = hello({ game, ...change })
  const screen = () => h(PlayScreen, { hello: met })
  const wrapper = mountWith(
    defineComponent(() => {
      usePreferences().greet(met)
      useProfiles().greet(met)
      return () => h(TooltipProvider, screen)
    }),
    fake.lab,
  )
  await flushPromises()
  const done = async (key: string, init?: KeyboardEventInit, target?: EventTarget) => {
    fake.calls.length = 0
    press(key, init, target)
    await flushPromises()
    // what is asked again when the score comes back changes nothing
    return fake.calls
      .filter(({ name }) => name !== 'setPreferences' && name !== 'bestScores')
      .map(({ name, arg }) => ({ name, arg }))
  }
  return { ...fake, wrapper, done }
}

const CONTROL = { ctrlKey: true }

/** The lab answers each call with the same game. */
describe('a key that changes nothing on the screen', () => {
  const opened = shared(open)

  test.each<[key: string, init: KeyboardEventInit, name: CallName, arg: unknown]>([
    ['ArrowUp', {}, 'slide', { move: 'up' }],
    ['ArrowDown', {}, 'slide', { move: 'down' }],
    ['ArrowLeft', {}, 'slide', { move: 'left' }],
    ['ArrowRight', {}, 'slide', { move: 'right' }],
    ['w', {}, 'slide', { move: 'up' }],
    ['s', {}, 'slide', { move: 'down' }],
    ['a', {}, 'slide', { move: 'left' }],
    ['D', {}, 'slide', { move: 'right' }],
    ['u', {}, 'undo', { slides: 1 }],
    ['z', CONTROL, 'undo', { slides: 1 }],
    ['y', CONTROL, 'redo', { slides: 1 }],
    ['Z', { ...CONTROL, shiftKey: true }, 'redo', { slides: 1 }],
    ['PageUp', {}, 'undo', { slides: 10 }],
    ['PageDown', {}, 'redo', { slides: 3 }],
    ['Home', {}, 'undo', { slides: 12 }],
    ['End', {}, 'redo', { slides: 3 }],
  ])('%s %j: %s', async (key, init, name, arg) => {
    const { done } = await opened()
    expect(await done(key, init)).toEqual([{ name, arg }])
  })

  test('held down, L does not flicker and an arrow keeps moving', async () => {
    const { done } = await opened()
    expect(await done('l', { repeat: true })).toEqual([])
    expect(await done('ArrowUp', { repeat: true })).toHaveLength(1)
  })

  test('Esc stops everything', async () => {
    const { done } = await opened()
    expect((await done('Escape')).map(({ name }) => name).toSorted()).toEqual(['stopAnalysis', 'stopAutoplay'])
  })
})

describe('keys of the Play screen', () => {
  test('an open dialog keeps all', async () => {
    const { done, wrapper } = await open()
    await wrapper.get('button[aria-label="Paste a position"]').trigger('click')
    const dialog = wrapper.get('dialog').element
    for (const key of ['ArrowUp', 'a', ' ', 'Escape']) expect(await done(key, {}, dialog), key).toEqual([])
  })

  test('what was slid or taken back a moment ago can be taken back or redone before the lab has answered', async () => {
    const { done, emit } = await open(gameView({ undo: 0, redo: 0 }))
    expect(await done('u')).toEqual([])
    expect(await done('End')).toEqual([])
    press('ArrowUp')
    expect(await done('u')).toEqual([{ name: 'undo', arg: { slides: 1 } }])
    emit('game', gameView({ undo: 12, redo: 0 }))
    press('Home')
    expect(await done('End')).toEqual([{ name: 'redo', arg: { slides: 1e9 } }])
  })

  test('Space asks for one engine move, with Shift for a game of them; L for analysis', async () => {
    const { done } = await open()
    expect((await done(' ')).map(({ name }) => name)).toEqual(['engineMove'])
    expect((await done(' ', { shiftKey: true })).map(({ name }) => name)).toEqual(['startAutoplay'])
    expect((await done('l')).map(({ name }) => name)).toEqual(['startAnalysis'])
  })

  test('Shift+Space and L stop what runs', async () => {
    const { done, emit } = await open(gameView({ autoplay: { slidesPerSecond: 4 } }))
    emit('analysis', { on: true, running: true })
    expect((await done(' ', { shiftKey: true })).map(({ name }) => name)).toEqual(['stopAutoplay'])
    expect((await done('l')).map(({ name }) => name)).toEqual(['stopAnalysis'])
  })

  test('while the board is edited only E and Esc work, and both only close the editor', async () => {
    const { done, wrapper } = await open()
    for (const key of ['e', 'Escape']) {
      await done('e')
      expect(wrapper.find('.editor').exists()).toBe(true)
      expect(await done('ArrowUp')).toEqual([])
      expect(await done(' ')).toEqual([])
      expect(await done(key)).toEqual([])
      expect(wrapper.find('.editor').exists()).toBe(false)
    }
  })

  test('the editor takes the focus to its first cell, and gives it back', async () => {
    const { done, wrapper } = await open()
    const edit = wrapper.get<HTMLButtonElement>('button[aria-label="Edit the board"]').element
    for (const opener of [edit, wrapper.get<HTMLInputElement>('input[role="switch"]').element]) {
      opener.focus()
      await done('e', {}, opener)
      const first = document.activeElement!
      expect(first.getAttribute('aria-label')).toMatch(/^Row 1, column 1: /)
      await done('Escape', {}, first)
      expect(wrapper.find('.editor').exists()).toBe(false)
      expect(document.activeElement).toBe(opener)
    }
  })
})

describe('the clipboard', () => {
  test('a copy takes the position as 16 digits', async () => {
    await open()
    const written: string[] = []
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void written.push(text))
    document.body.dispatchEvent(new Event('copy', { bubbles: true, cancelable: true }))
    await flushPromises()
    expect(written).toEqual(['0012013517A821B0'])
    copy.mockRestore()
  })
})

describe('a player to watch', () => {
  const candidate = { ...PROFILES[0]!, name: 'candidate', title: 'Candidate 7', depth: 1 } as const

  test('starts a game and plays it, with the requested weights and settings', async () => {
    const { calls } = await open()
    calls.length = 0
    useNavigation().open({ screen: 'play', profile: candidate, watch: true })
    await flushPromises()
    expect(calls.map(({ name }) => name)).toEqual(['newGame', 'startAutoplay'])
    expect(calls[1]!.arg).toMatchObject({ player: { evaluator: candidate.evaluator, limits: { depth: 1 } } })
  })

  test('leaves the board alone where no new game can begin, or if the player is only selected', async () => {
    const { calls, lab } = await open()
    const refusing = vi.spyOn(lab, 'call').mockRejectedValue(new LabError('DISCONNECTED', 'gone'))
    useNavigation().open({ screen: 'play', profile: candidate, watch: true })
    await flushPromises()
    expect(refusing.mock.calls.map(([name]) => name)).not.toContain('startAutoplay')
    refusing.mockRestore()
    calls.length = 0
    useNavigation().open({ screen: 'play', profile: candidate })
    await flushPromises()
    expect(calls.map(({ name }) => name)).not.toContain('newGame')
  })
})

describe('what is opened is analysed', () => {
  test.each([{ game: { id: 3 } }, { position: '0012013517A821B0' }])('%j', async errand => {
    const { calls, emit } = await open()
    calls.length = 0
    useNavigation().open({ screen: 'play', ...errand })
    await flushPromises()
    expect(calls.map(({ name }) => name)).toEqual([errand.game ? 'loadGame' : 'setPosition', 'startAnalysis'])
    emit('analysis', { on: true, running: false })
    calls.length = 0
    useNavigation().open({ screen: 'play', ...errand })
    await flushPromises()
    expect(calls).toHaveLength(1) // it follows the board by itself
  })

  test('unless it could not be opened', async () => {
    const { lab } = await open()
    const refusing = vi.spyOn(lab, 'call').mockRejectedValue(new LabError('NOT_FOUND', 'gone'))
    useNavigation().open({ screen: 'play', game: { id: 3 } })
    await flushPromises()
    expect(refusing.mock.calls.map(([name]) => name)).toEqual(['loadGame'])
    refusing.mockRestore()
  })
})

test('the player of the thesis is one click away, and the strongest from it', async () => {
  const strongest = { ...PROFILES[1]!, name: 'strongest', title: 'Strongest' }
  const { wrapper } = await open(gameView(), { profiles: [...PROFILES, strongest], defaultProfile: 'strongest' })
  const chosen = () => wrapper.get<HTMLSelectElement>('.profile select').element.value
  for (const next of ['thesis', 'strongest']) {
    expect(chosen()).not.toBe(next)
    await wrapper.get('button.other').trigger('click')
    expect(chosen()).toBe(next)
  }
})

describe('T opens the tree', () => {
  const { evaluator, settings } = PROFILES[0]!
  const player = { evaluator, settings, limits: { ms: 100 } }
  const depths = { up: 4, down: 3, left: 4, right: null }

  test('of the search whose values are shown, each move at the depth of its value, however that search ended', async () => {
    const { emit, done } = await open()
    for (const running of [true, false]) {
      const shown = report({ depths, depth: 3, stopped: 'request' })
      emit('analysis', { on: running, running, player, report: shown })
      await done('t')
      expect(useNavigation().errand).toEqual({ screen: 'tree', record: { board: BOARD, player, depths, cuts: shown.cuts } })
    }
  })

  test('of a new search where there are no values of this board', async () => {
    const { emit, done } = await open()
    emit('analysis', { on: false, running: false, player, report: report({ board: BOARD.with(0, 5) }) })
    await done('t')
    expect(useNavigation().errand).toMatchObject({ screen: 'tree', record: { board: BOARD } })
    expect(useNavigation().errand).not.toHaveProperty('record.depths')
  })
})

test('a preview ends with the board it started from', async () => {
  const { wrapper, emit } = await open()
  emit('analysis', { on: true, running: true, report: report({ pv: [{ move: 'left' }] }) })
  await nextTick()
  await wrapper.get('.variation button').trigger('focus')
  expect(wrapper.get('[role="img"]').attributes('aria-label')).toMatch(/^Preview\. Row 1: 2 4 empty empty/)
  emit('game', gameView({ slides: 21, board: BOARD.with(0, 1) }))
  await nextTick()
  expect(wrapper.get('[role="img"]').attributes('aria-label')).toMatch(/^Board\. Row 1: 2 empty 2 4/)
})
