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
import { labWithTrees, recordedTrace, setFolded } from './treeSupport'

const CROWDED = parseBoard('3214 2153 4321 1010')
const DYING = parseBoard('1212 2121 1212 2103')
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
  await flushPromises()
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
async function goTo(flag: number, trace: Trace): Promise<number> {
  await show(trace)
  const node = Array.from({ length: trace.entries }, (_, i) => i).find(each => trace.has(each, flag))!
  await walk(trace.path(node).slice(1), trace)
  return node
}

async function goToNode(node: number, trace: Trace): Promise<void> {
  await show(trace)
  await walk(trace.path(node).slice(1), trace)
}

/** From a node to one below it, by keyboard. */
async function walk(path: readonly number[], trace: Trace): Promise<void> {
  for (const each of path) {
    if (active().getAttribute('aria-expanded') === 'false') await key('ArrowRight')
    await key('ArrowRight')
    for (let sibling = trace.firstChild(trace.parent(each)!); sibling < each; sibling++) await key('ArrowDown')
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

  test('writes a long value short, with the number in full in the title and in the panel', async () => {
    await show(recordedTrace(parseBoard('1234 5678 1234 5670'), { leaf: 'spawned', dead: -1_234_567.5 }, 1))
    expect(figures('.value')).toContain('−1.23457\u00a0M')
    await key('ArrowDown')
    expect(active().querySelector('.value')!.getAttribute('title')).toBe('−1,234,567.5')
    expect([...panel().querySelectorAll('.facts dd')][0]!.textContent).toBe('−1,234,567.5')
    // as the bars on the board say it
    expect(active().getAttribute('aria-label')).toContain('value −1,234,568')
  })

  test('writes a whole million without zeros behind the point', async () => {
    await show(recordedTrace(parseBoard('1234 4321 1234 4320'), { leaf: 'spawned', dead: -1_000_000 }, 1))
    expect(figures('.value')).toEqual(['471.145', '−1\u00a0M', '471.145'])
  })

  test('says of a tree of one node that it is one', async () => {
    await show(recordedTrace(parseBoard('1212 2121 1212 2121'), {}, 1))
    expect(document.querySelector('.tabs [role="status"]')!.textContent).toMatch(/^1 node, 4 moves tried, /)
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

  test('says of a table hit where its value was computed, goes there and back', async () => {
    const trace = recordedTrace(CROWDED, {}, 2)
    const hit = await goTo(FLAGS.TABLE_HIT, trace)
    expect(panel().textContent).toContain('Value from the table')
    expect(panel().textContent).not.toContain('also reuses results')
    expect(trace.source(hit)).toBeDefined()
    const name = active().getAttribute('aria-label')
    await key('g')
    expect(active().getAttribute('aria-label')).not.toContain('table hit')
    await key('b')
    expect(active().getAttribute('aria-label')).toBe(name)
  })

  test('says of a table hit that it is of a deeper search, and of the table that it has such', async () => {
    const trace = recordedTrace(parseBoard('1234432112340000'), { table: 'deeper' }, 3)
    const deeper = Array.from({ length: trace.entries }, (_, node) => node).find(node => {
      const source = trace.source(node)
      return source !== undefined && trace.columns.depth[source]! > trace.columns.depth[node]!
    })!
    await goToNode(deeper, trace)
    const own = trace.columns.depth[deeper]!
    expect(panel().textContent).toContain(
      `by a deeper search of this board: ${trace.columns.depth[trace.source(deeper)!]!} pairs left, ${own} here`,
    )
    expect(panel().textContent).toContain('also reuses results that were searched deeper')
  })

  test('says of a dead board that no move is possible', async () => {
    await goTo(FLAGS.TERMINAL, recordedTrace(DYING, { dead: -1000 }, 3))
    expect(panel().textContent).toContain('No move is possible: −1,000')
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
    await goToNode(first, trace)
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

  test('says of a node below the cut that it was too unlikely, and of one at the horizon that no depth was left', async () => {
    const trace = recordedTrace(CROWDED, { cut: 0.1 }, 2)
    await goTo(FLAGS.PROBABILITY_CUT, trace)
    expect(panel().querySelector('.backup p')!.textContent).toBe(
      'Below the probability cut: the evaluator on this board, the terms below.',
    )
    expect(active().getAttribute('aria-label')).toContain('too unlikely')
    mounted!.unmount()
    await goTo(FLAGS.HORIZON, recordedTrace(CROWDED, { table: 'off' }, 1))
    expect(panel().querySelector('.backup p')!.textContent).toBe(
      'No depth is left: the evaluator on this board, the terms below.',
    )
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

  test('compares the same board in the trees that are open', async () => {
    await show(recordedTrace(CROWDED, {}, 1), recordedTrace(CROWDED, { leaf: 'spawned' }, 1))
    const section = setFolded('In the trees side by side', false)
    await settle()
    expect(section.querySelectorAll('thead th')).toHaveLength(2)
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
