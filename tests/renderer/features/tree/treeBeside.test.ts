/** Several trees beside each other. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { boardSubject } from '../../../../src/core/games/twenty48/tree/head'
import type { TreeView } from '../../../../src/core/contract/calls'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Trace } from '../../../../src/core/trace/trace'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { useTrees } from '../../../../src/renderer/src/bridge/trees'
import { provideOpenTrees } from '../../../../src/renderer/src/features/tree/useOpenTrees'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { useTitles } from '../../../../src/renderer/src/features/tree/useTitles'
import { flushPromises, hello, unmountAll, withSetup } from '../../helpers'
import { labWithTrees, recordedTrace, TreePage } from './treeSupport'

const CROWDED = parseBoard('3214 2153 4321 1010')
const OTHER = parseBoard('3214 2153 4321 0101')

let page: TreePage | undefined
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520)
})
afterEach(() => {
  page?.leave()
  page = undefined
  vi.restoreAllMocks()
})

async function show(traces: readonly Trace[], change?: Partial<TreeView>): Promise<TreePage> {
  page = await TreePage.of(traces, change)
  return page
}

/** The titles of these trees. */
async function titled(traces: readonly Trace[]) {
  const lab = labWithTrees(traces)
  const { words, trees } = withSetup(lab.lab, () => {
    useProfiles().greet(hello())
    return { words: useTitles(), trees: useTrees() }
  })
  lab.emit('trees', lab.views)
  await flushPromises()
  return { lab, titles: () => trees.list.map(view => words.title(view)) }
}

describe('trees of one title', () => {
  test('are distinguished by the settings in which they differ, by their position, or numbered', async () => {
    const cases: [Trace[], string[]][] = [
      [
        [
          recordedTrace(CROWDED, { leaf: 'afterstate' }, 1),
          recordedTrace(CROWDED, { leaf: 'spawned' }, 1),
          recordedTrace(CROWDED, { leaf: 'spawned', cut: 0.01 }, 1),
        ],
        [
          'Thesis, depth 1 · Leaf: after the move · Probability cut: 0',
          'Thesis, depth 1 · Leaf: mean over the next tile · Probability cut: 0',
          'Thesis, depth 1 · Leaf: mean over the next tile · Probability cut: 0.01',
        ],
      ],
      [
        [recordedTrace(CROWDED, {}, 1), recordedTrace(OTHER, {}, 1)],
        ['Thesis, depth 1 · 3214215343211010', 'Thesis, depth 1 · 3214215343210101'],
      ],
      [
        [recordedTrace(CROWDED, {}, 1), recordedTrace(CROWDED, {}, 1), recordedTrace(CROWDED, {}, 2)],
        ['Thesis, depth 1', 'Thesis, depth 1 (2)', 'Thesis, depth 2'],
      ],
    ]
    for (const [traces, names] of cases) {
      const { titles } = await titled(traces)
      expect(titles()).toEqual(names)
      unmountAll()
    }
  })
})

describe('another tree', () => {
  const { evaluator, settings } = boardSubject(recordedTrace(CROWDED, {}, 0).head)
  const player = { evaluator, settings, limits: { depth: 1 } }

  async function fromPlay(its: TreePage): Promise<void> {
    its.lab.answers.set('recordTree', { ...its.lab.views[0]!, id: 9, version: 0, state: 'recording' })
    useNavigation().open({ screen: 'tree', record: { board: OTHER, player } })
    await its.settle()
  }
  const kept = (its: TreePage) => (its.lab.calls.findLast(({ name }) => name === 'recordTree')!.arg as { keep: number[] }).keep

  test('from Play leaves those that are open, and knows nothing of a closed one', async () => {
    const its = await show([recordedTrace(CROWDED, {}, 1), recordedTrace(CROWDED, {}, 2)])
    await fromPlay(its)
    expect(kept(its)).toEqual([1, 2])
    await its.click(`Close ${its.names[0]!}`)
    its.lab.emit('trees', its.lab.views.slice(1))
    await fromPlay(its)
    expect(kept(its)).toEqual([2])
    expect(its.toasts).toEqual([])
  })

  test('takes the place of the oldest that is done and not looked at, which is said by its name', async () => {
    const trace = recordedTrace(CROWDED, {}, 1)
    const its = await show([trace, recordedTrace(OTHER, {}, 1), recordedTrace(CROWDED, {}, 2), recordedTrace(CROWDED, {}, 0)])
    its.lab.emit('trees', [{ ...its.lab.views[0]!, state: 'recording' }, ...its.lab.views.slice(1)])
    await its.settle()
    const closing = its.names[1]!
    await fromPlay(its)
    expect(kept(its)).toEqual([1, 3, 4])
    expect(its.toasts).toMatchObject([{ kind: 'notice', title: `${closing} was closed` }])
  })

  test('in the place of one closes no other', async () => {
    const its = labWithTrees([0, 1, 2, 3].map(() => recordedTrace(CROWDED, {}, 0)))
    its.answers.set('recordTree', { ...its.views[0]!, id: 9 })
    const open = withSetup(its.lab, provideOpenTrees)
    await useTrees().refresh()
    await open.record(OTHER, player, { instead: 2 })
    expect(its.calls.findLast(({ name }) => name === 'recordTree')!.arg).toMatchObject({ keep: [1, 3, 4] })
    expect(useToasts().list).toEqual([])
  })

  test('begins with the profile of Play where there is none yet', async () => {
    const its = await show([])
    useProfiles().inUse = 'power'
    await its.click('Record a search')
    expect(document.querySelector<HTMLSelectElement>('dialog .what select')!.value).toBe('power')
  })
})
