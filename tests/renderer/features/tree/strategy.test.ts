/** Strategies in the drawn tree: chosen by keys, with what they are worth against opponents. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Trace } from '../../../../src/core/trace/trace'
import DrawnTree from '../../../../src/renderer/src/ui/tree/DrawnTree.vue'
import { makeScene, type SceneStrategy } from '../../../../src/renderer/src/ui/tree/scene'
import { treeTop } from '../../../../src/core/tree/top'
import { recordedGame } from '../../../core/support/recordedGame'
import { press } from '../../helpers'
import { showView, TreePage } from './treeSupport'

const TREE = '(max (min 5 5) (min 4 (max 12 3)))'

let page: TreePage
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1040)
})
afterEach(() => {
  page.leave()
  vi.restoreAllMocks()
})

const panel = () => document.querySelector<HTMLElement>('section[aria-label="Strategies"]')
const facts = () => [...panel()!.querySelectorAll('dl > div')].map(each => each.textContent.trim())
const rows = () =>
  [...panel()!.querySelectorAll('tbody tr')].map(row => [...row.querySelectorAll('th, td')].map(each => each.textContent.trim()))
const drawn = () => document.querySelector<HTMLElement>('.drawn')!

async function open(position: string, searcher: 'minimax' | 'expectimax' = 'minimax'): Promise<void> {
  page = await TreePage.of([new Trace(recordedGame('exampleTree', position, searcher))])
  await showView('Drawn')
  await page.settle()
}

async function key(name: string): Promise<void> {
  press(name, {}, drawn())
  await page.settle()
}

/** What is lit of the tree, by the strategy that the page shows. */
function lit(): string[] {
  const { tree } = page.lab.desks[0]!
  const strategy = strategyShown()
  const { nodes } = makeScene(treeTop(tree, { plies: 12, boards: 0 }), { mode: 'all', ...(strategy && { strategy }) })
  return nodes.filter(({ isOnLine }) => isOnLine).map(({ path }) => path)
}

/** The property of the drawing. */
function strategyShown(): SceneStrategy | undefined {
  type Instance = { type: unknown; props: { strategy?: SceneStrategy } }
  const element = drawn() as unknown as { __vueParentComponent?: Instance }
  expect(element.__vueParentComponent?.type).toBe(DrawnTree)
  return element.__vueParentComponent!.props.strategy
}

test('by its key the best strategy lights up: one child at own nodes, all at the others; its value is its least leaf', async () => {
  await open(TREE)
  await key('t')
  expect(facts()).toEqual(['Strategies of MAX3', 'Its value, the least leaf5', 'Its leaves2', 'The bestthis one'])
  expect(lit()).toEqual(['', '0', '0.0', '0.1'])
  await key('t')
  expect(panel()).toBeNull()
  expect(strategyShown()).toBeUndefined()
})

test('another move is chosen by keys: the table shows what it gains from who errs, and the guarantee that it gives up', async () => {
  await open(TREE)
  await key('t')
  expect(rows()).toEqual([
    ['perfect', '5', '5', '5', '0'],
    ['random in 25%', '5', '5', '5', '0'],
    ['random', '5', '5', '8', '3'],
  ])
  await key('ArrowDown')
  await key('ArrowRight')
  expect(page.button('Take move 2').disabled).toBe(false)
  await key('m')
  expect(facts()).toEqual(['Strategies of MAX3', 'Its value, the least leaf4', 'Its leaves2', 'The bestvalue 5, 2 leaves'])
  expect(rows().map(([, mean, worst]) => [mean, worst])).toEqual([
    ['4', '4'],
    ['5', '4'],
    ['8', '4'],
  ])
  expect(lit()).toEqual(['', '1', '1.0', '1.1', '1.1.0'])
  await page.click('Take the best')
  expect(facts()[1]).toBe('Its value, the least leaf5')
})

test('a tree with chance says that it has no strategies, and nothing is lit', async () => {
  await open('(max 1 (chance 0.5:1 0.5:3))', 'expectimax')
  await key('t')
  expect(panel()!.textContent).toContain('strategies are of games without chance')
  expect(strategyShown()).toBeUndefined()
})
