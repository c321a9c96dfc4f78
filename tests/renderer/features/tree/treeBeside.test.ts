/** Several trees beside each other. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { boardSubject } from '../../../../src/core/games/twenty48/tree/head'
import type { TreeView } from '../../../../src/core/contract/calls'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { WallExpert } from '../../../../src/core/search/settings'
import type { Trace } from '../../../../src/core/trace/trace'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { useTrees } from '../../../../src/renderer/src/bridge/trees'
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

  test('are named after the profile whose expert they have, and differ by it', async () => {
    const trace = recordedTrace(CROWDED, {}, 1)
    const its = await show([trace, trace])
    const [thesis] = useProfiles().list
    const expert = { network: '0123456789abcdef', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
    const chances = { up: 0.25, down: 0.5, left: 0.75, right: null }
    const [first, second] = its.lab.views
    const settings = { ...first!.player!.settings, expert }
    const asked = {
      ...second!,
      player: { ...first!.player!, settings },
      expert: { decides: true, settings: expert, walls: 4, chances },
    }
    its.lab.emit('trees', [first!, asked])
    await its.settle()
    expect(its.names).toEqual(['Thesis, depth 1 · Wall expert: none', 'Thesis, depth 1 · Wall expert: 0123456789abcdef'])
    useProfiles().show([
      thesis!,
      { ...thesis!, name: 'walls', title: 'With an expert', settings: { ...thesis!.settings, cut: 0.1, expert } },
    ])
    await its.settle()
    expect(its.tabs).toEqual([
      'Thesis, depth 1 | 2048 | 3214215343211010 | · Down: 414.7',
      'With an expert, depth 1 | 2048 | 3214215343211010 | · expert Left: 75%', // what the player does
    ])
    await its.chooseTab(1)
    expect(its.status).toContain('best by the evaluator Down: 414.7')
  })

  test('of one network are distinguished by what else differs in the expert', async () => {
    const trace = recordedTrace(CROWDED, {}, 1)
    const { lab, titles } = await titled([trace, trace, trace])
    const expert = { network: '0123456789abcdef', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
    const names = async (...experts: (WallExpert | undefined)[]) => {
      const views = experts.map((each, i) => {
        const view = lab.views[i]!
        const player = view.player!
        return { ...view, player: { ...player, settings: { ...player.settings, ...(each && { expert: each }) } } }
      })
      lab.emit('trees', views)
      await flushPromises()
      return titles().map(name => name.split(' · ').slice(1).join(' · '))
    }
    expect(await names(expert, { ...expert, layers: 1 }, { ...expert, layers: 1, cut: 0.01 })).toEqual([
      'Wall expert: 3 chance layers, cut 0',
      'Wall expert: 1 chance layer, cut 0',
      'Wall expert: 1 chance layer, cut 0.01',
    ])
    expect(await names(undefined, expert, { ...expert, network: '0'.repeat(16), layers: 2 })).toEqual([
      'Wall expert: none',
      'Wall expert: 0123456789abcdef, 3 chance layers',
      'Wall expert: 0000000000000000, 2 chance layers',
    ])
    expect(await names({ ...expert, least: 3 }, { ...expert, target: 9, below: 0.25 })).toEqual([
      'Wall expert: walls of 1,024, from 3 walls, search below 0%',
      'Wall expert: walls of 512, from 4 walls, search below 25%',
    ])
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

  test('of a position without a player is asked about, by the profile of Play', async () => {
    const its = await show([recordedTrace(CROWDED, {}, 1)])
    useNavigation().open({ screen: 'tree', record: { board: OTHER } })
    await its.settle()
    const dialog = document.querySelector('dialog')!
    expect(dialog.querySelector<HTMLInputElement>('input[type="text"]')!.value).toBe('3214215343210101')
    expect(its.lab.names()).not.toContain('recordTree')
  })

  test('begins with the profile of Play where there is none yet', async () => {
    const its = await show([])
    useProfiles().inUse = 'power'
    await its.click('Record a search')
    expect(document.querySelector<HTMLSelectElement>('dialog .what select')!.value).toBe('power')
  })
})

describe('searching again', () => {
  const warning = 'The new value may differ'
  test.each([
    ['deeper', true],
    ['exact', false],
  ] as const)('says under the table rule %s whether its value may differ', async (table, may) => {
    const its = await show([recordedTrace(CROWDED, { table }, 1)])
    await its.click('Search again from here')
    expect(document.querySelector('dialog')!.textContent.includes(warning)).toBe(may)
  })

  test('marks such a tree', async () => {
    const of = { tree: 1, node: '1', path: [] }
    const its = await show([recordedTrace(CROWDED, { table: 'deeper' }, 1)], { from: 'again', of })
    expect(its.status).toContain('values may differ')
  })
})
