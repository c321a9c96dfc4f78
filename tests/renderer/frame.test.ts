import { createPinia, disposePinia, setActivePinia } from 'pinia'
import { createApp, h } from 'vue'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Hello, JobView, MatchView } from '../../src/core/contract/calls'
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/core/contract/preferences'
import { slide, withTile } from '../../src/core/games/twenty48/board'
import { labKey } from '../../src/renderer/src/bridge'
import { usePreferences } from '../../src/renderer/src/bridge/preferences'
import App from '../../src/renderer/src/App.vue'
import { useAppearance } from '../../src/renderer/src/features/settings/appearance'
import ToastList from '../../src/renderer/src/ui/toasts/ToastList.vue'
import { useNavigation } from '../../src/renderer/src/ui/shell/navigation'
import { MOST_TOASTS, useToasts } from '../../src/renderer/src/ui/toasts/toasts'
import { BOARD, fakeLab, flushPromises, gameView, hello, mountWith, press, refuse, report, unmountAll } from './helpers'

beforeEach(() => {
  setActivePinia(createPinia())
})
let leave = () => {}
afterEach(() => {
  leave()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('toasts', () => {
  const failure = (title: string) => ({ kind: 'failure', title }) as const

  test('a toast of a key replaces the one before, and leaves by its key', () => {
    const toasts = useToasts()
    for (const detail of ['one', 'two']) toasts.show({ kind: 'failure', key: 'rows', title: 'Rows', detail })
    expect(toasts.list.map(({ detail }) => detail)).toEqual(['two'])
    toasts.dismissKey('rows')
    expect(toasts.list).toEqual([])
  })

  test('a toast ends with the visit of its screen, and one of the whole lab stays', async () => {
    const wrapper = mountWith(() => h(ToastList, { kind: 'failure' }), fakeLab().lab)
    const [toasts, navigation] = [useToasts(), useNavigation()]
    toasts.show(failure('of Play'))
    toasts.show({ ...failure('of the lab'), screen: 'any' })
    toasts.show({ ...failure('of Arena'), screen: 'arena' })
    await flushPromises()
    const shown = () => wrapper.findAll('.toast').map(each => each.text())
    expect(shown()).toEqual(['of Play', 'of the lab'])
    navigation.open({ screen: 'arena' })
    navigation.open({ screen: 'play' })
    expect(toasts.list.map(({ title }) => title)).toEqual(['of the lab'])
  })

  test('a refusal ends with the next deed, not with a step of the focus or a press on a toast', async () => {
    const wrapper = mountWith(() => h(ToastList, { kind: 'failure' }), fakeLab().lab)
    const toasts = useToasts()
    toasts.show(failure('lost'))
    toasts.show({ ...failure('refused'), refusal: true, detail: 'a position has 16 digits' })
    await flushPromises()
    expect(wrapper.text()).toContain('A position has 16 digits')
    press('Tab')
    await wrapper.findAll('.toast')[1]!.trigger('pointerdown')
    expect(toasts.list).toHaveLength(2)
    press('ArrowLeft')
    expect(toasts.list.map(({ title }) => title)).toEqual(['lost'])
  })

  test('the same again is counted, not stacked; the oldest leave when there are too many', () => {
    const toasts = useToasts()
    for (let i = 0; i < 3; i++) toasts.show(failure('lost'))
    expect(toasts.list.map(({ title, times }) => ({ title, times }))).toEqual([{ title: 'lost', times: 3 }])
    for (let i = 0; i < 20; i++) toasts.show(failure(`failure ${i}`))
    expect(toasts.list).toHaveLength(MOST_TOASTS)
    expect(toasts.list.at(-1)!.title).toBe('failure 19')
  })

  test('one with an action stays until it is decided, is never taken for another, and leaves when it is done', async () => {
    vi.useFakeTimers()
    const wrapper = mountWith(() => h(ToastList, { kind: 'notice' }), fakeLab().lab)
    const toasts = useToasts()
    const done: string[] = []
    const undo = (what: string) => ({ label: 'Undo', run: () => void done.push(what) })
    toasts.show({ kind: 'notice', title: 'deleted', action: undo('first') })
    toasts.show({ kind: 'notice', title: 'deleted', action: undo('second') })
    await vi.advanceTimersByTimeAsync(10_000)
    await wrapper.findAll('.action')[1]!.trigger('click')
    expect(done).toEqual(['second'])
    expect(wrapper.findAll('.toast')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(toasts.list).toEqual([])
  })

  test('a notice stays while the pointer or the focus is on it, and a moment longer', async () => {
    vi.useFakeTimers()
    const wrapper = mountWith(() => h(ToastList, { kind: 'notice' }), fakeLab().lab)
    const toasts = useToasts()
    toasts.show({ kind: 'notice', title: 'deleted', action: { label: 'Undo', run: () => {} } })
    await vi.advanceTimersByTimeAsync(14_900)
    const toast = wrapper.get('.toast')
    await toast.trigger('pointerenter')
    await vi.advanceTimersByTimeAsync(600_000)
    await toast.trigger('focusin')
    await toast.trigger('pointerleave')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(toasts.list).toHaveLength(1)
    await toast.trigger('focusout')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(toasts.list).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(toasts.list).toEqual([])
  })

  test('a notice leaves by itself, a failure stays until it is dismissed', () => {
    vi.useFakeTimers()
    const toasts = useToasts()
    toasts.show({ kind: 'notice', title: 'copied' })
    toasts.show(failure('lost'))
    vi.advanceTimersByTime(60_000)
    expect(toasts.list.map(({ title }) => title)).toEqual(['lost'])
    toasts.dismiss(toasts.list[0]!.id)
    expect(toasts.list).toEqual([])
  })
})

describe('the look', () => {
  /** A page that met a lab with these preferences. */
  function met(preferences: Partial<Preferences>, answer?: Parameters<typeof fakeLab>[0]) {
    const fake = fakeLab(answer)
    const pinia = createPinia()
    leave = () => disposePinia(pinia)
    const app = createApp({}).use(pinia).provide(labKey, fake.lab)
    return app.runWithContext(() => {
      const look = useAppearance()
      const store = usePreferences()
      store.greet(hello({ preferences: { ...DEFAULT_PREFERENCES, ...preferences } }))
      return { ...fake, look, store }
    })
  }

  test('is as the lab keeps it, and a change is given to the lab', async () => {
    const { look, store, calls } = met({ theme: 'dark', tileText: 'exponent' })
    await flushPromises()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(look.tileText).toBe('exponent')
    expect(calls).toEqual([])
    store.set({ theme: 'system' })
    await flushPromises()
    expect(document.documentElement.dataset['theme']).toBeUndefined()
    expect(calls).toEqual([{ name: 'setPreferences', arg: { theme: 'system' } }])
  })

  test('nothing moves when the system asks for less motion, whatever the switch says', () => {
    const listeners: (() => void)[] = []
    const query = {
      matches: true,
      addEventListener: (_: string, heard: () => void) => void listeners.push(heard),
      removeEventListener: () => {},
    }
    vi.spyOn(window, 'matchMedia').mockReturnValue(query as never)
    const { look, store } = met({ animation: true })
    expect(look.animated).toBe(false)
    query.matches = false
    for (const heard of listeners) heard()
    expect(look.animated).toBe(true)
    store.set({ animation: false })
    expect(look.animated).toBe(false)
  })
})

describe('the frame', () => {
  let fake: ReturnType<typeof fakeLab>

  async function open(answer: Parameters<typeof fakeLab>[0]) {
    fake = fakeLab(answer)
    const wrapper = mountWith(App, fake.lab)
    await flushPromises()
    return { ...fake, wrapper }
  }

  test('a new user finds a fresh game playing itself; others do not', async () => {
    const fresh = hello({ game: gameView({ slides: 0, undo: 0 }), preferences: DEFAULT_PREFERENCES })
    const first = await open(name => (name === 'hello' ? fresh : undefined))
    expect(first.names()).toContain('startAutoplay')
    first.emit('game', { ...fresh.game, autoplay: { slidesPerSecond: 4 } })
    await flushPromises()
    expect(first.wrapper.text()).toContain('The engine is playing')
    for (const autoplay of [undefined, { slidesPerSecond: 4 }]) {
      first.emit('game', { ...fresh.game, ...(autoplay && { autoplay }) })
      await flushPromises()
      expect(first.wrapper.text()).not.toContain('The engine is playing') // once it is taken over, the line is gone for good
    }
    expect(first.calls).toContainEqual({ name: 'setPreferences', arg: { beenHere: true } })
    unmountAll()
    const known = { ...fresh, preferences: { ...DEFAULT_PREFERENCES, beenHere: true } }
    const second = await open(name => (name === 'hello' ? known : undefined))
    expect(second.names()).toEqual(['hello', 'bestScores', 'outlook', 'takeOpened'])
    unmountAll()
    const halfway = await open(name => (name === 'hello' ? hello({ preferences: DEFAULT_PREFERENCES }) : undefined))
    expect(halfway.names()).not.toContain('startAutoplay')
  })

  test('the first game rests when something else is opened; a game that a user lets play goes on', async () => {
    const fresh = hello({ game: gameView({ slides: 0, undo: 0 }), preferences: DEFAULT_PREFERENCES })
    const known = { ...fresh, preferences: { ...DEFAULT_PREFERENCES, beenHere: true } }
    for (const met of [fresh, known]) {
      const { emit, names } = await open(name => (name === 'hello' ? met : undefined))
      useNavigation().open({ screen: 'play' })
      await flushPromises()
      if (met === known) press(' ', { shiftKey: true })
      emit('game', { ...fresh.game, autoplay: { slidesPerSecond: 4 } })
      await flushPromises()
      useNavigation().open({ screen: 'settings' })
      await flushPromises()
      expect(names()).toContain('startAutoplay')
      expect(names().includes('stopAutoplay')).toBe(met === fresh)
      unmountAll()
    }
  })

  test('a change continues the current game; a page that only opens leaves it alone', async () => {
    vi.useFakeTimers()
    const playing = hello({ game: gameView({ autoplay: { slidesPerSecond: 15 } }) })
    const { wrapper, calls, names } = await open(name => (name === 'hello' ? playing : undefined))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['hello', 'bestScores', 'outlook', 'takeOpened'])
    const weight = wrapper.get('input[aria-label="Equal pairs h2"]')
    for (const text of ['2', '3', '4']) await weight.setValue(text)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['hello', 'bestScores', 'outlook', 'takeOpened', 'startAutoplay', 'setPreferences'])
    expect(calls[4]!.arg).toMatchObject({ speed: 15, player: { evaluator: { parameters: { h2: 4 } } } })
  })

  test('what is stopped right after a change stays stopped, though the lab has not said yet that it has', async () => {
    vi.useFakeTimers()
    const busy = hello({ game: gameView({ autoplay: { slidesPerSecond: 15 } }), analysis: { on: true, running: true } })
    const { wrapper, names } = await open(name => (name === 'hello' ? busy : undefined))
    await wrapper.get('input[aria-label="Equal pairs h2"]').setValue('2')
    press('Escape')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['hello', 'bestScores', 'outlook', 'takeOpened', 'stopAutoplay', 'stopAnalysis', 'setPreferences'])
  })

  test('what is begun and stopped, or changed, before the lab has answered goes by what was asked last', async () => {
    vi.useFakeTimers()
    const { wrapper, calls } = await open(name => (name === 'hello' ? hello() : new Promise(() => {})))
    const asked = () => calls.map(({ name }) => name).filter(name => name.endsWith('Analysis') || name.endsWith('Autoplay'))
    const analysis = () => wrapper.get<HTMLInputElement>('input[role="switch"][aria-keyshortcuts="L"]').element.checked
    press('l')
    await flushPromises()
    expect(analysis()).toBe(true)
    await wrapper.get('input[aria-label="Equal pairs h2"]').setValue('4')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked()).toEqual(['startAnalysis', 'startAnalysis'])
    expect(calls.at(-1).arg).toMatchObject({ player: { evaluator: { parameters: { h2: 4 } } } })
    press('l')
    press(' ', { shiftKey: true })
    press(' ', { shiftKey: true })
    await flushPromises()
    expect(asked().slice(2)).toEqual(['stopAnalysis', 'startAutoplay', 'stopAutoplay'])
    expect(analysis()).toBe(false)
  })

  test('what is not saved has one toast, which changes with it and leaves when everything is saved', async () => {
    const problem = { code: 'STORE_FULL', message: 'There is no room in /data.' } as const
    const unsaved = { things: ['game'], problem, since: 0, canWriteAnew: false, retries: true } as const
    const { wrapper, emit } = await open(name => (name === 'hello' ? hello({ unsaved }) : undefined))
    const toasts = () => wrapper.findAll('.toast[role="alert"]').map(each => each.text())
    expect(toasts()).toEqual([expect.stringMatching(/Not saved: the game.*no room in .data.*tries again automatically/s)])
    emit('unsaved', { ...unsaved, things: ['preferences'] })
    await flushPromises()
    expect(toasts()).toEqual([expect.stringContaining('Not saved: preferences')])
    emit('unsaved', null)
    await flushPromises()
    expect(toasts()).toEqual([])
    emit('unsaved', unsaved)
    await flushPromises()
    await wrapper.get('.toast .dismiss').trigger('click')
    emit('unsaved', { ...unsaved, things: ['preferences'] })
    await flushPromises()
    expect(toasts()).toEqual([])
  })

  test.each([
    [undefined, 'npx lab address'],
    ['/my data', "npx lab address --home '/my data'"],
  ])('the command for a fresh address names the folder of the lab: %s', async (home, command) => {
    const { away, wrapper } = await open(name => (name === 'hello' ? hello(home === undefined ? {} : { home }) : undefined))
    away.value = 'restarted'
    await flushPromises()
    const alert = () => wrapper.get('[role="alert"]')
    expect(alert().get('code').text()).toBe(command)
    expect(alert().text()).not.toContain('--home FOLDER')
    unmountAll()
    // after a reload nobody is there to say it again
    const reloaded = fakeLab()
    reloaded.away.value = 'restarted'
    reloaded.connected.value = false
    const again = mountWith(App, reloaded.lab)
    expect(again.get('[role="alert"] code').text()).toBe(command)
    sessionStorage.clear()
    again.unmount()
    const unknown = mountWith(App, reloaded.lab)
    expect(unknown.get('[role="alert"] code').text()).toBe('lab address')
    expect(unknown.get('[role="alert"]').text()).toContain('with its --home FOLDER')
  })

  test('a lab that does not answer is said so, with a way to try again', async () => {
    let broken = true
    const { wrapper } = await open(name =>
      name === 'hello' ? (broken ? refuse('KERNEL_BROKEN', 'kernel.wasm is missing') : hello()) : undefined,
    )
    const alert = wrapper.get('[role="alert"]')
    expect(alert.text()).toContain('The search kernel cannot be used')
    expect(alert.text()).toContain('kernel.wasm is missing')
    broken = false
    await alert.get('button').trigger('click')
    await flushPromises()
    expect(wrapper.find('[role="img"]').exists()).toBe(true)
  })

  test('a lab out of reach leaves nothing to press, and is said with what to do', async () => {
    const playing = hello({ game: gameView({ autoplay: { slidesPerSecond: 4 } }) })
    const { wrapper, away, connected, names } = await open(name => (name === 'hello' ? playing : undefined))
    const isThere = () => ['.autoplay', '.status'].map(part => wrapper.find(part).exists())
    for (const [why, title] of [
      ['silent', 'The lab does not answer'],
      ['restarted', 'The lab was restarted'],
      ['noAddress', 'This tab is not connected to the lab'],
      ['usedAddress', 'This address no longer opens the lab'],
    ] as const) {
      expect(isThere()).toEqual([true, true])
      expect(wrapper.get('nav').attributes()).not.toHaveProperty('inert')
      away.value = why
      connected.value = false
      await flushPromises()
      const alert = wrapper.get('[role="alert"]')
      expect(alert.get('h1').text()).toBe(title)
      expect(alert.text()).toMatch(/press Enter in the terminal where the lab runs.*npx lab address/s)
      expect(isThere()).toEqual([false, false])
      expect(wrapper.get('nav').attributes()).toHaveProperty('inert')
      const asked = names().length
      for (const key of [' ', 'ArrowLeft', '?', 'l']) press(key)
      press('k', { ctrlKey: true })
      await flushPromises()
      expect(names()).toHaveLength(asked)
      expect(document.querySelector('[role="dialog"], dialog')).toBeNull()
      away.value = undefined
      connected.value = true
      await flushPromises()
    }
  })

  test('without a connection the state of the lab is unknown, and then everything is requested again; the focus comes back', async () => {
    let score = 100
    const met = () => hello({ game: gameView({ score }), analysis: { on: true, running: true } })
    const { wrapper, connected, away, names, emit } = await open(name => (name === 'hello' ? met() : undefined))
    const undo = wrapper.get<HTMLElement>('button[aria-label="Undo"]')
    undo.element.focus()
    away.value = 'silent'
    await flushPromises()
    expect(document.activeElement).toBe(document.body)
    away.value = undefined
    await flushPromises()
    expect(document.activeElement).toBe(undo.element)
    emit('status', { ...met().status, state: 'playing', nodes: 4 })
    emit('jobs', [{ id: 1, kind: 'tune', title: 'A run', state: 'running', progress: 0.5 } as never])
    await flushPromises()
    const status = () => wrapper.get('.status').text()
    expect(status()).toMatch(/Playing.*Depth/)
    connected.value = false
    await flushPromises()
    expect(status()).toContain('Not connected')
    expect(status()).not.toMatch(/Playing|Depth|A run/)
    expect(wrapper.get('.connection').text()).toContain('lost')
    score = 5_000
    connected.value = true
    await flushPromises()
    expect(names().filter(name => name === 'hello')).toHaveLength(2)
    expect(status()).not.toContain('Not connected')
    expect(wrapper.get('.score dd').text()).toBe('5,000')
  })

  test('after a move of the engine, Play says which search chose it', async () => {
    const { wrapper, emit } = await open(name => (name === 'hello' ? hello() : undefined))
    emit('analysis', { on: false, running: false, report: report({ best: 'left', depth: 3, cut: 0 }) })
    const { board } = slide(BOARD, 'left')!
    const spawn = { cell: board.lastIndexOf(0), rank: 1 } as const
    emit('game', gameView({ board: withTile(board, spawn), slides: 21, last: { before: BOARD, turn: { move: 'left', spawn } } }))
    await flushPromises()
    expect(wrapper.get('.none').text()).toMatch(
      /^The engine played Left \(depth 3 · .+ nodes\)\. The new board is not searched\.$/,
    )
  })

  test('players that move in a match are no idle lab', async () => {
    const { wrapper, emit } = await open(name => (name === 'hello' ? hello() : undefined))
    const state = () => wrapper.get('.status .state').text()
    expect(state()).toBe('Idle')
    emit('match', { running: true } as MatchView)
    await flushPromises()
    expect(state()).toBe('In a match')
    emit('match', { running: false } as MatchView)
    await flushPromises()
    expect(state()).toBe('Idle')
  })

  test('a connected lab that does not answer has no state, no figures and no jobs, only since when', async () => {
    vi.useFakeTimers()
    const { wrapper, emit } = await open(name => {
      if (name === 'alive') return new Promise(() => undefined)
      return name === 'hello' ? hello() : undefined
    })
    emit('status', { ...hello().status, state: 'playing', nodes: 4 })
    emit('jobs', [{ id: 1, kind: 'tune', title: 'A run', state: 'running', progress: 0.5 } as never])
    await vi.advanceTimersByTimeAsync(4000)
    expect(wrapper.get('.status').classes()).not.toContain('busy')
    const status = wrapper.get('.status').text()
    expect(status).toMatch(/Unknown.*No answer since/)
    expect(status).not.toMatch(/Not connected|Playing|Depth|Memory|A run/)
    vi.useRealTimers()
  })

  test('a failure shows what happened, why, and what to do, also while the lab is met; a stop is not a failure', async () => {
    const { wrapper, emit } = await open(name => {
      if (name === 'undo') return refuse('CANCELLED')
      if (name !== 'hello') return undefined
      fake.emit('failure', { code: 'BAD_FILE', message: 'preferences.json: set aside' })
      return hello()
    })
    expect(wrapper.get('.toast[role="alert"]').text()).toContain('preferences.json: set aside')
    await wrapper.get('.toast .dismiss').trigger('click')
    await wrapper.get('button[aria-label="Undo"]').trigger('click')
    await flushPromises()
    expect(wrapper.findAll('.toast').map(toast => toast.text())).toEqual([])
    emit('failure', { code: 'INTERNAL', message: 'a fault' })
    await flushPromises()
    expect(wrapper.get('.toast[role="alert"]').text()).toMatch(/^Something broke inside the lab.*A fault.*The lab continues/s)
  })

  test('the status bar shows what the lab has of its state: no figures before a search, nor of Play on another screen', async () => {
    const { wrapper, emit } = await open(name => (name === 'hello' ? hello() : undefined))
    const show = async (status: Partial<Hello['status']>, ...jobs: JobView[]) => {
      emit('status', { ...hello().status, threads: 2, memoryBytes: 96 * 2 ** 20, ...status })
      emit('jobs', jobs)
      await flushPromises()
      return wrapper.get('.status').text().replaceAll(/\s+/g, ' ')
    }
    expect(await show({})).toMatch(/^IdleThreads2Memory/)
    expect(await show({ nodes: 4 })).toMatch(/^IdleThreads2Memory/) // of another board than the shown one
    emit('analysis', { on: true, running: false, report: report() })
    expect(await show({ nodes: 4 })).toMatch(/^IdleDepth0Nodes4Threads2/) // without a table
    expect(await show({ nodes: 4, hitRate: 0 })).toMatch(/^IdleDepth0Nodes4Table hits0%Threads2/)
    const searched = { depth: 7, nodes: 2_345_678, nodesPerSecond: 138e6, hitRate: 0.0512 }
    expect(await show({ ...searched, state: 'analysing' })).toBe(
      'AnalysingDepth7Nodes2.346 MNodes/s138 MTable hits5.1%Threads2Memory96 MiBAll saved',
    )
    const job = { id: 1, kind: 'tuning', title: 'a run', done: 3, total: 10 } as const
    expect(await show(searched, { ...job, state: 'paused' })).toMatch(/^IdleDepth7/)
    expect(await show(searched, { ...job, state: 'running' })).toMatch(/^TuningDepth7/)
    useNavigation().open({ screen: 'settings' })
    expect(await show(searched, { ...job, state: 'running' })).toMatch(/^TuningThreads2Memory/)
    expect(await show({ ...searched, state: 'analysing' }, { ...job, state: 'running' })).toMatch(/^AnalysingDepth7/) // the engine's
  })
})
