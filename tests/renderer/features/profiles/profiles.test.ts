import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { h, nextTick } from 'vue'
import type { CallName, ImportPlanStep, KnownProfile, ProfileDraftView } from '../../../../src/core/contract/calls'

import { makeProfile, type ProfileStatistics as StatisticsOf } from '../../../../src/core/contract/files'
import type { Board } from '../../../../src/core/games/twenty48/board'
import { compileEvaluator, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { useBoard } from '../../../../src/renderer/src/bridge/pageGame'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { useDrafts } from '../../../../src/renderer/src/features/profiles/draftStore'
import { TRYOUT_BOARDS } from '../../../../src/renderer/src/features/profiles/useTryout'
import { searchProfiles, withChanges } from '../../../../src/renderer/src/features/profiles/known'
import { nameFrom } from '../../../../src/core/contract/texts'
import IncomingReceiver from '../../../../src/renderer/src/features/incoming/IncomingReceiver.vue'
import ProfilesScreen from '../../../../src/renderer/src/features/profiles/ProfilesScreen.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import ProfileStatistics from '../../../../src/renderer/src/features/profiles/ProfileStatistics.vue'
import { BOARD, fakeLab, flushPromises, hello, mountScreen, press, PROFILES, refuse, report, withSetup } from '../../helpers'
import type { TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'

function ownProfile(id: number, name: string, changes: Partial<KnownProfile> = {}): KnownProfile {
  const profile = {
    name,
    title: `The ${name}`,
    notes: '',
    evaluator: makeEvaluator('thesis'),
    settings: PLAIN_SETTINGS,
    depth: 2,
  }
  return { ...profile, ...changes, builtIn: false, id, created: 1, updated: 2 }
}

const MINE = ownProfile(7, 'mine', { tags: ['fast'], notes: 'made on a Sunday' })
const OURS = ownProfile(8, 'ours', { evaluator: makeEvaluator('thesis', { h1: -3 }), depth: 4 })

const always: StatisticsOf['reach'][string] = { share: 1, interval: [0.9, 1] }
const MEASURED: StatisticsOf = {
  ...{ games: 10, seed: 1, limits: { nodes: 1 }, mean: 5, interval: [4, 6], median: 5, max: 9 },
  reach: { 8: always, 4: always, 1024: always, 16: always, 2048: { share: 0.5, interval: [0.2, 0.8] } },
  msPerMove: 0.00132087,
}

beforeEach(() => {
  vi.useFakeTimers() // what comes a second later is another edit
})
afterEach(() => {
  vi.useRealTimers()
})

interface Opened {
  readonly list?: readonly KnownProfile[]
  readonly answer?: (name: CallName, arg: never) => unknown
  readonly drafts?: readonly ProfileDraftView[]
}

/** The screen over a lab that finds each slide worth what the evaluator finds the board. */
async function open({ list = [...PROFILES, MINE, OURS], answer, drafts = [] }: Opened = {}) {
  const fake = fakeLab((name, arg) => {
    const given = answer?.(name, arg as never)
    if (given !== undefined || name !== 'tryPlayer') return given
    const { evaluator } = (arg as { player: Player }).player
    const value = compileEvaluator(evaluator)(BOARD)
    return report({ values: { up: value, down: value - 1, left: value - 2, right: null } })
  })
  const met = hello({ profiles: list, drafts })
  const shown = () => [h(ProfilesScreen, { hello: met }), h(IncomingReceiver)]
  const wrapper = mountScreen(fake.lab, shown, () => {
    useNavigation().open({ screen: 'profiles' })
    useProfiles().greet(met)
    useBoard().greet(met)
  })
  await flushPromises()
  const rows = () => wrapper.findAll('[role="option"]')
  const row = (name: string) => rows().find(each => each.find('.name').text() === name)!
  const button = (text: string) =>
    wrapper.findAll('button').find(each => each.text() === text || each.attributes('aria-label') === text)!
  const show = async (name: string) => {
    await row(name).trigger('click')
    await nextTick()
  }
  /** What a row of the moves says: its value, its loss, and what the stored profile gives. */
  const value = (move: string) => {
    const row = wrapper.findAll('.values li').find(each => each.text().includes(move))!
    return ['.value', '.loss', '.note'].map(part => row.find(part)).map(part => (part.exists() ? part.text() : undefined))
  }
  const slide = (weight: string, to: number) => wrapper.get(`input[aria-label="${weight}, slider"]`).setValue(String(to))
  return { ...fake, wrapper, rows, row, button, show, value, slide }
}

/** The store of drafts alone. */
function store(answer?: () => unknown) {
  const fake = fakeLab(answer)
  const drafts = withSetup(fake.lab, () => {
    useProfiles().greet(hello({ profiles: [...PROFILES, MINE, OURS] }))
    return useDrafts()
  })
  return { ...fake, drafts }
}

/** The values come a moment after what they are asked for. */
const settle = () => vi.advanceTimersByTimeAsync(120).then(flushPromises)

describe('the list', () => {
  test('finds profiles by name, title, tags and notes, whatever the case', () => {
    const all = [...PROFILES, MINE, OURS]
    const found = (text: string) => searchProfiles(all, text).map(({ name }) => name)
    expect(found('')).toHaveLength(4)
    expect(found('OURS')).toEqual(['ours'])
    expect(found('thesis')).toEqual(['thesis'])
    expect(found('fast')).toEqual(['mine'])
    expect(found('sunday the')).toEqual(['mine'])
    expect(found('sunday ours')).toEqual([])
  })

  test('shows the current profiles: built-in ones are marked, and changes of other pages appear', async () => {
    const { rows, row, wrapper } = await open()
    expect(rows().map(each => each.find('.name').text())).toEqual(['thesis', 'power', 'mine', 'ours'])
    expect(row('thesis').text()).toContain('built in')
    useProfiles().show([...PROFILES, { ...MINE, title: 'Renamed elsewhere' }])
    await nextTick()
    expect(rows()).toHaveLength(3)
    expect(row('mine').text()).toContain('Renamed elsewhere')
    await wrapper.get('input[type="search"]').setValue('nothing of the kind')
    expect(wrapper.text()).toContain('No profile has “nothing of the kind”')
  })

  test('is walked through by keys; with Shift a range is chosen, Space adds and takes away, Ctrl+A chooses all', async () => {
    const { wrapper, rows } = await open()
    const list = wrapper.get('[role="listbox"]')
    const chosen = () => rows().flatMap(each => (each.attributes('aria-selected') === 'true' ? [each.find('.name').text()] : []))
    const key = (name: string, init: KeyboardEventInit = {}) => list.trigger('keydown', { key: name, ...init })
    await key('End')
    expect(chosen()).toEqual(['ours'])
    expect(list.attributes('aria-activedescendant')).toBe(rows()[3]!.attributes('id'))
    await key('ArrowUp', { shiftKey: true })
    await key('ArrowUp', { shiftKey: true })
    expect(chosen()).toEqual(['power', 'mine', 'ours'])
    await key(' ')
    expect(chosen()).toEqual(['mine', 'ours'])
    await key('a', { ctrlKey: true })
    expect(chosen()).toHaveLength(4)
    await key('Escape')
    await key('Home')
    expect(chosen()).toEqual(['thesis'])
  })
})

describe('the editor', () => {
  test('of a built-in lets nothing be changed, and shows what it holds of the board', async () => {
    const { wrapper, value, asked } = await open()
    await settle()
    const fixed = 'input[type="range"], input[type="checkbox"], select, button'
    const others = wrapper.findAll<HTMLInputElement>(`.editor fieldset :is(${fixed})`)
    expect(others.length).toBeGreaterThan(10)
    expect(others.every(({ element }) => element.disabled)).toBe(true)
    // what can be copied
    const texts = wrapper.findAll<HTMLInputElement>(`.editor fieldset :is(input, textarea):not(${fixed})`)
    expect(texts.length).toBeGreaterThan(6)
    expect(texts.every(({ element }) => element.readOnly && !element.disabled)).toBe(true)
    expect(wrapper.find('input[aria-label="Title"]').exists()).toBe(false)
    expect(asked('tryPlayer')[0]).toMatchObject({ board: BOARD, player: { limits: { depth: 2 } } })
    expect(value('Up').slice(1)).toEqual(['best', undefined])
    expect(value('Left')[1]).toBe('−2')
    expect(wrapper.get('.values').text()).toContain('in its own unit: searches to this depth are not calibrated')
    expect(value('Right').slice(0, 2)).toEqual(['', '–'])
  })

  test('tries a profile on the board of Play and on five of its own, all anew after a change, the chosen one first', async () => {
    const { wrapper, show, slide, asked } = await open()
    await show('mine')
    await settle()
    const own = Object.values(TRYOUT_BOARDS)
    const boards = () => (asked('tryPlayer') as { board: Board }[]).map(({ board }) => board)
    expect(boards().slice(-6)).toEqual([BOARD, ...own])
    const choices = wrapper.findAll('[aria-label="Boards to try it on"] button')
    expect(choices.map(each => each.find('.name').text())).toEqual(['Play', 'Opening', 'Middle', 'Crowded', 'Off corner', 'Late'])
    for (const each of choices) expect(each.find('.move').text()).toMatch(/^Up\d/)
    await choices[5]!.trigger('click')
    const before = boards().length
    await slide('Corner h1', 5)
    await settle()
    expect(boards().slice(before).slice(0, 2)).toEqual([own[4], own[4]]) // as it is now, and as it is stored
    expect(boards().slice(before + 2)).toEqual([BOARD, ...own.slice(0, 4)])
  })

  test('saves what was changed and nothing else, by button or by Ctrl+S, also from a text field', async () => {
    const { wrapper, show, slide, asked, button } = await open({ answer: name => (name === 'changeProfile' ? MINE : undefined) })
    await show('mine')
    expect(button('Save').attributes('disabled')).toBeDefined()
    await slide('Corner h1', 5)
    await button('Save').trigger('click')
    const evaluator = makeEvaluator('thesis', { h1: 5 })
    expect(asked('changeProfile')).toEqual([{ id: 7, changes: { evaluator } }])
    useProfiles().show([...PROFILES, { ...MINE, evaluator }, OURS])
    await nextTick()
    expect(button('Save').attributes('disabled')).toBeDefined()
    const title = wrapper.get('input[aria-label="Title"]')
    await title.setValue('Better')
    const event = press('s', { ctrlKey: true }, title.element)
    expect(event.defaultPrevented).toBe(true)
    expect(asked('changeProfile').at(-1)).toEqual({ id: 7, changes: { title: 'Better' } })
  })

  test('plays with unsaved changes, and discards them on demand', async () => {
    const { wrapper, show, slide, row, button } = await open()
    await show('mine')
    await slide('Corner h1', 5)
    await button('Play with it').trigger('click')
    const profile = withChanges(MINE, { evaluator: makeEvaluator('thesis', { h1: 5 }) })
    expect(useNavigation().errand).toEqual({ screen: 'play', profile })
    await button('Discard').trigger('click')
    expect(wrapper.get<HTMLInputElement>('input[aria-label="Corner h1"]').element.value).toBe('1')
    expect(row('mine').text()).not.toContain('unsaved')
  })

  test('discards a text that is no number, also where nothing else is changed', async () => {
    const { wrapper, show, button } = await open()
    await show('mine')
    const field = wrapper.get<HTMLInputElement>('input[type="text"][aria-label="Corner h1"]')
    await field.setValue('abc')
    await button('Discard').trigger('click')
    await nextTick()
    expect(field.element.value).toBe('1')
    expect(button('Discard').attributes('disabled')).toBeDefined()
    expect(button('Undo the last change').attributes('disabled')).toBeDefined()
  })

  test('each weight goes back to what is stored, or all do', async () => {
    const { wrapper, show, slide, button } = await open()
    await show('ours')
    const field = (name: string) => wrapper.get<HTMLInputElement>(`input[aria-label="${name}"]`).element.value
    expect(wrapper.findAll('.reset').map(each => each.attributes('disabled') !== undefined)).toEqual([true])
    await slide('Corner h1', 5)
    await slide('Equal pairs h2', 4)
    await button('Reset Corner h1 to −3').trigger('click')
    expect([field('Corner h1'), field('Equal pairs h2')]).toEqual(['-3', '4'])
    await slide('Corner h1', 5)
    await button('Reset all weights').trigger('click')
    expect([field('Corner h1'), field('Equal pairs h2')]).toEqual(['-3', '1'])
    expect(useDrafts().isDirty(OURS)).toBe(false)
  })

  test('Ctrl+Z and Ctrl+Y go through the edits; a slide of one slider is one edit', async () => {
    const { wrapper, show, slide } = await open()
    await show('mine')
    const h1 = () => wrapper.get<HTMLInputElement>('input[aria-label="Corner h1"]').element.value
    for (const to of [2, 3, 4]) await slide('Corner h1', to)
    await wrapper.findAll('.variant select')[0]!.setValue('exponent')
    press('z', { ctrlKey: true })
    press('z', { ctrlKey: true })
    await nextTick()
    expect(h1()).toBe('1')
    press('y', { ctrlKey: true })
    await nextTick()
    expect(h1()).toBe('4')
    expect((useDrafts().changesOf(MINE).evaluator! as TermEvaluator).variants['h1Tile']).toBe('face')
    press('Z', { ctrlKey: true, shiftKey: true })
    expect((useDrafts().changesOf(MINE).evaluator! as TermEvaluator).variants['h1Tile']).toBe('exponent')
  })

  test('a rename is made at once, from F2 on, and one that is refused stays in the field with the reason', async () => {
    const taken = 'There is a profile "ours" already: choose another name.'
    const answer = (name: CallName, arg: { changes: { name: string } }) =>
      name === 'changeProfile' ? (arg.changes.name === 'ours' ? refuse('NAME_TAKEN', taken) : MINE) : undefined
    const { wrapper, show, asked } = await open({ answer })
    await show('mine')
    const field = wrapper.get<HTMLInputElement>('.titles input.mono')
    await wrapper.get('[role="listbox"]').trigger('keydown', { key: 'F2' })
    expect(document.activeElement).toBe(field.element)
    await field.setValue('ours')
    await field.trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(wrapper.get('.titles [role="alert"]').text()).toBe(taken)
    expect(field.element.value).toBe('ours')
    await field.trigger('keydown', { key: 'Escape' })
    expect(field.element.value).toBe('mine')
    await field.setValue('best')
    await field.trigger('keydown', { key: 'Enter' })
    expect(asked('changeProfile').at(-1)).toEqual({ id: 7, changes: { name: 'best' } })
  })
})

describe('drafts', () => {
  test('a field that another page saved is no change any more; the others stay', () => {
    const { drafts } = store()
    drafts.edit(MINE, { title: 'New', notes: 'more' }, 'a')
    expect(drafts.changesOf({ ...MINE, title: 'New' })).toEqual({ notes: 'more' })
    useProfiles().show([...PROFILES, { ...MINE, title: 'New', notes: 'more' }])
    expect([...drafts.unsaved]).toEqual([])
  })

  test('are sent to the lab immediately, with the stored profile, and no longer once they are saved', async () => {
    const { drafts, asked } = store()
    drafts.edit(MINE, { depth: 4 }, 'depth')
    expect(asked('saveDraft')).toEqual([{ profile: 7, draft: { changes: { depth: 4 }, base: { depth: 2 } } }])
    useProfiles().show([...PROFILES, { ...MINE, depth: 4 }, OURS])
    await flushPromises()
    expect(asked('saveDraft').at(-1)).toEqual({ profile: 7, draft: null })
    useProfiles().show([...PROFILES, { ...MINE, depth: 4, notes: 'of another page' }, OURS])
    await flushPromises()
    expect(asked('saveDraft')).toHaveLength(2)
  })

  test('that wait for an answer are all sent when the page closes', () => {
    const { drafts, asked } = store(() => new Promise(() => undefined))
    drafts.edit(MINE, { notes: 'mine' }, 'notes')
    drafts.edit(OURS, { notes: 'ours' }, 'notes')
    expect(asked('saveDraft')).toHaveLength(1)
    dispatchEvent(new Event('pagehide'))
    expect(asked('saveDraft')[1]).toMatchObject({ profile: 8, draft: { changes: { notes: 'ours' } } })
  })

  test('are sent again after a reconnect', async () => {
    let isLost = true
    const { drafts, asked, connected } = store(() => isLost && refuse('DISCONNECTED'))
    drafts.edit(MINE, { notes: 'more' }, 'notes')
    await flushPromises() // nothing is asked over and over before it is known to be lost
    connected.value = false
    await flushPromises()
    expect(asked('saveDraft')).toHaveLength(1)
    isLost = false
    connected.value = true
    await flushPromises()
    expect(asked('saveDraft')).toHaveLength(2)
    expect(useToasts().list).toEqual([])
  })

  test('whose field was stored anew elsewhere say so, until they are discarded', async () => {
    const { wrapper, show, button } = await open({
      drafts: [{ profile: 7, changes: { notes: 'mine' }, base: { notes: 'before' } }],
    })
    await show('mine')
    const note = () =>
      wrapper
        .findAll('.note')
        .map(each => each.text())
        .join()
    expect(note()).toContain('Notes: saved elsewhere')
    useProfiles().show([...PROFILES, { ...MINE, notes: 'before' }, OURS])
    await nextTick()
    expect(note()).toContain('There are unsaved changes.')
    await button('Discard').trigger('click')
    expect(note()).toBe('No unsaved changes.')
    const drafts = useDrafts()
    drafts.edit(MINE, { title: 'First' }, 'a')
    drafts.edit({ ...MINE, title: 'First' }, { title: 'Second' }, 'b') // after it was saved here
    expect(drafts.changedElsewhere({ ...MINE, title: 'First' })).toEqual([])
  })

  test('of a field that is taken back while it is being saved are a change again', async () => {
    let answer!: (saved: KnownProfile) => void
    const { wrapper, show, slide, asked, button } = await open({
      answer: name => (name === 'changeProfile' ? new Promise(resolve => (answer = resolve)) : undefined),
    })
    await show('mine')
    const stored = { ...MINE, evaluator: makeEvaluator('thesis', { h1: 4 }) }
    await slide('Corner h1', 4)
    await button('Save').trigger('click')
    press('z', { ctrlKey: true })
    useProfiles().show([...PROFILES, stored, OURS])
    answer(stored)
    await flushPromises()
    expect(wrapper.get<HTMLInputElement>('input[aria-label="Corner h1, slider"]').element.value).toBe('1')
    expect(useDrafts().isDirty(stored)).toBe(true)
    expect(asked('saveDraft').at(-1)).toMatchObject({ draft: { changes: { evaluator: { parameters: { h1: 1 } } } } })
  })

  test('are undone to earlier values, though they were saved meanwhile', () => {
    const { drafts } = store()
    drafts.edit(MINE, { depth: 3 }, 'depth')
    drafts.edit(MINE, { notes: 'new' }, 'notes')
    drafts.edit(MINE, { depth: 4 }, 'depth')
    const saved: KnownProfile = { ...MINE, depth: 4, notes: 'new' }
    useProfiles().show([saved])
    const seen = [drafts.undo, drafts.undo, drafts.undo, drafts.redo, drafts.redo, drafts.redo].map(step => {
      step(saved)
      return drafts.changesOf(saved)
    })
    const { notes } = MINE
    expect(seen).toEqual([{ depth: 3 }, { depth: 3, notes }, { depth: 2, notes }, { depth: 3, notes }, { depth: 3 }, {}])
  })
})

describe('deleting', () => {
  test('takes the profile away, offers to undo it, and shows the neighbour', async () => {
    const { wrapper, show, asked, rows } = await open({ answer: name => (name === 'deleteProfiles' ? 1 : []) })
    await show('mine')
    await wrapper.get('[role="listbox"]').trigger('keydown', { key: 'Delete' })
    await flushPromises()
    expect(asked('deleteProfiles')).toEqual([{ ids: [7] }])
    useProfiles().show([...PROFILES, OURS])
    await nextTick()
    expect(rows()[2]!.attributes('aria-selected')).toBe('true')
    const [toast] = useToasts().list
    expect(toast).toMatchObject({ title: 'One profile deleted', detail: 'The mine' })
    toast!.action!.run()
    expect(asked('restoreProfiles')).toEqual([{ ids: [7] }])
  })

  test('Ctrl+Z brings it back, also from the list, and shows it; not after something was edited', async () => {
    const answer = (name: CallName) => (name === 'deleteProfiles' ? 1 : name === 'restoreProfiles' ? [MINE] : undefined)
    const { wrapper, show, slide, asked, row } = await open({ answer })
    const list = wrapper.get('[role="listbox"]')
    const removeMine = async () => {
      await show('mine')
      await list.trigger('keydown', { key: 'Delete' })
      await flushPromises()
      useProfiles().show([...PROFILES, OURS])
      await nextTick()
    }
    await removeMine()
    await list.trigger('keydown', { key: 'z', ctrlKey: true })
    expect(asked('restoreProfiles')).toEqual([{ ids: [7] }])
    useProfiles().show([...PROFILES, MINE, OURS])
    await flushPromises()
    expect(row('mine').attributes('aria-selected')).toBe('true')
    press('z', { ctrlKey: true }) // nothing is left to take back
    expect(asked('restoreProfiles')).toHaveLength(1)

    await removeMine()
    await show('ours')
    await slide('Corner h1', 5)
    press('z', { ctrlKey: true })
    expect(asked('restoreProfiles')).toHaveLength(1)
    expect(useDrafts().isDirty(OURS)).toBe(false)
  })
})

test('what was measured: of the tiles that every game reached the largest, no interval of few games, times in a unit of their size', () => {
  const table = (change: Partial<StatisticsOf> = {}) => {
    const shown = mountScreen(fakeLab().lab, () => h(ProfileStatistics, { statistics: { ...MEASURED, ...change } }))
    const rows = shown.findAll('tr').map(row => row.findAll('th, td').map(cell => cell.text()))
    return { rows, caption: shown.get('caption').text() }
  }
  const { rows, caption } = table()
  expect(caption).toBe('Games at 1 node per move, with 95% intervals')
  expect(rows.filter(([name]) => name!.startsWith('Reached'))).toEqual([
    ['Reached 1024', '100%', '90% to 100%'],
    ['Reached 2048', '50%', '20% to 80%'],
  ])
  expect(rows).toContainEqual(['Time per move', '1.32 µs', ''])
  expect(rows).toContainEqual(['Mean score', '5', '4 to 6'])
  expect(table({ games: 9 }).rows).toContainEqual(['Mean score', '5', 'too few games for an interval'])
})

test('two that are chosen stand side by side, with what differs', async () => {
  const { wrapper, show, row } = await open()
  await show('mine')
  await row('ours').trigger('click', { ctrlKey: true })
  const cells = () => wrapper.findAll('.diff tbody tr').map(each => each.findAll('th, td').map(cell => cell.text()))
  expect(cells()).toEqual([
    ['Corner h1', '1', '−3', '−4'],
    ['Depth', '2', '4', '+2'],
    ['Tags', 'fast', '', ''],
    ['Notes', 'made on a Sunday', '', ''],
  ])
  await wrapper.get('.diff input[role="switch"]').setValue(true)
  expect(cells()).toContainEqual(['Equal pairs h2', '1', '1', ''])
  expect(cells()).toContainEqual(['Leaf', 'after the move', 'after the move', ''])
})

describe('a new profile', () => {
  test('is named after its title, until the user types a name', () => {
    expect(nameFrom('Größer & schneller, 2nd try!')).toBe('gro-er-schneller-2nd-try')
    expect(nameFrom('Élan')).toBe('elan')
    expect(nameFrom('日本')).toBe('')
    expect(nameFrom('x'.repeat(39) + ' y')).toBe('x'.repeat(39))
  })

  test('is a copy of the chosen one, and is shown; a name that is taken is reported in the dialog', async () => {
    const answer = (name: CallName, arg: { name: string }) =>
      name === 'copyProfile' ? (arg.name === 'ours' ? refuse('NAME_TAKEN', 'taken') : ownProfile(9, arg.name)) : undefined
    const { wrapper, button, asked } = await open({ answer })
    await button('New').trigger('click')
    const dialog = wrapper.get('dialog')
    const [title, name] = dialog.findAll('input')
    await title!.setValue('Ours')
    await dialog.get('form').trigger('submit')
    await flushPromises()
    expect(dialog.get('[role="alert"]').text()).toBe('taken')
    await name!.setValue('theirs')
    await dialog.get('form').trigger('submit')
    await flushPromises()
    expect(asked('copyProfile').at(-1)).toEqual({ of: 'thesis', name: 'theirs', title: 'Ours' })
    expect(wrapper.find('dialog').exists()).toBe(false)
  })
})

describe('an import', () => {
  const clash: ImportPlanStep = {
    ...{
      kind: 'clash',
      name: 'mine',
      title: 'Theirs',
      builtIn: false,
      existingTitle: 'The mine',
      differs: ['depth'],
      freeName: 'mine-2',
    },
  }
  const shipped: ImportPlanStep = { ...clash, name: 'thesis', builtIn: true, freeName: 'thesis-2' }
  const added: ImportPlanStep = { kind: 'add', name: 'fresh', title: 'Fresh' }
  const text = makeProfile(withChanges(MINE, {}))

  function paste(pasted: string, target: EventTarget = document.body): Event {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => pasted, files: [] } })
    target.dispatchEvent(event)
    return event
  }

  test('with clashes asks for each, and sends a choice a step; a built-in cannot be replaced, and a cancelled one writes nothing', async () => {
    const answer = (name: CallName) =>
      name === 'planImport' ? [added, clash, shipped] : name === 'importProfiles' ? [] : undefined
    const { wrapper, asked, button } = await open({ answer })
    paste(text)
    await flushPromises()
    await button('Cancel').trigger('click')
    expect(wrapper.find('dialog').exists()).toBe(false)
    paste(text)
    await flushPromises()
    const selects = wrapper.findAll<HTMLSelectElement>('dialog select')
    const options = selects.map(each => each.findAll('option').map(option => option.attributes('value')))
    expect(options).toEqual([
      ['skip', 'replace', 'rename'],
      ['skip', 'rename'],
    ])
    expect(selects.map(({ element }) => element.value)).toEqual(['rename', 'rename']) // nothing is lost unless it is asked for
    await button('Replace all').trigger('click')
    expect(selects.map(({ element }) => element.value)).toEqual(['replace', 'rename'])
    await selects[0]!.setValue('skip')
    expect(asked('importProfiles')).toEqual([])
    await wrapper.get('dialog form').trigger('submit')
    await flushPromises()
    expect(asked('importProfiles')).toMatchObject([{ choices: [null, 'skip', 'rename'] }])
  })

  test('of a profile that is there already shows that', async () => {
    const done = [{ profile: 'ours', from: 'ours', did: 'same' }]
    const answer = (name: CallName) => (name === 'planImport' ? [] : name === 'importProfiles' ? done : undefined)
    const { wrapper } = await open({ answer })
    useNavigation().open({ screen: 'profiles', incoming: [{ name: 'a', text }] })
    await flushPromises()
    expect(wrapper.get('[role="option"][aria-selected="true"]').text()).toContain(OURS.title)
    expect(useToasts().list.at(-1)!.title).toBe('The profile was there already')
  })

  test('is undone as a whole: what is new is deleted, what was replaced is as it was, and the page is where it was', async () => {
    const done = [
      { profile: 'ours', from: 'ours', did: 'added' },
      { profile: 'mine', from: 'mine', did: 'replaced' },
    ]
    const { asked, wrapper } = await open({
      answer: name => {
        if (name === 'planImport') return [added, clash]
        if (name === 'exportProfiles') return 'the former one'
        return name === 'importProfiles' ? done : undefined
      },
    })
    useNavigation().open({ screen: 'profiles', incoming: [{ name: 'a', text }], back: { screen: 'tune' } })
    await flushPromises()
    await wrapper.get('dialog select').setValue('replace')
    await wrapper.get('dialog form').trigger('submit')
    await flushPromises()
    expect(asked('exportProfiles')).toEqual([{ names: ['mine'] }])
    useToasts().list.at(-1)!.action!.run()
    await flushPromises()
    expect(asked('deleteProfiles')).toEqual([{ ids: [OURS.id] }])
    expect(asked('importProfiles').at(-1)).toEqual({
      files: [{ name: 'the replaced profiles', text: 'the former one' }],
      choices: [null, 'replace'],
    })
    expect(useNavigation().screen).toBe('tune')
  })
})

describe('a network as evaluator', () => {
  test('has a note in place of sliders and terms, and its values are those of the search', async () => {
    const network = '0123456789abcdef'
    const trained = ownProfile(9, 'trained', { evaluator: { family: 'network', network } })
    const answer = (name: CallName) =>
      name === 'tryPlayer' ? report({ values: { up: 4321, down: 1, left: 0, right: null } }) : undefined
    const { show, wrapper } = await open({ list: [...PROFILES, trained], answer })
    await show('trained')
    await settle()
    expect(wrapper.text()).toContain(`Network ${network} estimates the points still to come`)
    expect(wrapper.findAll('input[aria-label$=", slider"]')).toHaveLength(0)
    expect(wrapper.get('.live').text()).toMatch(/4\.321\sk/)
    await show('thesis')
    expect(wrapper.text()).not.toContain(`Network ${network} estimates`)
    expect(wrapper.findAll('input[aria-label$=", slider"]').length).toBeGreaterThan(3)
  })
})
