/** What each screen adds to the primitives of the bridge, whose own contract is in bridge/: what a question is about there, and what is let go of. */
import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, shallowRef } from 'vue'
import type { CallName, EvaluationRow, JobView, KnownProfile, RunView } from '../../src/core/contract/calls'
import type { DeletedKind } from '../../src/core/contract/stored'
import { MOST_DELETED } from '../../src/core/contract/calls/deleted'
import { LabError } from '../../src/core/errors'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { PRESETS } from '../../src/core/tuning/presets'
import { useProfiles } from '../../src/renderer/src/bridge/profiles'
import DeletedDialog from '../../src/renderer/src/features/deleted/DeletedDialog.vue'
import PlayScreen from '../../src/renderer/src/features/play/PlayScreen.vue'
import { useDrafts } from '../../src/renderer/src/features/profiles/draftStore'
import { useImport } from '../../src/renderer/src/features/incoming/useImport'
import { useChoice } from '../../src/renderer/src/features/replays/library/useChoice'
import { useLibrary } from '../../src/renderer/src/features/replays/library/useLibrary'
import { useReplay } from '../../src/renderer/src/features/replays/player/useReplay'
import NotesField from '../../src/renderer/src/features/replays/NotesField.vue'
import { useDataFolder } from '../../src/renderer/src/features/settings/useDataFolder'
import TreeScreen from '../../src/renderer/src/features/tree/TreeScreen.vue'
import EvaluationFiles from '../../src/renderer/src/features/tune/runs/EvaluationFiles.vue'
import EvaluationTable from '../../src/renderer/src/features/tune/runs/EvaluationTable.vue'
import { fakeLab, flushPromises, hello, mountWith, PROFILES, refuse } from './helpers'
import { labWithTrees, recordedTrace, TreePage } from './features/tree/treeSupport'

const CROWDED = parseBoard('3214 2153 4321 1010')
let unmount = () => {}
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520)
})
afterEach(() => {
  unmount()
  unmount = () => {}
  document.body.innerHTML = ''
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function later<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>(done => (resolve = done))
  return { promise, resolve }
}

/** Of two trees, the newer of which is shown. */
async function twoTrees() {
  const page = await TreePage.of([recordedTrace(CROWDED, {}, 1), recordedTrace(CROWDED, {}, 2)])
  unmount = () => page.leave()
  const { answers } = page.lab
  const first = () => page.chooseTab(0)
  return { page, answers, first }
}

test('a step of a lecture that ended is none of the next one, which does not wait for it', async () => {
  const { page, answers, first } = await twoTrees()
  await page.click('Lecture')
  const step = later<unknown>()
  const into = await page.lab.lab.call('stepTree', { tree: 2, at: { key: '0', phase: 'enter' }, step: 'into' })
  answers.set('stepTree', step.promise)
  await page.click('Step into')
  await first()
  answers.delete('stepTree')
  await page.click('Lecture')
  const place = () => document.querySelector('.lecture .place')?.textContent
  const begun = place()
  expect(begun).toContain('node 1 of')
  step.resolve(into)
  await page.settle()
  expect(place()).toBe(begun)
  expect(page.rows.indexOf(page.active)).toBe(0)
  await page.click('Step into')
  expect(place()).not.toBe(begun)
})

test('what is found in a tree is not shown in another that was chosen meanwhile', async () => {
  const { page, answers, first } = await twoTrees()
  const found = later<string>()
  answers.set('findFlag', found.promise)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', code: 'KeyN', bubbles: true }))
  await first()
  found.resolve('2')
  await page.settle()
  expect(page.rows.indexOf(page.active)).toBe(0)
})

test('rows of a tree are not shown of another that was chosen meanwhile', async () => {
  const { page, answers, first } = await twoTrees()
  const rows = () => page.rows.map(row => row.textContent)
  const late = later<unknown>()
  const own = await page.lab.lab.call('treeRows', { tree: 2, first: 0, count: 100 })
  answers.set('treeRows', late.promise)
  await page.key('*') // the outline is another, and its rows are asked for
  answers.delete('treeRows')
  await first()
  const shown = rows()
  late.resolve(own)
  await page.settle()
  expect(rows()).toEqual(shown)
})

test('a node of a tree is not shown of another that was chosen meanwhile', async () => {
  const { page, answers, first } = await twoTrees()
  const heading = () => document.querySelector('section[aria-label="Node"] h2')
  const [node, place] = [later<unknown>(), later<unknown>()]
  const root = await page.lab.lab.call('treeNode', { tree: 2, node: '0' })
  answers.set('treeNode', node.promise)
  await page.key('ArrowDown')
  answers.set('revealNode', place.promise)
  await first()
  expect(heading()).toBeNull()
  node.resolve(root)
  await page.settle()
  expect(heading()).toBeNull()
})

test('answers about a tree that were lost with the connection are requested again after a reconnect', async () => {
  const fake = labWithTrees([recordedTrace(CROWDED, {}, 1), recordedTrace(CROWDED, {}, 2)])
  const ask = fake.lab.call.bind(fake.lab)
  let isLost = false
  vi.spyOn(fake.lab, 'call').mockImplementation(async (name, arg) => (isLost ? refuse('DISCONNECTED') : ask(name, arg)))
  const met = shallowRef(hello())
  const screen = () => h(TooltipProvider, () => h(TreeScreen, { hello: met.value }))
  const wrapper = mountWith(
    defineComponent(() => screen),
    fake.lab,
  )
  unmount = () => wrapper.unmount()
  const settle = async () => {
    for (let i = 0; i < 8; i++) await flushPromises()
  }
  const meetAgain = async () => {
    isLost = false
    met.value = hello()
    await settle()
  }
  await settle()
  const outline = () => wrapper.get('[role="tree"]')
  const selected = () => outline().get('[aria-selected="true"]').attributes('aria-posinset')
  const tried = () => wrapper.get('section[aria-label="Node"]').text()
  const [atRoot, atFirst] = ['△', '○']
  isLost = true
  await outline().trigger('keydown', { key: 'ArrowDown' })
  await settle()
  await meetAgain()
  const isAtRoot = outline().get('[aria-selected="true"]').text().includes(atRoot)
  expect(tried()).toContain(isAtRoot ? atRoot : atFirst)
  isLost = true
  await wrapper.get('.tab > button').trigger('click')
  await settle()
  await meetAgain()
  expect(outline().findAll('[role="treeitem"]').length).toBeGreaterThan(1)
  expect(selected()).toBe('1')
  expect(wrapper.find('section[aria-label="Node"] h2').exists()).toBe(true)
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
    return { rows, totals: { profiles: 0, games: ids.length, runs: 2, trainings: 0 } }
  })
  const wrapper = mountWith(DeletedDialog, fake.lab, { props: { first: 'games' } })
  unmount = () => wrapper.unmount()
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

test('all of a kind are not chosen of another that is looked at meanwhile', async () => {
  const ids = later<number[]>()
  const fake = fakeLab((name, arg) => {
    if (name === 'deletedIds') return ids.promise
    const kind = (arg as { kind: DeletedKind }).kind
    const row =
      kind === 'games'
        ? { kind, id: 1, deleted: 1e12, player: 'person', profile: null, score: 4, slides: 9, maxRank: 7 }
        : { kind, id: 1, deleted: 1e12, name: 'a', title: 'A', evaluations: 4 }
    return { rows: [row], totals: { profiles: 1, games: 3, runs: 2, trainings: 0 } }
  })
  const wrapper = mountWith(DeletedDialog, fake.lab, { props: { first: 'games' } })
  unmount = () => wrapper.unmount()
  await flushPromises()
  await wrapper.get('footer input').trigger('change')
  await wrapper.findAll('.kinds button')[2]!.trigger('click')
  await flushPromises()
  ids.resolve([1, 2, 3])
  await flushPromises()
  expect(wrapper.get('footer').text()).not.toContain('3 chosen')
})

test('lines of a kind that come late are not shown of another', async () => {
  const games = later<unknown>()
  const run = { kind: 'runs', id: 1, deleted: 1e12, name: 'a', title: 'A', evaluations: 4 }
  const window = { rows: [run], totals: { profiles: 0, games: 0, runs: 1 } }
  const fake = fakeLab((_, arg) => ((arg as { kind: DeletedKind }).kind === 'games' ? games.promise : window))
  const wrapper = mountWith(DeletedDialog, fake.lab, { props: { first: 'games' } })
  unmount = () => wrapper.unmount()
  await wrapper.findAll('.kinds button')[2]!.trigger('click')
  await flushPromises()
  const shown = wrapper.text()
  games.resolve({ ...window, rows: [] })
  await flushPromises()
  expect(wrapper.text()).toBe(shown)
})

test('a search that runs is not begun anew because some profile was renamed', async () => {
  vi.useFakeTimers()
  const met = hello({ analysis: { on: true, running: true } })
  const fake = fakeLab((name: CallName) =>
    name === 'gameGraph' ? { slides: [], score: [], empties: [], value: [], ms: [], milestones: [] } : undefined,
  )
  const wrapper = mountWith(
    defineComponent(() => {
      useProfiles().greet(met)
      return () => h(TooltipProvider, () => h(PlayScreen, { hello: met }))
    }),
    fake.lab,
  )
  unmount = () => wrapper.unmount()
  vi.advanceTimersByTime(1000)
  await flushPromises()
  expect(fake.names()).not.toContain('startAnalysis')
  useProfiles().show([
    ...structuredClone(PROFILES),
    { ...PROFILES[0]!, builtIn: false, id: 3, name: 'mine', created: 1, updated: 2 },
  ])
  await flushPromises()
  vi.advanceTimersByTime(1000)
  await flushPromises()
  expect(fake.names()).not.toContain('startAnalysis')
})

test('notes that were typed while the connection was lost are kept once it stands again', async () => {
  vi.useFakeTimers()
  let lost = true
  const fake = fakeLab(() => lost && refuse('DISCONNECTED'))
  const wrapper = mountWith(NotesField, fake.lab, { props: { id: 3, notes: '' } })
  unmount = () => wrapper.unmount()
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
  unmount = () => wrapper.unmount()
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
  const run = { id: 1, config: PRESETS['thesis-1'].config } as unknown as RunView
  const onChoose = (row: EvaluationRow | undefined) => chosen.push(row?.id)
  const wrapper = mountWith(EvaluationTable, fake.lab, { props: { run, marked: undefined, onChoose } })
  unmount = () => wrapper.unmount()
  await flushPromises()
  const box = wrapper.get('[role="grid"]')
  await box.trigger('keydown', { key: 'ArrowDown' })
  await box.trigger('keydown', { key: 'End' })
  await vi.waitFor(() => expect(chosen).toEqual([1, 500]))
  await box.trigger('keydown', { key: 'ArrowUp' })
  expect(chosen).toEqual([1, 500, 499])
})

test('a file of evaluations that was given up is not written, beside the next one or alone', async () => {
  const answers: (() => void)[] = []
  const fake = fakeLab(() => new Promise(resolve => answers.push(() => resolve({ rows: [], total: 0 }))))
  const props = { run: 1, weights: ['h1'], filter: {}, disabled: false }
  const wrapper = mountWith(EvaluationFiles, fake.lab, { props })
  unmount = () => wrapper.unmount()
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await wrapper.get('button').trigger('click')
  await wrapper.get('button').trigger('click') // gives it up
  await wrapper.get('button').trigger('click')
  answers.shift()!()
  await flushPromises()
  expect(create).not.toHaveBeenCalled()
  expect(wrapper.text()).toContain('give up')
  answers.shift()!()
  await flushPromises()
  expect(create).toHaveBeenCalledTimes(1)
  expect(wrapper.text()).not.toContain('give up')
  await wrapper.get('button').trigger('click')
  await wrapper.get('button').trigger('click') // gives it up
  answers.shift()!()
  await flushPromises()
  expect(create).toHaveBeenCalledTimes(1)
})

test('undo continues to earlier values, though they were saved meanwhile', async () => {
  const own: KnownProfile = { ...PROFILES[0]!, depth: 2, builtIn: false, id: 7, created: 1, updated: 2 }
  const fake = fakeLab()
  const wrapper = mountWith(
    defineComponent(() => {
      useProfiles().greet(hello({ profiles: [own] }))
      useDrafts()
      return () => h('p')
    }),
    fake.lab,
  )
  unmount = () => wrapper.unmount()
  const drafts = useDrafts()
  drafts.edit(own, { depth: 3 }, 'depth')
  drafts.edit(own, { notes: 'new' }, 'notes')
  drafts.edit(own, { depth: 4 }, 'depth')
  const saved: KnownProfile = { ...own, depth: 4, notes: 'new' }
  useProfiles().show([saved])
  const seen = [drafts.undo, drafts.undo, drafts.undo, drafts.redo, drafts.redo, drafts.redo].map(step => {
    step(saved)
    return drafts.changesOf(saved)
  })
  const old = own.notes
  expect(seen).toEqual([
    { depth: 3 },
    { depth: 3, notes: old },
    { depth: 2, notes: old },
    { depth: 3, notes: old },
    { depth: 3 },
    {},
  ])
})

test('a replay that is cancelled before the lab has confirmed it is not continued', async () => {
  const job = (id: number): JobView => ({ id, kind: 'replay', title: String(id), state: 'running', done: 0 })
  const answers: (() => void)[] = []
  const fake = fakeLab(name => {
    if (name !== 'openReplay') return undefined
    return new Promise((_, fail) => answers.push(() => fail(new LabError('CANCELLED', 'given up'))))
  })
  let replay!: ReturnType<typeof useReplay>
  const wrapper = mountWith(
    defineComponent(() => {
      replay = useReplay()
      return () => h('p')
    }),
    fake.lab,
  )
  unmount = () => wrapper.unmount()
  const cancelled = () => fake.calls.filter(({ name }) => name === 'cancelJob').map(({ arg }) => (arg as { id: number }).id)
  void replay.open(4)
  replay.close()
  fake.emit('jobs', [job(3), job(4)])
  await flushPromises()
  expect(cancelled()).toEqual([4])
  answers.shift()!()
  await flushPromises()
  fake.emit('jobs', [job(4)]) // of another page
  await flushPromises()
  expect(cancelled()).toEqual([4])
  void replay.open(5)
  replay.close()
  void replay.open(5)
  fake.emit('jobs', [job(5)])
  await flushPromises()
  expect(cancelled()).toEqual([4])
})

test('an import that was stopped is not gone on with when another begins', async () => {
  const slow = later<number>()
  let imports = 0
  const fake = fakeLab((name, arg) => {
    const { id } = arg as { id: number }
    if (name === 'beginImport') return ++imports
    if (name === 'importText') return id === 1 ? slow.promise : 1
    if (name === 'endImport') return { games: 1, known: 0, faults: [], faultCount: 0 }
    return { added: [id], first: id }
  })
  let reader!: ReturnType<typeof useImport>
  const shell = defineComponent(() => {
    reader = useImport(() => undefined)
    return () => h('p')
  })
  const wrapper = mountWith(shell, fake.lab)
  unmount = () => wrapper.unmount()
  void reader.run([{ name: 'a', bytes: 3, pieces: () => ['abc'] }])
  await flushPromises()
  await reader.drop()
  void reader.run([{ name: 'b', bytes: 3, pieces: () => ['abc'] }])
  await flushPromises()
  slow.resolve(1)
  await flushPromises()
  const asked = (call: CallName) => fake.calls.filter(({ name }) => name === call).map(({ arg }) => (arg as { id: number }).id)
  expect(asked('keepImport')).toEqual([2])
  expect(asked('dropImport')).toEqual([1])
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
  const wrapper = mountWith(
    defineComponent(() => () => h(KeepAlive, () => (shown.value ? h(Screen) : h(defineComponent(() => () => h('i')))))),
    fake.lab,
  )
  unmount = () => wrapper.unmount()
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
  let library!: ReturnType<typeof useLibrary>
  let choice!: ReturnType<typeof useChoice>
  const shell = defineComponent(() => {
    choice = useChoice((library = useLibrary({}, () => undefined)))
    return () => h('p')
  })
  const wrapper = mountWith(shell, fake.lab)
  unmount = () => wrapper.unmount()
  const all = choice.all()
  library.filter.value = { kind: 'person' }
  choice.clear()
  ids.resolve([1, 2, 3])
  await all
  expect([...choice.chosen.value]).toEqual([])
})
