/** The first plies of a tree: what is there is as in the rows, what is not is counted, and no game makes the answer larger than it may be. */
import { describe, expect, test } from 'vitest'
import { openTree } from '../../../src/core/games/trees'
import { Trace, type TraceData } from '../../../src/core/trace/trace'
import { parseKey } from '../../../src/core/tree/views'
import { Outline } from '../../../src/core/tree/outline'
import type { RecordedTree } from '../../../src/core/tree/recordedTree'
import { fullRows } from '../../../src/core/tree/rows'
import { treeTop } from '../../../src/core/tree/top'
import { MOST_TOP_ACTIONS, MOST_TOP_NODES, TOP_BYTES, TOP_CHARACTERS, type TopNode } from '../../../src/core/tree/views'
import { GOLDEN_TRACES } from '../support/goldenTraces'
import { recordedGame } from '../support/recordedGame'

const open = (data: TraceData): RecordedTree => openTree(new Trace(data))

function* nodesOf(top: TopNode): Generator<TopNode> {
  yield top
  for (const child of top.children) yield* nodesOf(child)
}

const pliesOf = ({ children }: TopNode): number => Math.max(0, ...children.map(child => 1 + pliesOf(child)))

describe.each(GOLDEN_TRACES)('%s', (_, record) => {
  const tree = open(record())
  const { trace } = tree
  const nodes = [...nodesOf(treeTop(tree, { plies: 3, boards: 10 }))]

  test('says of each node what its row says, of the first ten their positions', () => {
    const outline = new Outline(tree)
    outline.fold(0, 1000)
    for (let node = 0; node < trace.entries; node++) outline.fold(node, 1)
    const rows = new Map(fullRows(tree, outline, outline.rows(0, outline.total)).map(row => [row.key, row]))
    for (const { children: _children, position: _position, outcomes: _outcomes, hidden: _hidden, ...content } of nodes) {
      const {
        level: _level,
        position: _place,
        siblings: _siblings,
        children: _count,
        open: _open,
        ...row
      } = rows.get(content.key)!
      expect(content).toEqual(row)
    }
    expect(nodes.filter(({ position }) => position !== undefined)).toHaveLength(Math.min(10, nodes.length))
    for (const { key, position } of nodes)
      if (position !== undefined) expect(position).toBe(tree.game.format(tree.stateAt(parseKey(trace, key))))
  })

  test('ends at its last ply, and no earlier', () => {
    const plies = [0, 1, 2, 3]
    const found = plies.map(each => pliesOf(treeTop(tree, { plies: each, boards: 0 })))
    expect(found).toEqual(plies.map(each => Math.min(each, pliesOf(treeTop(tree, { plies: 20, boards: 0 })))))
  })

  test('names the best, the likeliest and the worst of the outcomes in the mean of a leaf', () => {
    for (const { key, kind, derived, outcomes } of nodes) {
      if (derived || kind !== 'leaf' || !outcomes) continue
      const { node } = parseKey(trace, key)
      const all = Array.from({ length: tree.outcomeCount(node) }, (_, draw) => tree.outcome(node, draw))
      const worth = (at: string) => tree.outcome(node, parseKey(trace, at).draw!).value
      const values = all.map(({ value }) => value)
      expect([worth(outcomes.best), worth(outcomes.worst)]).toEqual([Math.max(...values), Math.min(...values)])
      const { chance, draws } = tree.outcome(node, parseKey(trace, outcomes.likeliest).draw!)
      expect(chance / draws).toBe(Math.max(...all.map(each => each.chance / each.draws)))
    }
  })

  test('counts the children that are not there, and names the best, the likeliest and the worst outcome', () => {
    for (const { key, kind, derived, children, hidden, outcomes } of nodes) {
      if (derived) continue
      const { node } = parseKey(trace, key)
      const all = trace.childCount(node) > 0 ? tree.actions(node) : []
      expect(hidden.children + children.length).toBe(all.length || tree.outcomeCount(node))
      const effort = all.reduce((sum, child) => sum + trace.effort(child), 0)
      expect(hidden.nodes + children.reduce((sum, child) => sum + child.nodes, 0)).toBe(effort)
      if (kind !== 'chance' || !outcomes) continue
      const sign = node !== 0 && trace.kind(trace.parent(node)!) === 'min' ? -1 : 1
      const agent = node === 0 ? 0 : tree.comparesFor(trace.parent(node)!)
      const worths = all.flatMap(child => sign * (trace.valueTo(child, agent) ?? NaN)).filter(worth => !Number.isNaN(worth))
      const worth = (at: string) => sign * trace.valueTo(Number(at), agent)!
      expect([worth(outcomes.best), worth(outcomes.worst)]).toEqual([Math.max(...worths), Math.min(...worths)])
      const chance = (child: number) => tree.chance(child).chance / tree.chance(child).draws
      const known = all.filter(child => trace.valueTo(child, agent) !== undefined)
      expect(chance(Number(outcomes.likeliest))).toBe(Math.max(...known.map(chance)))
      const { best, likeliest, worst } = outcomes
      if (children.length > 0 && tree.trace.entries > 40)
        expect(new Set(children.map(child => child.key))).toEqual(new Set([best, likeliest, worst]))
    }
  })
})

describe.each(GOLDEN_TRACES)('a picture of part of %s', (_, record) => {
  const tree = open(record())
  const all = [...nodesOf(treeTop(tree, { plies: 20, boards: 0 }))]

  test('begins at any node as the whole one goes on there', () => {
    const inner = all.filter(({ children }) => children.length > 0).slice(0, 12)
    for (const { key } of inner) {
      const below = treeTop(tree, { plies: 1, boards: 1, top: parseKey(tree.trace, key) })
      const { children, ...its } = treeTop(tree, { plies: 20, boards: 0, top: parseKey(tree.trace, key) })
      expect(below.position).toBe(tree.game.format(tree.stateAt(parseKey(tree.trace, key))))
      expect(below.children.map(child => child.key)).toEqual(children.map(child => child.key))
      expect(its.hidden).toEqual(below.hidden)
    }
  })

  test('along the taken line has the children of actions that are taken, and of outcomes', () => {
    const isFollowed = ({ best, contribution, derived }: TopNode) => best || contribution !== undefined || derived
    const beside = treeTop(tree, { plies: 20, boards: 0, line: 'best' })
    for (const node of nodesOf(beside))
      for (const child of node.children) if (tree.trace.entries > 40 && !isFollowed(child)) expect(child.children).toEqual([])
    const whole = treeTop(tree, { plies: 2, boards: 0 })
    const keys = (node: TopNode | undefined) => node?.children.map(({ key }) => key)
    const taken = whole.children.find(isFollowed)
    expect(keys(beside)).toEqual(keys(whole))
    expect(keys(beside.children.find(({ key }) => key === taken?.key))).toEqual(keys(taken))
  })

  test('has every child of an unfolded node, below the last ply too', () => {
    const wide = all.find(({ hidden, derived }) => hidden.children > 0 && !derived)
    if (!wide) return
    const path = tree.trace.path(parseKey(tree.trace, wide.key).node).map(String)
    const nodes = [...nodesOf(treeTop(tree, { plies: 0, boards: 0, unfolded: path }))]
    const { node } = parseKey(tree.trace, wide.key)
    const count = tree.trace.childCount(node) > 0 ? tree.actions(node).length : tree.outcomeCount(node)
    expect(nodes.find(({ key }) => key === wide.key)!.children).toHaveLength(count)
  })

  test('lists every outcome that has a value, with its probability', () => {
    for (const { key, derived, outcomes } of all.slice(0, 40)) {
      if (!outcomes || derived) continue
      const whole = treeTop(tree, { plies: 1, boards: 0, top: parseKey(tree.trace, key), unfolded: [key] })
      const valued = whole.children.filter(({ value }) => value !== null)
      expect(outcomes.all.map(([its, , chance]) => [its, chance])).toEqual(valued.map(child => [child.key, child.chance]))
      const worths = outcomes.all.map(([, worth]) => worth)
      const worthOf = (at: string) => outcomes.all.find(([its]) => its === at)![1]
      expect([worthOf(outcomes.best), worthOf(outcomes.worst)]).toEqual([Math.max(...worths), Math.min(...worths)])
    }
  })
})

const leaf = (i: number) => `[${Array.from({ length: 16 }, (_, agent) => (i * 7919 + agent) / 997).join(',')}]`
const many = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i)).join(' ')
const WIDEST = {
  'a node of hundreds of children, each with a value for 16 agents': recordedGame(
    'exampleTree',
    `(p1 ${many(600, leaf)})`,
    'maxN',
  ),
  'twelve actions at every node': recordedGame(
    'exampleTree',
    `(p1 ${many(13, i => `(p2 ${many(13, j => `(p16 ${leaf(i)} ${leaf(j)})`)})`)})`,
    'maxN',
  ),
  'outcomes at every node': recordedGame(
    'exampleTree',
    `(chance ${many(16, i => `0.0625:(chance ${many(16, j => `0.0625:(chance 0.5:${leaf(i)} 0.5:${leaf(j)})`)})`)})`,
    'maxN',
  ),
}

test.each(Object.entries(WIDEST))('%s: takes no more room than it may', (_, data) => {
  const tree = open(data)
  const whole = treeTop(tree, {
    plies: 20,
    boards: MOST_TOP_NODES,
    unfolded: ['0', ...tree.actions(0).map(String)].slice(0, 100),
  })
  expect(JSON.stringify(whole).length).toBeLessThanOrEqual(TOP_BYTES)
  expect([...nodesOf(whole)].length).toBeLessThanOrEqual(MOST_TOP_NODES)
  const top = treeTop(tree, { plies: 20, boards: MOST_TOP_NODES })
  const nodes = [...nodesOf(top)]
  expect(JSON.stringify(top).length).toBeLessThanOrEqual(TOP_BYTES)
  expect(nodes.length).toBeLessThanOrEqual(MOST_TOP_NODES)
  const positions = nodes.map(({ position = '' }) => position)
  expect(positions.join('').length).toBeLessThanOrEqual(TOP_CHARACTERS)
  for (const { key, children, outcomes } of nodes) {
    expect(children.length).toBeLessThanOrEqual(MOST_TOP_ACTIONS)
    const { node } = parseKey(tree.trace, key)
    const best = outcomes ? outcomes.best : String(tree.bestChild(node))
    if (children.length > 0) expect(children.map(child => child.key)).toContain(best)
  }
})

test('a tree that has room as a whole lacks no action', () => {
  const tree = open(recordedGame('exampleTree', '(max 1 2 3 4 5 6 7 8 9 10 11 12 13 (min 20 30) 15)', 'minimax'))
  for (const request of [
    { plies: 3, boards: 0 },
    { plies: 3, boards: 0, at: tree.trace.entries - 1 },
  ])
    for (const { hidden } of nodesOf(treeTop(tree, request))) expect(hidden.children).toBe(0)
})
