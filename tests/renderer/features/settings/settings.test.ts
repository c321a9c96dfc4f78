import { TooltipProvider } from 'reka-ui'
import { h } from 'vue'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DataView, EngineView } from '../../../../src/core/contract/calls'
import type { QueueView } from '../../../../src/core/contract/machines'
import App from '../../../../src/renderer/src/App.vue'
import SettingsScreen from '../../../../src/renderer/src/features/settings/SettingsScreen.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, flushPromises, hello, mountWith, press, refuse, unmountAll } from '../../helpers'

const ENGINE: EngineView = {
  chosen: { threads: null, memoryMiB: null },
  usual: { threads: 3, memoryMiB: 4096 },
  cores: 4,
  machineMiB: 8192,
}
const DATA: DataView = {
  folder: '/home/me/lab',
  namedBy: 'system',
  bytes: 12.5 * 2 ** 20,
  games: 1234,
  backups: [{ name: 'lab-copy-1.db', reason: 'asked', holds: 'everything', verified: true, bytes: 3 * 2 ** 30, written: 0 }],
  damaged: [],
  canShow: true,
  canChoose: false,
}

beforeEach(() => {
  document.body.innerHTML = ''
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function openSettings(answer: Parameters<typeof fakeLab>[0] = () => undefined, data: Partial<DataView> = {}) {
  const fake = fakeLab((name, arg) => {
    const given = answer(name, arg)
    if (given !== undefined) return given
    if (name === 'engine') return ENGINE
    if (name === 'chooseEngine') return { ...ENGINE, chosen: arg }
    if (name === 'dataFolder') return { ...DATA, ...data }
    return undefined
  })
  const wrapper = mountWith({ render: () => h(TooltipProvider, () => h(SettingsScreen, { hello: hello() })) }, fake.lab)
  await flushPromises()
  const button = (text: string) => wrapper.findAll('button').find(each => each.text() === text)!
  const dialog = () => wrapper.get('dialog')
  return { ...fake, wrapper, button, dialog }
}

test('what opens the version of the lab and the licences goes to them', async () => {
  const { wrapper } = await openSettings()
  Element.prototype.scrollIntoView ??= () => undefined
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(undefined)
  useNavigation().open({ screen: 'settings', about: true })
  await flushPromises()
  expect(shown.mock.contexts).toEqual([document.activeElement])
  expect(document.activeElement).toBe(wrapper.get('section[aria-label="About this lab"]').element)
})

describe('the thresholds of mistakes', () => {
  test('are percentage points; an inaccuracy loses no more than a mistake', async () => {
    const { wrapper, calls } = await openSettings()
    const field = (label: string) =>
      wrapper.get<HTMLInputElement>(`input[aria-label="Largest loss of ${label}, in percentage points"]`)
    expect([field('an inaccuracy').element.value, field('a mistake').element.value]).toEqual(['2', '6'])
    await field('an inaccuracy').setValue('3.5')
    await field('a mistake').setValue('1')
    await wrapper.get('input[value="points"]').setValue(true)
    expect(calls.filter(({ name }) => name === 'setPreferences').map(({ arg }) => arg)).toEqual([
      { lossThresholds: { inaccuracy: 0.035, mistake: 0.06 } },
      { lossThresholds: { inaccuracy: 0.01, mistake: 0.01 } },
      { valueScale: 'points' },
    ])
  })
})

describe('what is chosen', () => {
  test('is sent to the lab immediately', async () => {
    const { wrapper, calls } = await openSettings()
    for (const value of ['dark', 'cividis', 'exponent']) await wrapper.get(`input[value="${value}"]`).setValue(true)
    await wrapper.get('input[role="switch"]').setValue(false)
    await wrapper.get('select').setValue('20')
    await wrapper.get('select').setValue('profile')
    expect(calls.filter(({ name }) => name === 'setPreferences').map(({ arg }) => arg)).toEqual([
      { theme: 'dark' },
      { palette: 'cividis' },
      { tileText: 'exponent' },
      { animation: false },
      { tableBits: 20 },
      { tableBits: null },
    ])
  })

  test('threads and memory have their defaults until a number is given, and a refusal is shown', async () => {
    const { wrapper, calls } = await openSettings((name, arg) =>
      name === 'chooseEngine' && (arg as EngineView['chosen']).threads === 200
        ? refuse('BAD_SETTING', 'use 31 or fewer')
        : undefined,
    )
    const asked = () => calls.filter(({ name }) => name === 'chooseEngine').map(({ arg }) => arg)
    await wrapper.get('.engine input[type="checkbox"]').setValue(false)
    await flushPromises()
    await wrapper.get('input[aria-label="Threads"]').setValue('2')
    await flushPromises()
    expect(asked()).toEqual([
      { threads: 3, memoryMiB: null },
      { threads: 2, memoryMiB: null },
    ])
    await wrapper.get('input[aria-label="Threads"]').setValue('300')
    expect(asked()).toHaveLength(2)
    await wrapper.get('input[aria-label="Threads"]').setValue('200')
    await flushPromises()
    expect(useToasts().list).toMatchObject([{ kind: 'failure', detail: 'use 31 or fewer' }])
    await wrapper.get('.engine input[type="checkbox"]').setValue(true)
    expect(asked().at(-1)).toEqual({ threads: null, memoryMiB: null })
  })
})

describe('the queue of machines', () => {
  const card = { version: '1.0.0', kernel: 'k', cores: 8, items: 9, perSecond: 12, isDraining: false }
  const MACHINES: QueueView = {
    place: 'teacher:6379',
    workers: [
      { ...card, id: 'pc01:7', threads: 6, gamesPerSecond: 40, seenSecondsAgo: 1 },
      { ...card, id: 'pc02:8', threads: 2, gamesPerSecond: 2, seenSecondsAgo: 2, isDraining: true },
      { ...card, id: 'pc03:9', threads: 2, gamesPerSecond: 500, seenSecondsAgo: 30 },
    ],
    jobs: { waiting: 5, active: 12 },
  }

  test('is chosen without a password, and threads chosen afterwards leave it', async () => {
    const { wrapper, calls } = await openSettings()
    await wrapper.get('input.queue').setValue(' redis://teacher:6379 ')
    await flushPromises()
    await wrapper.get('.engine input[type="checkbox"]').setValue(false)
    await flushPromises()
    await wrapper.get('input.queue').setValue('')
    expect(calls.filter(({ name }) => name === 'chooseEngine').map(({ arg }) => arg)).toEqual([
      { threads: null, memoryMiB: null, queue: 'redis://teacher:6379' },
      { threads: 3, memoryMiB: null, queue: 'redis://teacher:6379' },
      { threads: 3, memoryMiB: null },
    ])
  })

  test('shows its workers, and drains one', async () => {
    const { wrapper, calls } = await openSettings(name => (name === 'machines' ? MACHINES : undefined))
    const panel = wrapper.get('section[aria-label="Machines"]')
    expect(panel.get('p').text()).toBe('teacher:6379 · 2 workers · 42 games/s · jobs: 5 waiting, 12 with workers')
    const rows = panel.findAll('tbody tr').map(row => row.findAll('th, td').map(cell => cell.text()))
    expect(rows).toEqual([
      ['pc01:7', '1.0.0', '6 of 8 cores', '40', '1 s ago', 'Drain'],
      ['pc02:8', '1.0.0', '2 of 8 cores', '2', '2 s ago', 'draining'],
      ['pc03:9', '1.0.0', '2 of 8 cores', '500', '30 s ago', 'lost'],
    ])
    await panel.get('button').trigger('click')
    expect(calls.filter(({ name }) => name === 'drainWorker').map(({ arg }) => arg)).toEqual([{ worker: 'pc01:7' }])
  })

  test('that does not answer says so', async () => {
    const { wrapper } = await openSettings(name =>
      name === 'machines' ? refuse('BAD_SETTING', 'queue: teacher:6379 does not answer') : undefined,
    )
    expect(wrapper.get('.engine [role="alert"]').text()).toBe('queue: teacher:6379 does not answer')
  })
})

describe('the data folder', () => {
  test('a browser is offered no file manager, and a folder that cannot be used says why and can be healed', async () => {
    const problem = { code: 'BAD_STORE', message: 'lab.db is damaged' } as const
    const { wrapper, button } = await openSettings(undefined, { canShow: false, problem, namedBy: 'LAB_HOME', movedFrom: '/old' })
    expect(wrapper.find('button[aria-label="Open the folder"]').exists()).toBe(false)
    expect(wrapper.get('[role="alert"]').text()).toContain('lab.db is damaged')
    expect(wrapper.get('.data').text()).toContain('Moved from /old, which LAB_HOME named')
    for (const text of ['Back up', 'Move …', 'Check']) expect(button(text).attributes('disabled')).toBeDefined()
    expect(button('Restore a file …').attributes('disabled')).toBeUndefined()
  })

  test('is backed up with one press, or to a path', async () => {
    const { button, dialog, calls } = await openSettings(name => (name === 'backUpData' ? '/copies/lab.db' : undefined))
    await button('Back up').trigger('click')
    await flushPromises()
    expect(useToasts().list).toMatchObject([{ kind: 'notice', title: 'Backed up', detail: '/copies/lab.db' }])
    await button('Back up to a file …').trigger('click')
    await dialog().get('input').setValue(' /copies/other.db ')
    await dialog().get('form').trigger('submit')
    expect(calls.filter(({ name }) => name === 'backUpData').map(({ arg }) => arg)).toEqual([
      { file: undefined },
      { file: '/copies/other.db' },
    ])
  })

  test('a copy says how far it is, that it is being checked, and can be given up', async () => {
    const { wrapper, emit, calls } = await openSettings()
    const job = { id: 4, kind: 'data', title: '/new/place', state: 'running', done: 3 * 2 ** 20, total: 12 * 2 ** 20 } as const
    emit('jobs', [{ ...job, id: 3, kind: 'import', title: 'x' }, job])
    await flushPromises()
    const row = () => wrapper.get('.copying')
    expect(row().text()).toMatch(/\/new\/place.*3 MiB of 12 MiB/)
    expect(row().get('progress').attributes()).toMatchObject({ value: String(job.done), max: String(job.total) })
    await row().get('button').trigger('click')
    expect(calls.at(-1)).toEqual({ name: 'cancelJob', arg: { id: 4 } })
    emit('jobs', [{ ...job, state: 'stopping' }])
    await flushPromises()
    expect(row().get('button').attributes('disabled')).toBeDefined()
    emit('jobs', [{ ...job, done: job.total }])
    await flushPromises()
    expect(row().text()).toContain('checking')
    expect(row().get('progress').attributes('value')).toBeUndefined()
    emit('jobs', [])
    await flushPromises()
    expect(wrapper.find('.copying').exists()).toBe(false)
  })

  test('a restore needs a confirmation, from the list or from a file', async () => {
    const { wrapper, button, dialog, names, calls } = await openSettings()
    await wrapper.get('li button').trigger('click')
    expect(dialog().text()).toMatch(/1970.*lab-copy-1\.db/)
    expect(dialog().text()).not.toContain('database only')
    await dialog().get('footer button').trigger('click') // the first takes it back
    expect(names()).not.toContain('restoreData')
    await wrapper.get('li button').trigger('click')
    await dialog().get('form').trigger('submit')
    await flushPromises()
    await button('Restore a file …').trigger('click')
    await dialog().get('input').setValue('/copies/lab.db')
    await dialog().get('form').trigger('submit')
    expect(dialog().text()).toContain('Restore this copy?')
    expect(dialog().text()).toContain('If it holds the database only')
    await dialog().get('form').trigger('submit')
    expect(calls.filter(({ name }) => name === 'restoreData').map(({ arg }) => arg)).toEqual([
      { backup: 'lab-copy-1.db' },
      { file: '/copies/lab.db' },
    ])
  })

  test('a copy without networks and tournaments is named so before it is restored', async () => {
    const backups = [{ ...DATA.backups[0]!, holds: 'database' as const }]
    const { wrapper, dialog } = await openSettings(name => (name === 'dataFolder' ? { ...DATA, backups } : undefined))
    await wrapper.get('li button').trigger('click')
    expect(dialog().text()).toContain('It holds the database only: networks, training runs and tournaments stay as they are.')
  })

  test('problems that a check finds are shown, with a remedy', async () => {
    const { button } = await openSettings(name => (name === 'checkData' ? ['row 3 is missing', 'and more'] : undefined))
    await button('Check').trigger('click')
    await flushPromises()
    expect(useToasts().list).toMatchObject([
      { kind: 'failure', title: '2 problems were found in the data', detail: 'row 3 is missing' },
    ])
  })
})

/** Screens but Play come when they are first opened. */
async function screenLoaded(): Promise<void> {
  await vi.dynamicImportSettled()
  await flushPromises()
}

describe('a lab that was opened again', () => {
  async function openApp() {
    const fake = fakeLab(name => (name === 'hello' ? hello() : name === 'trees' ? [] : undefined))
    const wrapper = mountWith(App, fake.lab)
    await screenLoaded()
    return { ...fake, wrapper }
  }

  test('makes each page begin anew where it was, and say why, once', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const first = await openApp()
    await first.wrapper.get('nav button:nth-of-type(2)').trigger('click')
    await screenLoaded()
    first.emit('reopened', { because: 'restored', place: '/copies/lab.db' })
    expect(reload).toHaveBeenCalledTimes(1)
    unmountAll()
    const second = await openApp()
    expect(second.wrapper.get('nav [aria-current="page"]').text()).not.toBe('Play')
    expect(second.wrapper.get('.toast').text()).toMatch(/The copy was restored.*\/copies\/lab\.db/)
    unmountAll()
    const third = await openApp()
    expect(third.wrapper.find('.toast').exists()).toBe(false)
  })
})

describe('the command palette', () => {
  async function openPalette() {
    const fake = fakeLab(name => (name === 'hello' ? hello() : undefined))
    const wrapper = mountWith(App, fake.lab)
    await flushPromises()
    const pressed = press('k', { ctrlKey: true })
    await flushPromises()
    const shown = () => wrapper.findAll('.command span').map(each => each.text())
    const find = async (text: string) => {
      await wrapper.get('.palette input').setValue(text)
      await flushPromises()
    }
    return { ...fake, wrapper, pressed, shown, find }
  }

  test('finds a command by parts of its name, and runs what is clicked, or the first on Enter, if it can be done now', async () => {
    const { wrapper, calls, names, shown, find, pressed } = await openPalette()
    expect(pressed.defaultPrevented).toBe(true)
    expect(shown()).toEqual(expect.arrayContaining(['New game', 'Dark theme', 'Go to Play', 'Go to Settings', 'Undo']))
    expect(new Set(shown()).size).toBe(shown().length)
    await find('nothing of the kind')
    expect(wrapper.get('.palette [role="status"]').text()).toContain('no such command')
    await find('redo')
    await wrapper.get('.command').trigger('click')
    expect(names()).not.toContain('redo')
    await find('THEME da')
    expect(shown()).toEqual(['Dark theme'])
    await wrapper.get('.palette input').trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(calls).toContainEqual({ name: 'setPreferences', arg: { theme: 'dark' } })
    expect(wrapper.find('.palette').exists()).toBe(false)
    press('k', { ctrlKey: true })
    await flushPromises()
    await find('undo')
    await wrapper.get('.command').trigger('click')
    await flushPromises()
    expect(names()).toContain('undo')
  })
})
