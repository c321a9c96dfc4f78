/** What each screen adds to the primitives of the bridge, whose own contract is in bridge/: what a question is about there, and what is let go of. */

import { afterEach, expect, test, vi } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, shallowRef } from 'vue'
import type { EvaluationRow, JobView, TuningView } from '../../src/core/contract/calls'
import type { DeletedKind } from '../../src/core/contract/stored'
import { MOST_DELETED } from '../../src/core/contract/calls/data'
import { LabError } from '../../src/core/errors'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { PRESETS } from '../../src/core/contract/tuning/presets'

import DeletedDialog from '../../src/renderer/src/features/deleted/DeletedDialog.vue'

import { useImport } from '../../src/renderer/src/features/incoming/useImport'
import { useChoice, useLibrary } from '../../src/renderer/src/features/replays/library/useLibrary'
import { useReplay } from '../../src/renderer/src/features/replays/player/useReplay'
import NotesField from '../../src/renderer/src/features/replays/NotesField.vue'
import { useDataFolder } from '../../src/renderer/src/features/settings/useDataFolder'

import EvaluationTable from '../../src/renderer/src/features/tune/runs/EvaluationTable.vue'
import { fakeLab, flushPromises, later, mountWith, refuse, withSetup, until } from './helpers'
import { recordedTrace, TreePage } from './features/tree/treeSupport'

const CROWDED = parseBoard('3214 2153 4321 1010')
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
test('a step of a lecture that ended is none of the next one, which does not wait for it', async () => {
  const page = await TreePage.of([recordedTrace(CROWDED, {}, 1), recordedTrace(CROWDED, {}, 2)])
  const { answers } = page.lab
  await page.click('Lecture')
  const step = later<unknown>()
  const into = await page.lab.lab.call('lectureAt', { tree: 2, at: 0, step: 'into' })
  answers.set('lectureAt', step.promise)
  await page.click('Step into')
  await page.chooseTab(0)
  answers.delete('lectureAt')
  await page.click('Lecture')
  const place = () => document.querySelector('.lecture .place')?.textContent
  const begun = place()
  expect(begun).toContain('event 1 of')
  step.resolve(into)
  await page.settle()
  expect(place()).toBe(begun)
  expect(page.rows.indexOf(page.active)).toBe(0)
  await page.click('Step into')
  expect(place()).not.toBe(begun)
})

test('what is forgotten stays of one kind, though another kind is looked at meanwhile', async () => {
  const ids = Array.from({ length: MOST_DELETED + 5 }, (_, i) => i + 1)
  const portion = later<number>()
  let forgot = 0
  const fake = fakeLab((name, arg) => {
    if (name === 'deletedIds') return ids
    if (name === 'forgetDeleted') return forgot++ === 0 ? portion.promise : 5
    const kind = (arg as { kind: DeletedKind }).kind
    const rows =
      kind === 'games' ? [{ kind, id: 1, deleted: 1e12, player: 'person', profile: null, score: 4, slides: 9, maxRank: 7 }] : []
    return { rows, totals: { profiles: 0, games: ids.length, runs: 2, trainings: 0, others: 0 } }
  })
  const wrapper = mountWith(DeletedDialog, fake.lab, { props: { first: 'games' } })

  await flushPromises()
  await wrapper.get('footer input').trigger('change')
  await flushPromises()
  await wrapper.findAll('footer button')[0]!.trigger('click')
  await nextTick()
  await wrapper.get('.danger').trigger('click')
  await flushPromises()
  await wrapper.findAll('.kinds button')[2]!.trigger('click')
  await flushPromises()
  portion.resolve(MOST_DELETED)
  await flushPromises()
  const kinds = fake.calls.filter(({ name }) => name === 'forgetDeleted').map(({ arg }) => (arg as { kind: string }).kind)
  expect(kinds).toEqual(['games', 'games'])
})

test('notes that were typed while the connection was lost are kept once it stands again', async () => {
  vi.useFakeTimers()
  let lost = true
  const fake = fakeLab(() => lost && refuse('DISCONNECTED'))
  const wrapper = mountWith(NotesField, fake.lab, { props: { id: 3, notes: '' } })

  fake.connected.value = false
  await wrapper.get('textarea').setValue('typed')
  vi.advanceTimersByTime(1000)
  await flushPromises()
  lost = false
  fake.connected.value = true
  await flushPromises()
  vi.advanceTimersByTime(1000)
  await flushPromises()
  expect(fake.calls.map(({ arg }) => arg)).toEqual([
    { id: 3, notes: 'typed' },
    { id: 3, notes: 'typed' },
  ])
})

test('notes that are edited while older ones are saved stay as typed', async () => {
  vi.useFakeTimers()
  const answers: (() => void)[] = []
  const fake = fakeLab(() => new Promise<void>(resolve => answers.push(resolve)))
  const wrapper = mountWith(NotesField, fake.lab, { props: { id: 3, notes: '' } })

  const field = wrapper.get('textarea')
  for (const typed of ['a', 'ab']) {
    await field.setValue(typed)
    await vi.advanceTimersByTimeAsync(300)
  }
  answers.shift()!()
  await wrapper.setProps({ notes: 'a' })
  expect(field.element.value).toBe('ab')
  answers.shift()!()
  await flushPromises()
  await wrapper.setProps({ notes: 'ab' })
  expect(field.element.value).toBe('ab')
  await wrapper.setProps({ notes: 'of another page' })
  expect(field.element.value).toBe('of another page')
  await field.setValue('c')
  await wrapper.setProps({ id: 4, notes: 'another game' })
  expect(field.element.value).toBe('another game')
  await wrapper.setProps({ id: 3, notes: 'of another page' }) // whose last word is on its way
  expect(field.element.value).toBe('c')
})

test('the last evaluation is reached by its key, though its row must be requested first', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(15_031)
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, to?: ScrollToOptions | number) {
    this.scrollTop = (to as ScrollToOptions).top!
    this.dispatchEvent(new Event('scroll'))
  }
  const evaluation = (id: number): EvaluationRow => ({
    ...{ id, iteration: 0, purpose: 'move', particle: 7, again: null, weights: [1, 2, 3, 4], fitness: 900 },
    ...{ standardError: null, mean: 900, meanError: null, games: 1, stopped: false, ms: 1, error: null },
  })
  const fake = fakeLab((_, arg) => {
    const { offset, limit } = arg as { offset: number; limit: number }
    return { rows: Array.from({ length: limit }, (__, i) => evaluation(offset + i + 1)), total: 500 }
  })
  const chosen: (number | undefined)[] = []
  const run = { id: 1, config: PRESETS['thesis-1'].config } as unknown as TuningView
  const onChoose = (row: EvaluationRow | undefined) => chosen.push(row?.id)
  const wrapper = mountWith(EvaluationTable, fake.lab, { props: { run, marked: undefined, onChoose } })

  await flushPromises()
  const box = wrapper.get('[role="grid"]')
  await box.trigger('keydown', { key: 'ArrowDown' })
  await box.trigger('keydown', { key: 'End' })
  await until(() => expect(chosen).toEqual([1, 500]))
  await box.trigger('keydown', { key: 'ArrowUp' })
  expect(chosen).toEqual([1, 500, 499])
})

test('a replay that is cancelled before the lab has confirmed it is not continued', async () => {
  const job = (id: number): JobView => ({ id, kind: 'replay', title: String(id), state: 'running', done: 0 })
  const answers: ReturnType<typeof later>[] = []
  const fake = fakeLab(name => (name === 'openReplay' ? answers[answers.push(later()) - 1]!.promise : undefined))
  const replay = withSetup(fake.lab, () => useReplay())
  const cancelled = () => fake.asked('cancelJob').map(arg => (arg as { id: number }).id)
  const report = async (...jobs: number[]) => {
    fake.emit('jobs', jobs.map(job))
    await flushPromises()
  }
  void replay.open(4)
  replay.close()
  await report(3, 4)
  expect(cancelled()).toEqual([4])
  answers[0]!.reject(new LabError('CANCELLED', 'given up'))
  await flushPromises()
  await report(4) // of another page
  expect(cancelled()).toEqual([4])
  void replay.open(5)
  replay.close()
  void replay.open(5)
  await report(5)
  expect(cancelled()).toEqual([4])
})

test('an import that was stopped is not gone on with when another begins', async () => {
  const slow = later<number>()
  let imports = 0
  const fake = fakeLab((name, arg) => {
    const { id } = arg as { id: number }
    if (name === 'beginImport') return ++imports
    if (name === 'importText') return id === 1 ? slow.promise : 1
    return name === 'endImport' ? { games: 1, known: 0, faults: [], faultCount: 0 } : { added: [id], first: id }
  })
  const reader = withSetup(fake.lab, () => useImport(() => undefined))
  void reader.run([{ name: 'a', bytes: 3, pieces: () => ['abc'] }])
  await flushPromises()
  await reader.drop()
  void reader.run([{ name: 'b', bytes: 3, pieces: () => ['abc'] }])
  await flushPromises()
  slow.resolve(1)
  await flushPromises()
  expect(fake.asked('saveImport')).toMatchObject([{ id: 2 }])
  expect(fake.asked('dropImport')).toMatchObject([{ id: 1 }])
})

test('a data folder that is moved is still so when its screen is shown again', async () => {
  const moved = later<undefined>()
  const fake = fakeLab(name => (name === 'moveData' ? moved.promise : { folder: '/there', damaged: [] }))
  let data!: ReturnType<typeof useDataFolder>
  const Screen = defineComponent(() => {
    data = useDataFolder()
    return () => h('p')
  })
  const shown = shallowRef(true)
  mountWith(
    defineComponent(() => () => h(KeepAlive, () => (shown.value ? h(Screen) : h(defineComponent(() => () => h('i')))))),
    fake.lab,
  )

  await flushPromises()
  void data.move('/elsewhere')
  shown.value = false
  await nextTick()
  shown.value = true
  await flushPromises()
  expect(data.busy.value).toBe(true)
  moved.resolve(undefined)
  await flushPromises()
  expect(data.busy.value).toBe(false)
})

test('all games are not chosen once others are looked for', async () => {
  const ids = later<number[]>()
  const fake = fakeLab(name => (name === 'gameIds' ? ids.promise : { rows: [], total: 3 }))
  const { library, choice } = withSetup(fake.lab, () => {
    const library = useLibrary({}, () => undefined)
    return { library, choice: useChoice(library) }
  })
  const all = choice.all()
  library.filter.value = { kind: 'person' }
  choice.clear()
  ids.resolve([1, 2, 3])
  await all
  expect([...choice.chosen.value]).toEqual([])
})
