import { createPinia, disposePinia, setActivePinia } from 'pinia'
import { createApp } from 'vue'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/core/contract/preferences'
import { labKey } from '../../src/renderer/src/bridge'
import { usePreferences } from '../../src/renderer/src/bridge/preferences'
import App from '../../src/renderer/src/App.vue'
import { useAppearance } from '../../src/renderer/src/features/settings/appearance'
import { leaveWord } from '../../src/renderer/src/reopened'
import ToastList from '../../src/renderer/src/ui/toasts/ToastList.vue'
import { useNavigation } from '../../src/renderer/src/ui/shell/navigation'
import { MOST_TOASTS, useToasts } from '../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, flushPromises, gameView, hello, mountWith, press, refuse } from './helpers'

let unmount = () => {}
beforeEach(() => {
  setActivePinia(createPinia())
})
afterEach(() => {
  unmount()
  unmount = () => {}
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
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

  test('the oldest leave when there are too many', () => {
    const toasts = useToasts()
    for (let i = 0; i < 20; i++) toasts.show(failure(`failure ${i}`))
    expect(toasts.list).toHaveLength(MOST_TOASTS)
    expect(toasts.list.at(-1)!.title).toBe('failure 19')
  })

  test('the same again is counted, not stacked', () => {
    const toasts = useToasts()
    for (let i = 0; i < 3; i++) toasts.show(failure('lost'))
    expect(toasts.list.map(({ title, times }) => ({ title, times }))).toEqual([{ title: 'lost', times: 3 }])
  })

  test('one with an action stays until it is decided, is never taken for another, and leaves when it is done', async () => {
    vi.useFakeTimers()
    const wrapper = mountWith(ToastList, fakeLab().lab)
    unmount = () => wrapper.unmount()
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
    const wrapper = mountWith(ToastList, fakeLab().lab)
    unmount = () => wrapper.unmount()
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

  test('one that was held when it was dismissed holds no other', async () => {
    vi.useFakeTimers()
    const wrapper = mountWith(ToastList, fakeLab().lab)
    unmount = () => wrapper.unmount()
    const toasts = useToasts()
    for (const title of ['one', 'two']) toasts.show({ kind: 'notice', title })
    await vi.advanceTimersByTimeAsync(0)
    await wrapper.findAll('.toast')[0]!.trigger('pointerenter')
    await wrapper.findAll('.dismiss')[0]!.trigger('click')
    await vi.advanceTimersByTimeAsync(5_000)
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
    unmount = () => disposePinia(pinia)
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

  test('changes also while the connection is lost', async () => {
    const { store } = met({}, () => refuse('DISCONNECTED'))
    store.set({ theme: 'light' })
    await flushPromises()
    expect(document.documentElement.dataset['theme']).toBe('light')
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
    unmount = () => wrapper.unmount()
    await flushPromises()
    return { ...fake, wrapper }
  }

  test('boards are drawn as was chosen', async () => {
    const chosen = hello({ preferences: { ...DEFAULT_PREFERENCES, beenHere: true, tileText: 'exponent' } })
    const { wrapper } = await open(name => (name === 'hello' ? chosen : undefined))
    const drawn = () => wrapper.findAll('.tile').map(tile => tile.text())
    expect(drawn()).toContain('10')
    expect(drawn()).not.toContain('1024')
  })

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
    unmount()
    const known = { ...fresh, preferences: { ...DEFAULT_PREFERENCES, beenHere: true } }
    const second = await open(name => (name === 'hello' ? known : undefined))
    expect(second.names()).toEqual(['hello'])
    unmount()
    const halfway = await open(name => (name === 'hello' ? hello({ preferences: DEFAULT_PREFERENCES }) : undefined))
    expect(halfway.names()).not.toContain('startAutoplay')
  })

  test('a change continues the current game; a page that only opens leaves it alone', async () => {
    vi.useFakeTimers()
    const playing = hello({ game: gameView({ autoplay: { slidesPerSecond: 15 } }) })
    const { wrapper, calls, names } = await open(name => (name === 'hello' ? playing : undefined))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['hello'])
    const weight = wrapper.get('input[aria-label="Equal pairs h2"]')
    for (const text of ['2', '3', '4']) await weight.setValue(text)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['hello', 'startAutoplay', 'setPreferences'])
    expect(calls[1]!.arg).toMatchObject({ speed: 15, player: { evaluator: { parameters: { h2: 4 } } } })
  })

  test('what is stopped right after a change stays stopped, though the lab has not said yet that it has', async () => {
    vi.useFakeTimers()
    const busy = hello({ game: gameView({ autoplay: { slidesPerSecond: 15 } }), analysis: { on: true, running: true } })
    const { wrapper, names } = await open(name => (name === 'hello' ? busy : undefined))
    await wrapper.get('input[aria-label="Equal pairs h2"]').setValue('2')
    press('Escape')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toEqual(['hello', 'stopAutoplay', 'stopAnalysis', 'setPreferences'])
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

  test('what the lab refuses to begin is not shown as begun', async () => {
    const { wrapper } = await open(name =>
      name === 'startAnalysis' ? refuse('WORKER_LOST') : name === 'hello' ? hello() : undefined,
    )
    await wrapper.get('input[role="switch"][aria-keyshortcuts="L"]').setValue(true)
    await flushPromises()
    expect(wrapper.get<HTMLInputElement>('input[role="switch"][aria-keyshortcuts="L"]').element.checked).toBe(false)
  })

  test('a failure while the lab is met is shown too', async () => {
    const { wrapper } = await open(name => {
      if (name !== 'hello') return undefined
      fake.emit('failure', { code: 'BAD_FILE', message: 'preferences.json: set aside' })
      return hello()
    })
    expect(wrapper.get('.toast[role="alert"]').text()).toContain('preferences.json: set aside')
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

  test.each(['settings', 'play'] as const)('a page that loaded itself anew has the focus on its screen: %s', async screen => {
    leaveWord({ because: 'salvaged', place: '/data' }, screen)
    const { wrapper } = await open(name => (name === 'hello' ? hello() : undefined))
    await vi.waitFor(() => expect(document.activeElement).toBe(wrapper.get('main').element), 10_000)
    expect(wrapper.get('main').classes()).toContain(screen)
  })

  test('the focus comes back with the lab', async () => {
    const { wrapper, away } = await open(name => (name === 'hello' ? hello() : undefined))
    const undo = wrapper.get<HTMLElement>('button[aria-label="Undo"]')
    undo.element.focus()
    away.value = 'silent'
    await flushPromises()
    expect(document.activeElement).toBe(document.body)
    away.value = undefined
    await flushPromises()
    expect(document.activeElement).toBe(undo.element)
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
    expect(alert().text()).not.toContain('If the lab was started with')
    unmount()
    // after a reload nobody is there to say it again
    const reloaded = fakeLab()
    reloaded.away.value = 'restarted'
    reloaded.connected.value = false
    const again = mountWith(App, reloaded.lab)
    unmount = () => again.unmount()
    expect(again.get('[role="alert"] code').text()).toBe(command)
    sessionStorage.clear()
    again.unmount()
    const unknown = mountWith(App, reloaded.lab)
    unmount = () => unknown.unmount()
    expect(unknown.get('[role="alert"]').text()).toContain('If the lab was started with --home FOLDER')
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

  test('the state of the lab is not shown while it is unknown', async () => {
    const busy = hello({ analysis: { on: true, running: true } })
    const { wrapper, connected, emit } = await open(name => (name === 'hello' ? busy : undefined))
    emit('status', { ...busy.status, state: 'playing', nodes: 4 })
    emit('jobs', [{ id: 1, kind: 'tune', title: 'A run', state: 'running', progress: 0.5 } as never])
    await flushPromises()
    const status = () => wrapper.get('.status').text()
    expect(status()).toMatch(/Playing.*Depth/)
    connected.value = false
    await flushPromises()
    expect(status()).toContain('Not connected')
    expect(status()).not.toMatch(/Playing|Depth|A run/)
    connected.value = true
    await flushPromises()
    expect(status()).not.toContain('Not connected')
  })

  test.each([
    ['silent', 'The lab does not answer'],
    ['restarted', 'The lab was restarted'],
    ['noAddress', 'This tab is not connected to the lab'],
    ['usedAddress', 'This address no longer opens the lab'],
  ] as const)('a lab out of reach (%s) leaves nothing to press, and is said with what to do', async (why, title) => {
    const playing = hello({ game: gameView({ autoplay: { slidesPerSecond: 4 } }) })
    const { wrapper, away, connected, names } = await open(name => (name === 'hello' ? playing : undefined))
    expect(wrapper.find('.autoplay').exists()).toBe(true)
    away.value = why
    connected.value = false
    await flushPromises()
    const alert = wrapper.get('[role="alert"]')
    expect(alert.get('h1').text()).toBe(title)
    expect(alert.text()).toMatch(/press Enter in the terminal where the lab runs.*npx lab address/s)
    expect(wrapper.find('.autoplay').exists()).toBe(false)
    expect(wrapper.find('.status').exists()).toBe(false)
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
    expect(wrapper.find('.autoplay').exists()).toBe(true)
    expect(wrapper.get('nav').attributes()).not.toHaveProperty('inert')
  })

  test('after a lost connection the page requests everything again', async () => {
    let score = 100
    const { wrapper, connected, names } = await open(name =>
      name === 'hello' ? hello({ game: gameView({ score }) }) : undefined,
    )
    connected.value = false
    await flushPromises()
    expect(wrapper.get('.connection').text()).toContain('lost')
    score = 5_000
    connected.value = true
    await flushPromises()
    expect(names().filter(name => name === 'hello')).toHaveLength(2)
    expect(wrapper.get('.score dd').text()).toBe('5,000')
  })

  test('a failure shows what happened, why, and what to do; a stop is not a failure', async () => {
    const { wrapper, emit } = await open(name =>
      name === 'hello' ? hello() : name === 'undo' ? refuse('CANCELLED') : refuse('WORKER_LOST', 'thread 2 died'),
    )
    await wrapper.get('button[aria-label="Undo"]').trigger('click')
    await flushPromises()
    expect(wrapper.findAll('.toast')).toHaveLength(0)
    emit('failure', { code: 'INTERNAL', message: 'a fault' })
    await flushPromises()
    expect(wrapper.get('.toast[role="alert"]').text()).toMatch(/^Something broke inside the lab.*a fault.*The lab continues/s)
  })

  test.each([
    ['browser', 'Alt 2'],
    ['window', 'Ctrl 2'],
  ] as const)('in a %s the palette names the key that opens a screen there: %s', async (host, keys) => {
    await open(name => (name === 'hello' ? hello({ host }) : undefined))
    press('k', { ctrlKey: true })
    await flushPromises()
    const commands = [...document.querySelectorAll('.command')].map(each => each.textContent)
    expect(commands.some(text => text.includes('Go to Tree') && text.includes(keys))).toBe(true)
  })

  test('the status bar names the job that runs, and has no figures of Play on another screen', async () => {
    const { wrapper, emit } = await open(name => (name === 'hello' ? hello() : undefined))
    const status = { depth: 7, nodes: 2_345_678, nodesPerSecond: 138e6, hitRate: 0.05, threads: 2, memoryBytes: 1023 * 2 ** 20 }
    const text = () => wrapper.get('.status').text().replaceAll(/\s+/g, ' ')
    const job = { id: 1, kind: 'tuning' as const, title: 'a run', done: 3, total: 10 }
    emit('status', { ...status, state: 'idle' })
    await flushPromises()
    expect(text()).toMatch(/^IdleDepth7.*Memory1,023 MiB/)
    emit('jobs', [{ ...job, state: 'paused' }])
    await flushPromises()
    expect(text()).toMatch(/^Idle/)
    emit('jobs', [{ ...job, state: 'running' }])
    await flushPromises()
    expect(text()).toMatch(/^TuningDepth7/)
    useNavigation().open({ screen: 'settings' })
    await flushPromises()
    expect(text()).toMatch(/^TuningThreads2Memory/)
    emit('status', { ...status, state: 'analysing' })
    await flushPromises()
    expect(text()).toMatch(/^AnalysingDepth7/) // it is the engine's work now
  })

  test('the status bar has no figures of a search before there was one, nor of a table that there is not', async () => {
    const { wrapper, emit } = await open(name => (name === 'hello' ? hello() : undefined))
    const text = () => wrapper.get('.status').text().replaceAll(/\s+/g, ' ')
    expect(text()).toMatch(/^IdleThreads1Memory/)
    const searched = {
      state: 'idle',
      depth: 0,
      nodes: 4,
      nodesPerSecond: null,
      hitRate: null,
      threads: 1,
      memoryBytes: 2 ** 20,
    } as const
    emit('status', searched)
    await flushPromises()
    expect(text()).toMatch(/^IdleDepth0Nodes4Threads1/)
    emit('status', { ...searched, hitRate: 0 })
    await flushPromises()
    expect(text()).toMatch(/^IdleDepth0Nodes4Table hits0%Threads1/)
  })

  test('the status bar shows the state of the lab', async () => {
    const { wrapper, emit } = await open(name => (name === 'hello' ? hello() : undefined))
    emit('status', {
      state: 'analysing',
      depth: 7,
      nodes: 2_345_678,
      nodesPerSecond: 138e6,
      hitRate: 0.0512,
      threads: 2,
      memoryBytes: 96 * 2 ** 20,
    })
    await flushPromises()
    const text = wrapper.get('.status').text().replaceAll(/\s+/g, ' ')
    expect(text).toBe('AnalysingDepth7Nodes2.346 MNodes/s138 MTable hits5.1%Threads2Memory96 MiBKernel kConnected')
  })
})
