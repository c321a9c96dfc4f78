import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { stepTo } from '../../../../src/core/games/twenty48/tree/boards'
import { FLAGS } from '../../../../src/core/trace/format'
import { boardSubject } from '../../../../src/core/games/twenty48/tree/head'
import type { Trace } from '../../../../src/core/trace/trace'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import TreeScreen from '../../../../src/renderer/src/features/tree/TreeScreen.vue'
import { h } from 'vue'
import { flushPromises, hello, mountScreen, press } from '../../helpers'
import { labWithTrees, recordedTrace, showView } from './treeSupport'

const CROWDED = parseBoard('3214 2153 4321 1010')
/** Its afterstates have fifteen empty cells: as many children as a node can have. */
const LONE = parseBoard('2000 0000 0000 0000')

let mounted: ReturnType<typeof mountScreen> | undefined
beforeEach(() => {
  // there is no layout here: a pane as high as twenty rows
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function show(...traces: Trace[]) {
  const lab = labWithTrees(traces)
  mounted = mountScreen(lab.lab, () => h(TreeScreen, { hello: hello() }))
  await flushPromises()
  await showView('Outline')
  return lab
}

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await flushPromises()
}

const outline = () => document.querySelector<HTMLElement>('[role="tree"]')!
const rows = () => [...outline().querySelectorAll<HTMLElement>('[role="treeitem"]')]
const active = () => outline().querySelector<HTMLElement>('[aria-selected="true"]')!
const panel = () => document.querySelector<HTMLElement>('section[aria-label="Node"]')!

async function key(name: string): Promise<void> {
  press(name, {}, outline())
  await settle()
}

/** Goes to the first node with a flag, by keyboard. */
async function goTo(flag: number, trace: Trace): Promise<void> {
  await show(trace)
  const node = Array.from({ length: trace.entries }, (_, i) => i).find(each => trace.has(each, flag))!
  await walk(trace.path(node).slice(1), trace)
}

/** From a node to one below it, by keyboard. */
async function walk(path: readonly number[], trace: Trace): Promise<void> {
  for (const each of path) {
    if (active().getAttribute('aria-expanded') === 'false') await key('ArrowRight')
    await key('ArrowRight')
    for (let i = trace.children(trace.parent(each)!).indexOf(each); i > 0; i--) await key('ArrowDown')
  }
}

/** What a column of the outline says, row by row. */
const figures = (column: string) => rows().map(row => row.querySelector(column)!.textContent)

/** Which node is looked at: its crumbs. */
const nodeKey = () => [...panel().querySelectorAll('.crumb')].map(crumb => crumb.textContent.trim()).join(' › ')

function pathOf(trace: Trace, node: number): string {
  const words = trace
    .path(node)
    .slice(1)
    .map(each => {
      const edge = stepTo(trace, each)!
      if ('move' in edge) return { up: '↑', down: '↓', left: '←', right: '→' }[edge.move]
      return `${2 ** edge.spawn.rank} @ r${Math.floor(edge.spawn.cell / 4) + 1}c${(edge.spawn.cell % 4) + 1}`
    })
  return ['root', ...words].join(' › ')
}

describe('the outline', () => {
  test('shows the root and its moves, the best one marked, with level, place and state, and unfolds and folds by arrows', async () => {
    await show(recordedTrace(CROWDED, {}, 1))
    const moves = legalMoves(CROWDED)
    const attributes = (name: string) => rows().map(row => row.getAttribute(name))
    expect(rows()).toHaveLength(1 + moves.length)
    expect(attributes('aria-expanded')[0]).toBe('true')
    expect(attributes('aria-level').slice(1)).toEqual(moves.map(() => '2'))
    expect(attributes('aria-posinset').slice(1)).toEqual(moves.map((_, i) => String(i + 1)))
    expect(attributes('aria-setsize')).not.toContain(null)
    expect(attributes('aria-label').filter(label => label!.includes('taken'))).toHaveLength(1)
    expect(outline().getAttribute('aria-activedescendant')).toBe(rows()[0]!.id)
    // the panel: the move that a player takes, and the evaluator term by term
    expect(panel().querySelectorAll('.highest tr.best')).toHaveLength(1)
    expect(panel().querySelector('.highest .total')!.textContent).toBe(panel().querySelector('.highest tr.best td')!.textContent)
    expect(panel().textContent).toContain('Value of this board')
    expect(panel().querySelectorAll('thead th .board').length).toBe(moves.length)
    await key('ArrowDown')
    await key('ArrowRight')
    expect(rows().length).toBeGreaterThan(1 + moves.length)
    for (const [name, level] of [
      ['ArrowRight', '3'],
      ['ArrowLeft', '2'],
      ['ArrowLeft', '2'],
    ] as const) {
      await key(name)
      expect(active().getAttribute('aria-level')).toBe(level)
    }
    expect(rows()).toHaveLength(1 + moves.length)
  })

  test('writes the values of siblings with the same number of digits', async () => {
    await show(recordedTrace(parseBoard('1212 2121 1212 2120'), { leaf: 'spawned' }, 1))
    await key('ArrowRight')
    await key('ArrowRight')
    expect(figures('.value')).toEqual(['227.362', '227.362', '227.350', '227.467', '227.362'])
    expect(figures('.part')).toEqual(['', '', '204.615', '22.7467', ''])
  })

  test('holds only the rows in sight, however many there are', async () => {
    const trace = recordedTrace(CROWDED, { table: 'off' }, 2)
    const { desks } = await show(trace)
    await key('Home')
    mounted!
      .findAll('button')
      .find(button => button.attributes('aria-label') === 'Unfold everything below')!
      .element.click()
    await settle()
    expect(desks[0]!.outline.total).toBe(trace.entries)
    expect(rows().length).toBeLessThan(40)
    expect(outline().querySelector<HTMLElement>('.rows')!.style.height).toBe(`${trace.entries * 26}px`)
    await key('End')
    expect(active().getAttribute('aria-level')).toBeTruthy()
    expect(desks[0]!.outline.rows(trace.entries - 1, 1)[0]!.place.node).toBeGreaterThan(0)
  })
})

describe('the panel', () => {
  test('adds up what a chance node of 30 tiles is worth', async () => {
    const trace = recordedTrace(LONE, { table: 'off' }, 1)
    await show(trace)
    await key('ArrowDown')
    const lines = [...panel().querySelectorAll('.sum tbody tr')]
    expect(lines).toHaveLength(30)
    expect(lines.map(line => line.querySelector('td')!.textContent)).toEqual(lines.map((_, i) => ['0.9/15', '0.1/15'][i % 2]))
    const number = (text: string) => Math.round(Number(text.replaceAll(/[,\s]/g, '')) * 1e6)
    const products = lines.map(line => number(line.querySelector('td:last-child')!.textContent))
    expect(products.reduce((sum, each) => sum + each, 0)).toBe(number(panel().querySelector('.sum .total')!.textContent))
    expect(number(panel().querySelector('.sum .total')!.textContent)).toBeCloseTo(1e6 * trace.value(trace.children(0)[0]!)!, -2)
    await key('ArrowRight')
    const tiles = rows().filter(row => row.getAttribute('aria-level') === '3')
    expect(tiles.every(row => row.getAttribute('aria-setsize') === '30')).toBe(true)
    for (let i = 0; i < 30; i++) await key('ArrowDown')
    expect(active().getAttribute('aria-posinset')).toBe('30')
  })

  test('goes along a chain of table hits, and back the way it came', async () => {
    const trace = recordedTrace(CROWDED, {}, 3)
    const hits = Array.from({ length: trace.entries }, (_, node) => node).filter(node => trace.source(node) !== undefined)
    const below = (node: number) => hits.find(each => trace.path(each).includes(node))
    // a hit whose source has a hit below it
    const first = hits.find(hit => below(trace.source(hit)!) !== undefined)!
    const source = trace.source(first)!
    const second = below(source)!
    expect(trace.source(second)).not.toBe(source)
    await show(trace)
    await walk(trace.path(first).slice(1), trace)
    const stops = [nodeKey()]
    await key('g')
    stops.push(nodeKey())
    await walk(trace.path(second).slice(trace.path(source).length), trace)
    stops.push(nodeKey())
    await key('g')
    stops.push(nodeKey())
    expect(stops).toEqual([first, source, second, trace.source(second)].map(node => pathOf(trace, node!)))
    await key('b')
    expect(nodeKey()).toBe(stops[2])
    await key('b')
    expect(nodeKey()).toBe(stops[0])
  })

  test('says what is not recorded, and offers to search it again', async () => {
    await goTo(FLAGS.NOT_RECORDED, recordedTrace(CROWDED, { table: 'off' }, 2, 0.03))
    expect(panel().textContent).toContain('found no room')
    panel().querySelector<HTMLElement>('.backup > button')!.click()
    await settle()
    expect(document.querySelector('dialog')!.textContent).toContain('Search again from here')
  })

  test('shows the tiles behind a leaf that is a mean, marked as not searched by themselves', async () => {
    await show(recordedTrace(CROWDED, { leaf: 'spawned' }, 0))
    await key('ArrowDown')
    expect(panel().textContent).toContain('the mean of the evaluator over the tiles')
    await key('ArrowRight')
    expect(rows()[2]!.getAttribute('aria-label')).toContain("a part of the leaf's mean")
    await key('ArrowDown')
    expect(panel().textContent).toContain('A tile of a leaf')
  })
})

test('an errand from Play records its board by its player, and the page asks for nothing more than the tree in sight', async () => {
  const lab = labWithTrees([])
  mounted = mountScreen(lab.lab, () => h(TreeScreen, { hello: hello() }))
  await settle()
  expect(document.body.textContent).toContain('Why this move?')
  const { evaluator, settings } = boardSubject(recordedTrace(CROWDED, {}, 0).head)
  const depths = { up: 2, down: 2, left: 1, right: null }
  const player = { evaluator, settings, limits: { depth: 2 } }
  useNavigation().open({ screen: 'tree', record: { board: CROWDED, player, depths } })
  await settle()
  expect(lab.calls.find(({ name }) => name === 'recordTree')!.arg).toMatchObject({
    board: CROWDED,
    keep: [],
    player: { limits: { depth: 2 } },
    depths,
  })
})
