/** Scenes of real trees, laid out: nothing overlaps, every node is found again where it is, and arrows walk through all of them. */
import { describe, expect, test } from 'vitest'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { TopNode } from '../../../../src/core/tree/views'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import {
  barBox,
  between,
  fit,
  hitTest,
  inSight,
  layScene,
  LEGIBLE,
  legibleScene,
  SCALES,
  walk,
  type Arrow,
  type Box,
  type Layout,
} from '../../../../src/renderer/src/ui/tree/layout'
import { drawScene } from '../../../../src/renderer/src/ui/tree/draw'
import { makeScene, type Scene } from '../../../../src/renderer/src/ui/tree/scene'
import { recordedGame } from '../../../core/support/recordedGame'
import { recordedTrace } from '../../features/tree/treeSupport'

const board = new OutlinedTree(recordedTrace(parseBoard('8632742161105100'), { table: 'exact' }, 2).data)
const textbook = new OutlinedTree(recordedGame('exampleTree', '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))', 'alphaBeta'))
const marks = new OutlinedTree(recordedGame('ticTacToe', 'XO./.../...', 'alphaBeta', { limits: { depth: 4 } }))

const topOf = (desk: OutlinedTree, line: 'best' | 'all', plies: number, unfold: string[] = []) =>
  (TREE_ANSWERS.treeTop(desk, { tree: 1, plies, boards: 300, line, unfold }) as { root: TopNode }).root

const SCENES: readonly (readonly [string, Scene, 'right' | 'down'])[] = [
  ['the best of 2048', makeScene(topOf(board, 'best', 12), { withLosses: true, mode: 'best' }), 'right'],
  ['all of 2048', makeScene(topOf(board, 'all', 4), { mode: 'all' }), 'right'],
  ['the best of tic-tac-toe', makeScene(topOf(marks, 'best', 12), { mode: 'best' }), 'right'],
  ['a typed tree', makeScene(topOf(textbook, 'all', 4), { mode: 'all', isOfValues: true }), 'down'],
]

describe.each(SCENES)('%s', (_, scene, direction) => {
  const layout = layScene(scene, direction)

  test('has no node, strip or button on another', () => {
    const boxes = layout.nodes.flatMap(({ node, x, y, side, strip, more }) => [
      { of: node.path, x: x - side / 2, y: y - side / 2, width: side, height: side },
      ...(strip ? [{ of: `${node.path} strip`, ...strip }] : []),
      ...(more ? [{ of: `${node.path} more`, ...more }] : []),
    ])
    const { x, y, width, height } = layout.bounds
    for (const [i, one] of boxes.entries()) {
      expect(one.x >= x && one.y >= y && one.x + one.width <= x + width && one.y + one.height <= y + height, one.of).toBe(true)
      for (const other of boxes.slice(i + 1)) {
        const isApart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y
        expect(isApart, `${one.of} on ${other.of}`).toBe(true)
      }
    }
  })

  test('puts children after their parents, level by level', () => {
    for (const { node, x, y } of layout.nodes) {
      const parent = node.parent && layout.byPath.get(node.parent.path)!
      if (parent) expect(direction === 'right' ? x > parent.x : y > parent.y).toBe(true)
    }
  })

  test('finds each node at its place, and its parts', () => {
    for (const { node, x, y, strip, more } of layout.nodes) {
      expect(hitTest(layout, x, y)).toEqual({ node, part: 'node' })
      if (more) expect(hitTest(layout, more.x + more.width / 2, more.y + 3)).toEqual({ node, part: 'more' })
      if (strip) expect(hitTest(layout, strip.x + 2, strip.y + 2)).toMatchObject({ node, part: 'strip' })
    }
    expect(hitTest(layout, layout.bounds.x - 50, 0)).toBeUndefined()
  })

  test('is walked through by arrows: to the first or taken child, to its siblings, and back', () => {
    const [inwards, outwards, before, after]: readonly Arrow[] =
      direction === 'right' ? ['right', 'left', 'up', 'down'] : ['down', 'up', 'left', 'right']
    for (const node of scene.nodes) {
      const child = walk(layout, node.path, inwards!)
      expect(child).toBe(node.children.find(({ isTaken }) => isTaken) ?? node.children[0])
      if (child) expect(walk(layout, child.path, outwards!)).toBe(node)
      const next = walk(layout, node.path, after!)
      if (next) expect(walk(layout, next.path, before!)).toBe(node)
      if (next) expect(next.level).toBe(node.level)
    }
    const level = scene.nodes.filter(each => each.level === 2).length
    let at = scene.nodes.find(each => each.level === 2)!
    let steps = 1
    for (let next = walk(layout, at.path, before!); next; next = walk(layout, at.path, before!)) at = next
    for (let next = walk(layout, at.path, after!); next; next = walk(layout, at.path, after!), steps++) at = next
    expect(steps).toBe(level)
  })

  test('fits into any drawing, in the middle; a node out of sight comes into it', () => {
    for (const [width, height] of [
      [860, 720],
      [300, 500],
      [1800, 1300],
    ] as const) {
      const { x, y, k } = fit(layout, width, height)
      const { bounds } = layout
      for (const [from, size, room] of [
        [x + k * bounds.x, k * bounds.width, width],
        [y + k * bounds.y, k * bounds.height, height],
      ] as const) {
        expect(from).toBeGreaterThanOrEqual(-0.01)
        expect(2 * from + size).toBeCloseTo(room)
      }
      const far = layout.nodes.at(-1)!
      const moved = inSight(far, { x: -5000, y: 9000, k: 1 }, width, height)
      expect(moved.x + far.x - far.side / 2).toBeGreaterThanOrEqual(0)
      expect(moved.y + far.y + far.side / 2).toBeLessThanOrEqual(height)
    }
  })
})

/** Sizes of drawings in windows of 600 × 800 to 2560 × 1440, on Play and on Tree. */
const DRAWINGS = [
  [600, 228],
  [600, 260],
  [495, 440],
  [560, 313],
  [600, 365],
  [755, 430],
  [1180, 760],
  [1700, 1100],
] as const

describe.each(DRAWINGS)('a drawing of %i × %i', (width, height) => {
  const make = (most: { boards: number; levels: number }) =>
    makeScene(topOf(board, 'best', 12), { withLosses: true, mode: 'best', most })
  const { scene, layout } = legibleScene(make, width, height)

  test('has as many boards as can be read', () => {
    const { k } = fit(layout, width, height)
    expect(k).toBeGreaterThanOrEqual(height < 300 ? SCALES.leastRead : 0.9 * LEGIBLE)
    expect(scene.nodes.length).toBeGreaterThanOrEqual(5)
    expect(scene.nodes.length).toBeLessThanOrEqual(40)
    for (const { side } of layout.nodes) expect(side * k).toBeGreaterThanOrEqual(height < 300 ? 21 : 22)
  })

  test('writes its values and probabilities beside boards and beside each other', () => {
    const camera = fit(layout, width, height)
    const written = textsOf(layout, camera, width, height)
    const texts = written.map(({ text }) => text)
    for (const { label, more, children } of scene.nodes) {
      if (label?.is === 'best') expect(texts).toContain('best')
      if (more && children.length > 0) expect(texts).toContain(`${more.children} more`)
    }
    const labels = scene.nodes.filter(({ label }) => label).length
    expect(texts.filter(text => text.startsWith('value')).length).toBeGreaterThanOrEqual(labels - 1)
    const boards = layout.nodes.map(({ x, y, side }) => ({ x: x - side / 2, y: y - side / 2, width: side, height: side }))
    const apart = (one: Box, other: Box) =>
      one.x + one.width <= other.x + 0.01 ||
      other.x + other.width <= one.x + 0.01 ||
      one.y + one.height <= other.y + 0.01 ||
      other.y + other.height <= one.y + 0.01
    for (const [i, { text, box }] of written.entries()) {
      for (const other of written.slice(i + 1)) expect(apart(box, other.box), `${text} on ${other.text}`).toBe(true)
      for (const side of boards) expect(apart(box, side), `${text} on a board`).toBe(true)
    }
  })
})

/** With panels open, and in small windows. */
const SMALL_DRAWINGS = [
  [600, 120],
  [600, 160],
  [600, 240],
  [500, 120],
  [1180, 120],
  [400, 400],
] as const
const games = {
  board,
  marks,
  start: new OutlinedTree(recordedGame('ticTacToe', '.../.../...', 'alphaBeta', { limits: { depth: 2 } })),
}

test.each(SMALL_DRAWINGS)(
  'a drawing of %i × %i has the taken child of the root, and counts those that have no room',
  (width, height) => {
    for (const desk of Object.values(games)) {
      const top = topOf(desk, 'best', 12)
      const { scene, layout } = legibleScene(most => makeScene(top, { mode: 'best', most }), width, height)
      const { children, more } = scene.root
      expect(children[0]!.isTaken).toBe(true)
      expect(children.length + (more?.children ?? 0)).toBe(top.children.length + top.hidden.children)
      expect(fit(layout, width, height).k).toBeGreaterThanOrEqual(SCALES.leastRead)
    }
  },
)

test('a window beside a shape lies on no node, whether it is open or not', () => {
  const root = topOf(textbook, 'all', 4)
  const layout = layScene(makeScene(root, { mode: 'all', isOfValues: true, hasWindows: true }), 'down')
  const windows = layout.nodes.filter(({ node }) => node.hasBarRoom)
  expect(windows.length).toBe(4)
  for (const { node, ...at } of windows) {
    const bar = barBox(at, 'down')
    for (const other of layout.nodes)
      if (other.node !== node && Math.abs(other.y - at.y) < other.side)
        expect(
          other.x + other.side / 2 < bar.x || other.x - other.side / 2 > bar.x + bar.width,
          `${other.node.path} on ${node.path}`,
        ).toBe(true)
  }
})

test('a tree too wide to be read is drawn around the current node, up to its border and no further', () => {
  const layout = layScene(SCENES[3]![1], 'down', 0.5)
  const [width, height] = [220, 300]
  expect(fit(layout, width, height).k).toBeLessThan(SCALES.leastRead)
  for (const { node, x, y } of layout.nodes) {
    const camera = fit(layout, width, height, node.path)
    expect(camera.k).toBe(LEGIBLE)
    const [left, top] = [camera.x + camera.k * x, camera.y + camera.k * y]
    expect(left > 0 && left < width && top > 0 && top < height, node.path).toBe(true)
    expect(camera.x + camera.k * layout.bounds.x).toBeLessThanOrEqual(0.01)
    expect(camera.x + camera.k * (layout.bounds.x + layout.bounds.width)).toBeGreaterThanOrEqual(width - 0.01)
  }
})

test('for a projector nodes are larger, also in the lower drawing that large text leaves', () => {
  const shapes = SCENES[3]![1]
  const sideOf = (height: number, factor: number) => {
    const layout = layScene(shapes, 'down', 755 / height, factor)
    return layout.nodes[0]!.side * fit(layout, 755, height).k
  }
  expect(sideOf(330, 1.35)).toBeGreaterThan(1.1 * sideOf(360, 1))
  const make = (most: { boards: number; levels: number }) =>
    makeScene(topOf(board, 'best', 12), { withLosses: true, mode: 'best', most })
  const rootOf = (height: number, larger: number) => {
    const { layout } = legibleScene(make, 755, height, larger)
    return layout.byPath.get('')!.side * fit(layout, 755, height).k
  }
  expect(rootOf(330, 1.35)).toBeGreaterThan(1.1 * rootOf(360, 1))
})

test('what is too high to be read as a whole is drawn around the selected node', () => {
  const top = topOf(board, 'best', 12, ['0'])
  const first = top.children.find(({ best }) => best)!.key
  const whole = topOf(board, 'best', 12, [first])
  const { layout } = legibleScene(
    (most, isUnfolded) => makeScene(whole, { mode: 'best', most, ...(isUnfolded && { unfolded: new Set([first]) }) }),
    600,
    100,
  )
  const { node, x, y } = layout.byKey.get(first)!
  const camera = fit(layout, 600, 100, node.path)
  expect(camera.k).toBe(LEGIBLE)
  for (const child of node.children.slice(0, 1)) {
    const at = layout.byPath.get(child.path)!
    expect(camera.x + camera.k * at.x).toBeLessThan(600)
  }
  expect(camera.x + camera.k * x).toBeLessThan(300)
  expect(camera.y + camera.k * y).toBeCloseTo(50)
})

/** What a drawing writes, and where. */
function textsOf(layout: Layout, camera: { x: number; y: number; k: number }, width: number, height: number) {
  const written: { readonly text: string; readonly box: Box }[] = []
  const widthOf = (text: string) => text.length * 0.55 * size()
  const size = () => Number(/(\d+(\.\d+)?)px/.exec(String(pen['font']))![1])
  const pen: Record<string, unknown> = new Proxy<Record<string, unknown>>(
    {
      measureText: (text: string) => ({ width: widthOf(text) }),
      fillText(text: string, x: number, y: number, most = Infinity) {
        const its = Math.min(widthOf(text), most)
        const left = pen['textAlign'] === 'left' ? x : pen['textAlign'] === 'right' ? x - its : x - its / 2
        const top = pen['textBaseline'] === 'top' ? y : pen['textBaseline'] === 'bottom' ? y - size() : y - size() / 2
        written.push({ text, box: { x: left, y: top, width: its, height: size() } })
      },
    },
    { get: (its, name) => its[String(name)] ?? (() => undefined) },
  )
  drawScene(pen as unknown as CanvasRenderingContext2D, {
    ...{ layout, camera, width, height, ratio: 1, textScale: 1, active: '', hovered: undefined, flight: undefined },
    boards: { begin: () => undefined, draw: () => undefined } as never,
    look: { colour: () => 'black', font: 'Inter' },
    words: {
      label: ({ label }) => (label?.is === 'best' ? 'best' : label ? `value ${label.is}` : ''),
      edge: ({ chance, edge }) => (chance === undefined ? (edge?.words ?? '') : `${chance.toFixed(3)}%`),
      more: ({ more }) => `${more!.children} more`,
      below: nodes => `… ${nodes} nodes`,
      cut: () => '',
      unlikely: () => 'too unlikely',
      ended: () => 'over',
      windowEnd: String,
      variable: () => '',
      name: () => '',
    },
  })
  return written
}

test('nodes glide from where they were, also under a new root', () => {
  const before = layScene(makeScene(topOf(board, 'best', 12), { withLosses: true, mode: 'best' }), 'right')
  const line = before.nodes.find(({ node }) => node.level === 2 && node.isOnLine)!.node
  const now = layScene(makeScene({ ...line.row! }, { mode: 'best' }), 'right')
  const places = ({ nodes }: Layout) => new Map(nodes.map(({ node, x, y }) => [node.path, [x, y]]))
  const start = places(between(before, now, 0, line.path))
  expect(start.get('')).toEqual([before.byPath.get(line.path)!.x, before.byPath.get(line.path)!.y])
  for (const { node } of now.nodes) {
    const old = before.byPath.get([line.path, node.path].filter(Boolean).join('.'))
    if (old) expect(start.get(node.path)).toEqual([old.x, old.y])
  }
  expect(places(between(before, now, 1, line.path))).toEqual(places(now))
})

describe('a scene', () => {
  test('of the best has at most 40 nodes and follows the taken line; what is left is counted', () => {
    const top = topOf(board, 'best', 12)
    const { root, nodes } = makeScene(top, { withLosses: true, mode: 'best' })
    expect(nodes.length).toBeGreaterThan(15)
    expect(nodes.length).toBeLessThanOrEqual(40)
    expect(root.children.map(({ key }) => key).toSorted()).toEqual(top.children.map(({ key }) => key).toSorted())
    expect(root.children[0]!.isTaken).toBe(true)
    for (const node of nodes) {
      if (node.children.length > 0) expect(node.isOnLine).toBe(true)
      const { hidden, children, outcomes } = node.row!
      expect((node.more?.children ?? 0) + node.children.length).toBe(hidden.children + children.length)
      if (!outcomes) continue
      const keys = node.children.map(({ key }) => key)
      if (keys.length > 0) expect(new Set(keys)).toEqual(new Set([outcomes.best, outcomes.likeliest, outcomes.worst]))
      if (keys.length > 0) expect(keys[0]).toBe(outcomes.best)
      const chance = node.children.reduce((sum, child) => sum + child.chance!, 0)
      if (node.more && keys.length > 0) expect(node.more.chance! + chance).toBeCloseTo(1)
    }
  })

  test('has strips of all outcomes on one scale for each level', () => {
    const { nodes } = makeScene(topOf(board, 'best', 12), { withLosses: true, mode: 'best' })
    const strips = nodes.filter(({ strip, level }) => strip && level === 1)
    expect(strips.length).toBeGreaterThan(1)
    const dots = strips.flatMap(({ strip, row }) => strip!.map((dot, i) => ({ ...dot, worth: row!.outcomes!.all[i]![1] })))
    const places = dots.map(({ place }) => place)
    expect([Math.min(...places), Math.max(...places)]).toEqual([0, 1])
    const sorted = dots.toSorted((a, b) => a.worth - b.worth)
    expect(sorted.map(({ place }) => place)).toEqual(places.toSorted((a, b) => a - b))
    for (const { strip } of strips) expect(strip!.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1)
  })

  test('of cuts has a bar on each edge that was not followed, and table hits their owner', () => {
    const { nodes } = makeScene(topOf(textbook, 'all', 4), { mode: 'all', isOfValues: true })
    expect(nodes.filter(({ cut }) => cut === 'window').map(({ path }) => path)).toEqual(['1.1', '1.2'])
    expect(nodes.map(({ label }) => label?.is === 'value' && `${label.sign}${label.value}`)).toEqual([
      '3',
      '3',
      '3',
      '12',
      '8',
      '≤ 2',
      '2',
      false,
      false,
      '≤ 2', // outside of its window
      '14',
      '5',
      '2',
    ])
    const hits = makeScene(topOf(board, 'all', 20), { mode: 'all' }).nodes.filter(({ owner }) => owner !== undefined)
    expect(hits.length).toBeGreaterThan(0)
    for (const { row, owner } of hits) expect(owner).toBe(row!.source)
  })

  test('folds and unfolds', () => {
    const folded = makeScene(topOf(board, 'all', 4), { mode: 'all', folded: new Set(['0']) })
    expect(folded.nodes).toHaveLength(1)
    expect(folded.root.more!.children).toBe(4)
    const first = topOf(board, 'best', 12).children.find(({ best }) => !best)!.key
    const unfolded = makeScene(topOf(board, 'best', 12, [first]), { mode: 'best', unfolded: new Set([first]) })
    const node = unfolded.nodes.find(({ key }) => key === first)!
    expect(node.more).toBeUndefined()
    expect(node.children.length).toBe(node.row!.outcomes!.all.length)
    // the taken line goes on beside it, and below a node of it that is unfolded
    const paths = makeScene(topOf(board, 'best', 12), { withLosses: true, mode: 'best' }).nodes.map(({ path }) => path)
    expect(unfolded.nodes.map(({ path }) => path)).toEqual(expect.arrayContaining(paths))
    const line = unfolded.nodes.find(({ level, isOnLine, more }) => level === 2 && isOnLine && more)!.key!
    const wide = makeScene(topOf(board, 'best', 12, [line]), { mode: 'best', unfolded: new Set([line]) })
    expect(wide.nodes.map(({ path }) => path)).toEqual(expect.arrayContaining(paths))
    expect(wide.nodes.find(({ key }) => key === line)!.more).toBeUndefined()
  })
})
