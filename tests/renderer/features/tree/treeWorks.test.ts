/** What takes long in the Tree screen: seen, and ended. */
import { afterEach, expect, test, vi } from 'vitest'
import { h } from 'vue'
import type { CallName } from '../../../../src/core/contract/calls'
import type { SharedTree } from '../../../../src/core/contract/files'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { LabError } from '../../../../src/core/errors'
import TreeScreen from '../../../../src/renderer/src/features/tree/TreeScreen.vue'
import { useNavigation, type Errand } from '../../../../src/renderer/src/ui/shell/navigation'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { flushPromises, hello, mountScreen, until } from '../../helpers'
import { labWithTrees, recordedTrace } from './treeSupport'

const SHARED: SharedTree = {
  ...{ kind: 'tree', search: { by: 'trace', name: 'a.trace', bytes: 'TEFC' }, view: 'drawn', path: [] },
}
const trace = recordedTrace(parseBoard('3214 2153 4321 1010'), {}, 1)
afterEach(() => {
  vi.restoreAllMocks()
})

/** @param answers besides those about the tree: each a promise that the test settles, or a value */
async function show(answers: Partial<Record<CallName, (arg: never) => unknown>> = {}) {
  const lab = labWithTrees([trace])
  const call = lab.lab.call.bind(lab.lab) as (name: CallName, arg: unknown) => Promise<unknown>
  vi.spyOn(lab.lab, 'call').mockImplementation((async (name: CallName, arg: never) => {
    const usual = await call(name, arg)
    return answers[name] ? answers[name](arg) : usual
  }) as never)
  mountScreen(lab.lab, () => h(TreeScreen, { hello: hello() }))
  await settle()
  return lab
}

async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await flushPromises()
}

const works = () => [...document.querySelectorAll<HTMLElement>('[role="status"] .work')]
const stop = (work: HTMLElement) => work.querySelector('button')!.click()

test('a search through a large tree shows how far it is, and can be stopped', async () => {
  const lab = await show()
  expect(works()).toEqual([])
  lab.emit('trees', [{ ...lab.views[0]!, working: { find: 0.4 } }])
  await settle()
  const [work] = works()
  expect(work!.textContent).toContain('Looking through the tree')
  expect(work!.querySelector('progress')!.value).toBe(0.4)
  stop(work!)
  await settle()
  expect(lab.calls.at(-1)).toEqual({ name: 'stopTreeWork', arg: { tree: 1, work: 'find' } })
  lab.emit('trees', lab.views)
  await settle()
  expect(works()).toEqual([])
})

test('a file that is read shows how far it is; stopped, the lab hears that and nothing more of it', async () => {
  let taken = 0
  let hold: (() => void) | undefined
  const lab = await show({
    openTreeFile: () => ({ file: 7 }),
    putTreePart: () => (++taken < 2 ? null : new Promise(resolve => (hold = () => resolve(null)))),
  })
  const file = new File([new Uint8Array(2_000_000)], 'a.trace')
  useNavigation().open({ screen: 'tree', trace: file, back: { screen: 'arena' } })
  await until(() => expect(hold).toBeDefined())
  await settle()
  expect(works()).toHaveLength(1)
  expect(works()[0]!.querySelector('progress')!.value).toBeCloseTo(0.26, 2)
  stop(works()[0]!)
  await settle()
  expect(lab.calls.filter(({ name }) => name === 'giveUpTreeFile')).toEqual([{ name: 'giveUpTreeFile', arg: { file: 7 } }])
  hold!()
  await settle()
  expect([taken, works(), useNavigation().screen]).toEqual([2, [], 'tree'])
})

test('a file and a shared place that cannot be opened leave the user where they were', async () => {
  const lab = await show({
    openTreeFile: () => ({ file: 7 }),
    putTreePart: () => Promise.reject(new LabError('BAD_FILE', 'a.trace: it is damaged')),
    recordSearch: () => Promise.reject(new LabError('BAD_POSITION', 'no such position')),
  })
  const navigation = useNavigation()
  const trace = new File(['LABTRACE'], 'a.trace')
  const by = { by: 'searcher', game: 'ticTacToe', position: 'no', seed: 0, searcher: 'minimax' } as const
  const search = { ...by, config: {}, wrapping: {}, limits: {} }
  const attempts: Errand[] = [
    { screen: 'tree', trace },
    { screen: 'tree', shared: { ...SHARED, search } },
    { screen: 'tree', shared: SHARED },
  ]
  for (const attempt of attempts) {
    navigation.open({ ...attempt, back: { screen: 'arena' } } as Errand)
    await until(() => expect(navigation.screen).toBe('arena'))
    await settle()
  }
  expect(useToasts().list.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('a.trace: it is damaged'),
    expect.stringContaining('no such position'),
  ])
  // the tree that was shown is taken for none of them
  expect(lab.calls.filter(({ name }) => name === 'treeAt')).toEqual([])
})

test('a shared step that the lecture does not have is named beside the number of its steps', async () => {
  const answers: Partial<Record<CallName, (arg: never) => unknown>> = { openTreeFile: () => ({ file: 7 }) }
  const lab = await show(answers)
  answers.putTreePart = () => lab.views[0]
  const { of } = (await lab.lab.call('lectureAt', { tree: 1, at: 0, step: 'stay' }))!
  useNavigation().open({ screen: 'tree', shared: { ...SHARED, step: 9_999 } })
  await until(() => expect(useToasts().list).toHaveLength(1))
  const detail = `The lecture has ${of} steps; the shared place names step 10,000.`
  expect(useToasts().list[0]).toMatchObject({ title: 'The lecture does not have this step', detail })
})

test('a tree that is saved comes part by part, each from where the last one ended; stopped, nothing is kept', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  const part = btoa('x'.repeat(300))
  let hold: (() => void) | undefined
  const asked: number[] = []
  let holds = true
  await show({
    treePart: ({ at }: { at: number }) => {
      asked.push(at)
      if (at === 600 && holds) return new Promise(resolve => (hold = () => resolve({ part })))
      return { part: at >= 900 ? '' : part }
    },
  })
  const save = async () => {
    const button = () => [...document.querySelectorAll('button')].find(each => each.textContent.trim() === 'Save the tree')
    if (!button()) document.querySelector<HTMLElement>('button[aria-label="Export"]')!.click()
    await until(() => expect(button()).toBeDefined())
    button()!.click()
  }
  await save()
  await until(() => expect(hold).toBeDefined())
  await settle()
  expect(works()[0]!.textContent).toContain('Saving the tree')
  stop(works()[0]!)
  hold!()
  await settle()
  expect([asked, works(), clicked.mock.calls]).toEqual([[0, 300, 600], [], []])
  holds = false
  await save()
  await until(() => expect(clicked).toHaveBeenCalledTimes(1))
  expect(asked).toEqual([0, 300, 600, 0, 300, 600, 900])
})
