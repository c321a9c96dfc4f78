import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { h, nextTick } from 'vue'
import type { CallName, ImportPlanStep, KnownProfile, ProfileDraftView } from '../../../../src/core/contract/calls'

import { makeProfile, parseProfiles, type ProfileStatistics as StatisticsOf } from '../../../../src/core/contract/files'
import { compileEvaluator, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { useBoard } from '../../../../src/renderer/src/bridge/board'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { useDrafts } from '../../../../src/renderer/src/features/profiles/draftStore'
import { searchProfiles, withChanges } from '../../../../src/renderer/src/features/profiles/known'
import { nameFrom } from '../../../../src/renderer/src/ui/words/nameFrom'
import IncomingReceiver from '../../../../src/renderer/src/features/incoming/IncomingReceiver.vue'
import ProfilesScreen from '../../../../src/renderer/src/features/profiles/ProfilesScreen.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import ProfileStatistics from '../../../../src/renderer/src/features/profiles/ProfileStatistics.vue'
import {
  BOARD,
  fakeLab,
  flushPromises,
  hello,
  later,
  mountScreen,
  press,
  PROFILES,
  refuse,
  report,
  unmountAll,
  withSetup,
  until,
} from '../../helpers'
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
  readonly unkept?: boolean
  readonly drafts?: readonly ProfileDraftView[]
}

/** The screen over a lab that finds each slide worth what the evaluator finds the board. */
async function open({ list = [...PROFILES, MINE, OURS], answer, unkept = false, drafts = [] }: Opened = {}) {
  const fake = fakeLab((name, arg) => {
    const given = answer?.(name, arg as never)
    if (given !== undefined || name !== 'tryPlayer') return given
    const { evaluator } = (arg as { player: Player }).player
    const value = compileEvaluator(evaluator)(BOARD)
    return report({ values: { up: value, down: value - 1, left: value - 2, right: null } })
  })
  const met = hello({ profiles: list, drafts, ...(unkept && { unkept: { code: 'BAD_STORE', message: 'lab.db is damaged.' } }) })
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
  const value = (move: string) =>
    wrapper
      .findAll('.values tbody tr')
      .find(each => each.get('th').text() === move)!
      .findAll('td')
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

  test('without a profile of one’s own says how to come by one; where nothing can be kept, the reason, with nothing to write with', async () => {
    expect((await open({ list: PROFILES })).wrapper.text()).toContain('You have no profiles of your own.')
    unmountAll()
    const { wrapper, button } = await open({ list: PROFILES, unkept: true })
    expect(wrapper.get('.unkept').text()).toContain('lab.db is damaged.')
    for (const name of ['New', 'Import', 'Duplicate', 'Duplicate it to change it'])
      expect(button(name).attributes('disabled')).toBeDefined()
    expect(button('Export').attributes('disabled')).toBeUndefined()
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
    expect(asked('tryPlayer')).toMatchObject([{ board: BOARD, player: { limits: { depth: 2 } } }])
    expect(value('Up')[1]!.text()).toBe('best')
    expect(value('Right')[0]!.text()).toBe('–')
  })

  test('where an expert decides there are chances, with losses in percentage points', async () => {
    const settings = { network: '0', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
    const chances = { up: 0.7, down: 0.455, left: null, right: null }
    const expert = { decides: true, settings, walls: 4, chances }
    const answer = (name: CallName) => (name === 'tryPlayer' ? report({ values: chances, expert }) : undefined)
    const { value } = await open({ answer })
    await settle()
    expect(value('Down').map(each => each.text())).toEqual(['45.5%', '−24.5\u00a0pp'])
  })

  test('the values and the terms move with the slider, beside those of the stored weights', async () => {
    const { wrapper, show, slide, value } = await open()
    await show('mine')
    await settle()
    const number = (text: string) => Number(text.replaceAll(',', ''))
    const before = number(value('Up')[0]!.text())
    const empties = BOARD.filter(rank => rank === 0).length
    await slide('Empty cells h3', 6)
    const row = wrapper.findAll('.terms tbody tr').find(each => each.get('th').text() === 'Empty cells h3')!
    expect(
      row
        .findAll('td')
        .map(cell => cell.text())
        .slice(0, 3),
    ).toEqual(['6', String(empties), String(6 * empties)])
    await settle()
    expect(number(value('Up')[0]!.text())).toBeCloseTo(before + 5 * empties, 3)
    expect(number(value('Up')[2]!.text())).toBe(before)
  })

  test('a slider in motion asks for the newest weights, not for each', async () => {
    const { show, slide, asked } = await open()
    await show('mine')
    await settle()
    const before = asked('tryPlayer').length
    for (let to = 1; to <= 40; to++) await slide('Corner h1', to / 10)
    await settle()
    const answers = asked('tryPlayer').slice(before) as { player: Player }[]
    expect(answers.length).toBeLessThanOrEqual(4)
    expect(answers.some(({ player }) => (player.evaluator as TermEvaluator).parameters['h1'] === 4)).toBe(true)
  })

  test('has no values of another profile, and says of those from before a change that they are', async () => {
    const answered: (() => void)[] = []
    const answer = (name: CallName, { player }: { player: Player }) => {
      if (name !== 'tryPlayer') return undefined
      const told = report({
        values: { up: (player.evaluator as TermEvaluator).parameters['h1'] ?? -1, down: 0, left: 0, right: null },
      })
      return new Promise(resolve => answered.push(() => resolve(told)))
    }
    const { show, slide, value, wrapper } = await open({ answer })
    const settled = async () => {
      await settle()
      for (const each of answered) each()
      await settle()
    }
    await show('mine')
    await settled()
    const own = value('Up')[0]!.text()
    expect(own).not.toBe('–')
    await slide('Corner h1', 5)
    await nextTick()
    expect(value('Up')[0]!.text()).toBe(own)
    expect(wrapper.get('.live').text()).toContain('from before the last change')
    await settled()
    expect(value('Up')[0]!.text()).toBe('5')
    expect(wrapper.get('.live').text()).not.toContain('from before the last change')
    await show('power')
    expect(value('Up')[0]!.text()).toBe('–')
    await settled()
    expect(value('Up')[0]!.text()).toBe('−1')
  })

  test('a failure of the search is shown in place of the values', async () => {
    const { wrapper } = await open({ answer: name => (name === 'tryPlayer' ? refuse('KERNEL_BROKEN', 'no kernel') : undefined) })
    await settle()
    expect(wrapper.get('.values [role="alert"]').text()).toContain('no kernel')
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

  test('keeps unsaved changes while others are looked at, marks them and the figures, plays with them, and discards them on demand', async () => {
    const list = [...PROFILES, { ...MINE, statistics: MEASURED }, OURS]
    const { wrapper, show, slide, row, button } = await open({ list })
    const isOutdated = () => wrapper.text().includes('These figures are of the stored weights')
    const h1 = () => wrapper.get<HTMLInputElement>('input[aria-label="Corner h1"]').element.value
    await show('mine')
    expect(isOutdated()).toBe(false)
    await slide('Corner h1', 5)
    expect(isOutdated()).toBe(true)
    await show('ours')
    expect(row('mine').text()).toContain('unsaved')
    expect(row('ours').text()).not.toContain('unsaved')
    await show('mine')
    expect(h1()).toBe('5')
    await button('Play with it').trigger('click')
    const profile = withChanges(list[2]!, { evaluator: makeEvaluator('thesis', { h1: 5 }) })
    expect(useNavigation().errand).toEqual({ screen: 'play', profile })
    await button('Discard').trigger('click')
    expect(h1()).toBe('1')
    expect(row('mine').text()).not.toContain('unsaved')
  })

  test('each weight goes back to what is stored, or all do', async () => {
    const { wrapper, show, slide, button } = await open()
    await show('ours')
    const field = (name: string) => wrapper.get<HTMLInputElement>(`input[aria-label="${name}"]`).element.value
    expect(wrapper.findAll('.reset')).toHaveLength(0)
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

  test('a name that is typed on before the rename is answered stays as it is typed', async () => {
    const { wrapper, show, asked } = await open({ answer: name => (name === 'changeProfile' ? MINE : undefined) })
    await show('mine')
    const field = wrapper.get<HTMLInputElement>('.titles input.mono')
    await field.setValue('best')
    await field.trigger('keydown', { key: 'Enter' })
    await field.setValue('best-of')
    useProfiles().show([...PROFILES, { ...MINE, name: 'best' }, OURS])
    await flushPromises()
    expect(field.element.value).toBe('best-of')
    await field.trigger('blur')
    expect(asked('changeProfile').at(-1)).toEqual({ id: 7, changes: { name: 'best-of' } })
    useProfiles().show([...PROFILES, { ...MINE, name: 'of-another-page' }, OURS])
    await flushPromises()
    expect(field.element.value).toBe('best-of')
    await field.trigger('keydown', { key: 'Escape' })
    expect(field.element.value).toBe('of-another-page')
    useProfiles().show([...PROFILES, { ...MINE, name: 'again' }, OURS])
    await flushPromises()
    expect(field.element.value).toBe('again')
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
    expect(asked('keepDraft')).toEqual([{ profile: 7, draft: { changes: { depth: 4 }, base: { depth: 2 } } }])
    useProfiles().show([...PROFILES, { ...MINE, depth: 4 }, OURS])
    await flushPromises()
    expect(asked('keepDraft').at(-1)).toEqual({ profile: 7, draft: null })
    useProfiles().show([...PROFILES, { ...MINE, depth: 4, notes: 'of another page' }, OURS])
    await flushPromises()
    expect(asked('keepDraft')).toHaveLength(2)
  })

  test('while the lab has not answered, only the newest is sent afterwards; all of them when the page closes', async () => {
    const answer = later<undefined>()
    const { drafts, asked } = store(() => answer.promise)
    for (let i = 0; i < 50; i++) drafts.edit(MINE, { notes: String(i) }, 'notes')
    drafts.edit(OURS, { notes: 'ours' }, 'notes')
    expect(asked('keepDraft')).toHaveLength(1)
    answer.resolve(undefined)
    await flushPromises()
    expect(asked('keepDraft')).toMatchObject([{}, { profile: 7, draft: { changes: { notes: '49' } } }, { profile: 8 }])
  })

  test('that wait for an answer are all sent when the page closes', () => {
    const { drafts, asked } = store(() => new Promise(() => undefined))
    drafts.edit(MINE, { notes: 'mine' }, 'notes')
    drafts.edit(OURS, { notes: 'ours' }, 'notes')
    expect(asked('keepDraft')).toHaveLength(1)
    dispatchEvent(new Event('pagehide'))
    expect(asked('keepDraft')[1]).toMatchObject({ profile: 8, draft: { changes: { notes: 'ours' } } })
  })

  test('are sent again after a reconnect', async () => {
    let isLost = true
    const { drafts, asked, connected } = store(() => isLost && refuse('DISCONNECTED'))
    drafts.edit(MINE, { notes: 'more' }, 'notes')
    await flushPromises() // nothing is asked over and over before it is known to be lost
    connected.value = false
    await flushPromises()
    expect(asked('keepDraft')).toHaveLength(1)
    isLost = false
    connected.value = true
    await flushPromises()
    expect(asked('keepDraft')).toHaveLength(2)
    expect(useToasts().list).toEqual([])
  })

  test('of an earlier page are there, marked as unsaved, to save, to undo or to discard', async () => {
    const kept = { profile: 7, changes: { evaluator: makeEvaluator('thesis', { h1: 5 }) }, base: { evaluator: MINE.evaluator } }
    const { wrapper, show, row, button } = await open({ drafts: [kept, { ...kept, profile: 99 }] })
    expect(row('mine').text()).toContain('unsaved')
    await show('mine')
    const h1 = () => wrapper.get<HTMLInputElement>('input[aria-label="Corner h1"]').element.value
    expect(h1()).toBe('5')
    press('z', { ctrlKey: true })
    await nextTick()
    expect(h1()).toBe('1')
    press('y', { ctrlKey: true })
    await nextTick()
    expect(button('Save').attributes('disabled')).toBeUndefined()
    useDrafts().greet(hello({ drafts: [{ ...kept, changes: { notes: 'older' } }] })) // this page knows better
    expect(useDrafts().changesOf(MINE)).toEqual(kept.changes)
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
    expect(note()).toBe('')
    const drafts = useDrafts()
    drafts.edit(MINE, { title: 'First' }, 'a')
    drafts.edit({ ...MINE, title: 'First' }, { title: 'Second' }, 'b') // after it was saved here
    expect(drafts.changedElsewhere({ ...MINE, title: 'First' })).toEqual([])
  })

  test('of a field that is being saved are none that another page made, and what is taken back meanwhile is a change again', async () => {
    const answers: (() => void)[] = []
    const { wrapper, show, slide, asked, button } = await open({
      answer: name =>
        name === 'changeProfile'
          ? new Promise(resolve => answers.push(() => resolve(MINE))).then(saved => (fails ? refuse('STORE_FULL') : saved))
          : undefined,
    })
    let fails = false
    await show('mine')
    const h1 = () => (wrapper.get('input[aria-label="Corner h1, slider"]').element as HTMLInputElement).value
    const stored = { ...MINE, evaluator: makeEvaluator('thesis', { h1: 4 }) }
    await slide('Corner h1', 4)
    await button('Save').trigger('click')
    press('z', { ctrlKey: true })
    await nextTick()
    expect(h1()).toBe('1')
    useProfiles().show([...PROFILES, stored, OURS])
    answers.shift()!()
    await flushPromises()
    expect(h1()).toBe('1')
    expect(useDrafts().isDirty(stored)).toBe(true)
    expect(asked('keepDraft').at(-1)).toMatchObject({ draft: { changes: { evaluator: { parameters: { h1: 1 } } } } })
    await slide('Corner h1', 2)
    await button('Save').trigger('click')
    await slide('Corner h1', 3)
    expect(wrapper.text()).not.toContain('elsewhere')
    useProfiles().show([...PROFILES, { ...MINE, evaluator: makeEvaluator('thesis', { h1: 2 }) }, OURS])
    answers.shift()!()
    await flushPromises()
    expect(h1()).toBe('3')
    expect(wrapper.text()).not.toContain('elsewhere')
    fails = true
    await button('Save').trigger('click')
    await slide('Corner h1', 5)
    answers.shift()!()
    await flushPromises()
    expect(h1()).toBe('5')
    expect(wrapper.text()).not.toContain('elsewhere')
  })

  test('do not remember edits without end', () => {
    const { drafts } = store()
    for (let i = 0; i < 1000; i++) drafts.edit(MINE, { notes: String(i) }, String(i))
    expect(drafts.draftOf(MINE).past.length).toBeLessThanOrEqual(200)
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

  test('Ctrl+Z takes back what is being deleted, before the lab has answered, and nothing else', async () => {
    let answer = (_count: number) => {}
    const { show, asked, slide, wrapper } = await open({
      answer: name => (name === 'deleteProfiles' ? new Promise(resolve => (answer = resolve)) : [MINE]),
    })
    await show('mine')
    await slide('Corner h1', 5)
    await wrapper.get('[role="listbox"]').trigger('keydown', { key: 'Delete' })
    press('z', { ctrlKey: true })
    expect(useDrafts().isDirty(MINE)).toBe(true)
    expect(asked('restoreProfiles')).toEqual([])
    answer(1)
    await flushPromises()
    expect(asked('restoreProfiles')).toEqual([{ ids: [7] }])
    expect(useToasts().list).toEqual([])
  })

  test('a profile that is restored under another name is reported', async () => {
    const answer = (name: CallName) =>
      name === 'deleteProfiles' ? 1 : name === 'restoreProfiles' ? [{ ...MINE, name: 'mine-2' }] : undefined
    const { wrapper, show } = await open({ answer })
    await show('mine')
    await wrapper.get('[role="listbox"]').trigger('keydown', { key: 'Delete' })
    await flushPromises()
    press('z', { ctrlKey: true })
    await flushPromises()
    expect(useToasts().list.at(-1)!.detail).toBe('mine is called mine-2 now: another profile has its name.')
  })

  test('an undo that fails can be tried again', async () => {
    const answer = (name: CallName) =>
      name === 'deleteProfiles' ? 2 : name === 'restoreProfiles' ? refuse('STORE_FULL', 'no room') : undefined
    const { wrapper, asked } = await open({ answer })
    await wrapper.get('[role="listbox"]').trigger('keydown', { key: 'a', ctrlKey: true })
    await wrapper.get('[role="listbox"]').trigger('keydown', { key: 'Delete' })
    await flushPromises()
    expect(asked('deleteProfiles')).toEqual([{ ids: [7, 8] }]) // and not the built-ins
    useToasts().list[0]!.action!.run()
    await flushPromises()
    const failed = useToasts().list.find(({ kind }) => kind === 'failure')!
    expect(failed.detail).toBe('no room')
    failed.action!.run()
    expect(asked('restoreProfiles')).toHaveLength(2)
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

test('each button of several does that and nothing else', async () => {
  const { wrapper, show, row, asked } = await open({
    answer: name => (name === 'deleteProfiles' ? 2 : name === 'copyProfile' ? { ...OURS, id: 9, name: 'copy' } : undefined),
  })
  const made = () => (['exportProfiles', 'copyProfile', 'deleteProfiles'] as const).map(each => asked(each).length > 0)
  for (const [text, calls] of [
    ['Export', [true, false, false]],
    ['Duplicate', [true, true, false]],
    ['Delete', [true, true, true]],
  ] as const) {
    await show('mine')
    await row('ours').trigger('click', { ctrlKey: true })
    await wrapper.findAll('.several header button').find(each => each.text() === text)!.trigger('click') // oxfmt-ignore
    await flushPromises()
    expect(made()).toEqual(calls)
  }
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

test('two side by side are compared by what was measured of them, as long as it is of what is shown', async () => {
  const share = (of: number): StatisticsOf['reach'][string] => ({ share: of, interval: [0, 1] })
  const statistics: StatisticsOf = {
    ...{ games: 10, seed: 1, limits: { depth: 2 }, mean: 5000, interval: [4000, 6000], median: 5500, max: 9000 },
    reach: { 2048: share(0.25) },
    msPerMove: 0.5,
  }
  const others: StatisticsOf = { ...statistics, limits: { depth: 'empty' }, mean: 6000, median: 5000, msPerMove: 1.25 }
  const list = [...PROFILES, { ...MINE, statistics }, { ...OURS, statistics: others }]
  const { wrapper, show, slide, row } = await open({ list })
  const pair = async () => {
    await show('mine')
    await row('ours').trigger('click', { ctrlKey: true })
  }
  const cells = () => wrapper.findAll('.diff tbody tr').map(each => each.findAll('th, td').map(cell => cell.text()))
  await pair()
  expect(cells().slice(2, 6)).toEqual([
    ['Measured', '10 games at depth 2', '10 games at depth by empty cells', ''],
    ['Mean score', '5,000 (4,000 to 6,000)', '6,000 (4,000 to 6,000)', '+1\u00a0k'],
    ['Median', '5,500', '5,000', '−500'],
    ['Time per move', '500 µs', '1.25 ms', ''],
  ])
  await wrapper.get('.diff input[role="switch"]').setValue(true)
  expect(cells()).toContainEqual(['Reached 2048', '25%', '25%', ''])
  expect(cells().at(-1)?.[0]).toBe('Notes')
  await show('mine')
  await slide('Corner h1', 5)
  await pair()
  expect(cells()).toContainEqual(['Median', '–', '5,000', ''])
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

test('a second Copy while the first is pending is ignored', async () => {
  const answers: ((profile: KnownProfile) => void)[] = []
  const { wrapper, button, asked } = await open({
    answer: name => (name === 'copyProfile' ? new Promise(resolve => answers.push(resolve)) : undefined),
  })
  const answer = async () => {
    answers.shift()!(ownProfile(9, 'copy'))
    await flushPromises()
  }
  await button('New').trigger('click')
  for (let i = 0; i < 2; i++) await wrapper.get('dialog form').trigger('submit')
  expect(asked('copyProfile')).toHaveLength(1)
  await answer()
  expect(wrapper.find('dialog').exists()).toBe(false)
  useProfiles().show([...PROFILES, MINE, OURS, ownProfile(9, 'copy')])
  await nextTick()
  for (let i = 0; i < 2; i++) await button('Duplicate').trigger('click')
  expect(asked('copyProfile')).toHaveLength(2)
  await answer()
  await button('Duplicate').trigger('click')
  expect(asked('copyProfile')).toHaveLength(3)
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

  test('without a clash is made at once, and what came is shown', async () => {
    const done = [{ profile: 'ours', from: 'ours', did: 'added' }]
    const answer = (name: CallName) => (name === 'planImport' ? [added] : name === 'importProfiles' ? done : undefined)
    const { asked, row, wrapper } = await open({ answer })
    paste(text)
    await flushPromises()
    expect(asked('importProfiles')).toEqual([{ files: [{ name: 'Pasted text', text }], choices: [] }])
    expect(wrapper.find('dialog').exists()).toBe(false)
    expect(row('ours').attributes('aria-selected')).toBe('true')
    expect(useToasts().list).toMatchObject([{ title: 'One profile imported', detail: 'ours added' }])
  })

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

  test('of several dropped files is one; a fault in one of them is reported and nothing is imported', async () => {
    const { wrapper, asked } = await open({
      answer: name => (name === 'planImport' ? refuse('BAD_FILE', 'b.json: title') : undefined),
    })
    const files = [new File([text], 'a.json'), new File(['{}'], 'b.json')]
    await wrapper.get('main').trigger('drop', { dataTransfer: { types: ['Files'], files } })
    await until(() => expect(useToasts().list).toMatchObject([{ kind: 'failure', detail: 'b.json: title' }]))
    expect(asked('planImport')).toEqual([
      {
        files: [
          { name: 'a.json', text },
          { name: 'b.json', text: '{}' },
        ],
      },
    ])
    expect(asked('importProfiles')).toEqual([])
  })

  test('takes what Ctrl+C copied', async () => {
    const { show, row, asked } = await open({ answer: name => (name === 'planImport' ? [clash] : undefined) })
    const copied = () => {
      const texts: string[] = []
      const event = new Event('copy', { bubbles: true, cancelable: true })
      document.body.dispatchEvent(
        Object.assign(event, { clipboardData: { setData: (_: string, put: string) => texts.push(put) } }),
      )
      return texts[0]!
    }
    await show('mine')
    expect(copied()).toBe(text)
    await row('ours').trigger('click', { ctrlKey: true })
    const both = copied()
    expect(parseProfiles(both, 'both').map(({ name }) => name)).toEqual(['mine', 'ours'])
    paste(both)
    await flushPromises()
    expect(asked('planImport')).toEqual([{ files: [{ name: 'Pasted text', text: both }] }])
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
    useNavigation().open({ screen: 'profiles', incoming: text, back: { screen: 'tune' } })
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

test('a screen follows the board that is played on, until it is left', async () => {
  const { wrapper, calls, asked, listening } = await open()
  await settle()
  const play = async (rank: number) => {
    const board = BOARD.map(() => rank)
    useBoard().show({ ...hello().game, board })
    await settle()
    return board
  }
  const board = await play(1)
  expect(asked('tryPlayer').at(-1)).toMatchObject({ board })
  wrapper.unmount()
  calls.length = 0
  press('s', { ctrlKey: true })
  await play(2)
  expect(calls).toEqual([])
  expect(listening()).toBe(0)
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
    expect(wrapper.get('.live').text()).toContain('4,321')
    await show('thesis')
    expect(wrapper.text()).not.toContain(`Network ${network} estimates`)
    expect(wrapper.findAll('input[aria-label$=", slider"]').length).toBeGreaterThan(3)
  })
})
