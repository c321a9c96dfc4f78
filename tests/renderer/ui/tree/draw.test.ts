/** What a drawing says with its strokes and fills, on a pen that records them. Colours are the names of their tokens. */
import { expect, test } from 'vitest'
import { BoardBitmaps } from '../../../../src/renderer/src/ui/tree/bitmaps'
import { drawScene } from '../../../../src/renderer/src/ui/tree/draw'
import type { Layout, PlacedNode } from '../../../../src/renderer/src/ui/tree/layout'
import { TOKEN_OF } from '../../../../src/renderer/src/ui/tree/picture'
import type { SceneNode, Tone } from '../../../../src/renderer/src/ui/tree/scene'

type Point = readonly [x: number, y: number]
interface Mark {
  readonly is: 'stroke' | 'fill'
  readonly style: string
  readonly width: number
  readonly dash: readonly number[]
  readonly alpha: number
  /** Points of its path, in order; of a shape, its name and place. */
  readonly points: readonly Point[]
  readonly shapes: readonly { readonly is: 'arc' | 'box'; readonly at: Point }[]
}

/** Draws nodes on a pen that records its strokes and fills, the positions of boards, and texts with their colours. */
function drawn(nodes: readonly PlacedNode[], k = 1) {
  const marks: Mark[] = []
  const boards: { readonly position: string; readonly onScreen: number }[] = []
  const texts: { readonly text: string; readonly style: string; readonly at: Point }[] = []
  let [points, shapes, dash]: [Point[], Mark['shapes'][number][], readonly number[]] = [[], [], []]
  const add = (is: Mark['is'], style: string) =>
    void marks.push({ is, style, width: pen.lineWidth, dash, alpha: pen.globalAlpha, points, shapes })
  const nothing = () => undefined
  const pen = {
    ...{
      lineWidth: 1,
      globalAlpha: 1,
      strokeStyle: '',
      fillStyle: '',
      setTransform: nothing,
      clearRect: nothing,
      closePath: nothing,
    },
    setLineDash: (its: readonly number[]) => void (dash = its),
    beginPath: () => void ([points, shapes] = [[], []]),
    moveTo: (x: number, y: number) => void points.push([x, y]),
    lineTo: (x: number, y: number) => void points.push([x, y]),
    bezierCurveTo: (...its: number[]) => void points.push([its[4]!, its[5]!]),
    quadraticCurveTo: (...its: number[]) => void points.push([its[2]!, its[3]!]),
    arc: (x: number, y: number) => void shapes.push({ is: 'arc', at: [x, y] }),
    roundRect: (x: number, y: number, width: number, height: number) =>
      void shapes.push({ is: 'box', at: [x + width / 2, y + height / 2] }),
    stroke: () => add('stroke', pen.strokeStyle),
    fill: () => add('fill', pen.fillStyle),
    measureText: (text: string) => ({ width: text.length * 6 }),
    strokeText: nothing,
    fillText: (text: string, x: number, y: number) => void texts.push({ text, style: pen.fillStyle, at: [x, y] }),
  }
  drawScene(pen as unknown as CanvasRenderingContext2D, {
    ...{ layout: layoutOf(nodes), camera: { x: 0, y: 0, k }, width: 2000, height: 2000, ratio: 1, textScale: 1 },
    ...{ active: 'none', hovered: undefined, flight: undefined },
    boards: {
      begin: nothing,
      draw: (_: unknown, position: string, _x: number, _y: number, _side: number, onScreen: number) =>
        void boards.push({ position, onScreen }),
    } as unknown as BoardBitmaps,
    look: { colour: token => token, font: 'Inter' },
    words: {
      label: ({ path }) => `label ${path}`,
      edge: ({ chance }) => (chance === undefined ? '' : `${100 * chance} %`),
      more: ({ more }) => `${more!.children} more`,
      below: count => `${count} nodes`,
      cut: () => 'cut',
      unlikely: () => 'unlikely',
      ended: () => 'over',
      windowEnd: String,
      variable: () => '',
      name: ({ name = '' }) => name,
    },
  })
  const edgeTo = ({ x, y, side }: PlacedNode) =>
    marks.find(({ is, points: its }) => is === 'stroke' && its.length === 2 && same(its[1]!, [x - side / 2 - 3, y]))!
  return { marks, boards, texts, edgeTo }
}

const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1]

function layoutOf(nodes: readonly PlacedNode[]): Layout {
  return {
    direction: 'right',
    nodes,
    byPath: new Map(nodes.map(each => [each.node.path, each])),
    byKey: new Map(nodes.map(each => [each.node.key!, each])),
    bounds: { x: 0, y: 0, width: 1000, height: 1000 },
    ...{ isPlain: false, agents: 1 },
  }
}

const ROOT = node('', 60, 400)

/** A board of the drawing; below the root, if it has a path. */
function node(path: string, x: number, y: number, its: Partial<SceneNode> = {}): PlacedNode {
  const level = path === '' ? 0 : 1
  return {
    ...{ x, y, side: 40 },
    node: {
      ...{ path, key: `key ${path}`, level, children: [], kind: 'max', position: `board ${path}`, tone: 'unknown' },
      ...{ isOpen: false, isTaken: false, isOnLine: path === '', isNotVisited: false, hasBarRoom: false, isCurrent: false },
      ...(path !== '' && { parent: ROOT.node }),
      ...its,
    },
  }
}

const CLASSES = ['inaccuracy', 'mistake', 'blunder'] as const satisfies readonly Tone[]

test('an edge is the wider the more probable its outcome is, and says how probable', () => {
  const chances = [0.01, 0.1, 0.225, 0.9]
  const outcomes = chances.map((chance, i) => node(String(i), 300, 100 + 100 * i, { share: chance, chance }))
  const { edgeTo, texts } = drawn([ROOT, ...outcomes])
  const widths = outcomes.map(each => edgeTo(each).width)
  for (const [i, width] of widths.entries()) if (i > 0) expect(width).toBeGreaterThan(widths[i - 1]! * 1.1)
  expect(texts.filter(({ text }) => text.endsWith('%')).map(({ text }) => text)).toEqual(['1 %', '10 %', '22.5 %', '90 %'])
})

test('the taken line is lit above the other edges', () => {
  const taken = node('0', 300, 100, { isTaken: true, isOnLine: true, tone: 'best', share: 0 })
  const other = node('1', 300, 300, { tone: 'equal', share: 0 })
  const { edgeTo, marks } = drawn([ROOT, taken, other])
  expect(edgeTo(taken)).toMatchObject({ style: 'best', alpha: 1 })
  expect(edgeTo(other).style).not.toBe('best')
  expect(edgeTo(taken).width).toBeGreaterThan(2 * edgeTo(other).width)
  expect(marks.indexOf(edgeTo(taken))).toBeGreaterThan(marks.indexOf(edgeTo(other)))
})

test.each(CLASSES)('edge and label of a move of the class %s have its colour', tone => {
  const child = node('0', 300, 100, { tone, label: { is: 'difference', value: -1 } })
  const { edgeTo, texts } = drawn([ROOT, child])
  expect(edgeTo(child).style).toBe(tone)
  expect(texts).toContainEqual(expect.objectContaining({ text: 'label 0', style: tone }))
})

test.each([
  ['window', 'mistake'],
  ['probability', 'line-strong'],
] as const)('a cut by %s has one bar across the middle of its edge, and its reason', (cut, style) => {
  const children: SceneNode[] = []
  const root = node('', ROOT.x, ROOT.y, { children })
  const whole = node('0', 300, 300, { parent: root.node })
  const child = node('1', 300, 400, { parent: root.node, cut })
  children.push(whole.node, child.node)
  const { marks, texts } = drawn([root, whole, child])
  const [from, to] = [ROOT.x + 23, child.x - 23]
  const middle = (from + to) / 2
  const bars = marks.filter(({ is, points: [a, b] }) => is === 'stroke' && a && b && a[1] !== b[1] && Math.abs(a[0] - b[0]) < 20)
  expect(bars).toHaveLength(1)
  const [[x0, y0], [x1, y1]] = bars[0]!.points as [Point, Point]
  expect([(x0 + x1) / 2, (y0 + y1) / 2]).toEqual([middle, 400])
  expect(Math.min(y0, y1)).toBeLessThan(395)
  expect(Math.max(y0, y1)).toBeGreaterThan(405)
  expect(bars[0]!.style).toBe(style)
  expect(texts.map(({ text }) => text)).toContain(cut === 'window' ? 'cut' : 'unlikely')
})

test('a table hit is joined with the node that computed its value by dots, and nothing else is', () => {
  const owner = node('0', 300, 100)
  const hit = node('1', 300, 300, { owner: owner.node.key! })
  const dotted = (nodes: readonly PlacedNode[]) => drawn(nodes).marks.filter(({ dash }) => dash.length > 0)
  const [line, ...rest] = dotted([ROOT, owner, hit])
  expect(rest).toEqual([])
  expect(line!.points).toEqual([
    [hit.x, hit.y],
    [owner.x, owner.y],
  ])
  expect(line!.dash[0]).toBeLessThan(line!.dash[1]! / 2)
  expect(dotted([ROOT, owner, node('1', 300, 300)])).toEqual([])
})

test('a child that was not visited is a dashed outline without a board', () => {
  const child = node('0', 300, 100, { isNotVisited: true })
  const { marks, boards } = drawn([ROOT, child])
  expect(boards.map(({ position }) => position)).toEqual(['board '])
  const outline = marks.filter(({ is, dash, shapes }) => is === 'stroke' && dash.length > 0 && shapes.length === 1)
  expect(outline.map(({ shapes }) => shapes[0])).toEqual([{ is: 'box', at: [child.x, child.y] }])
})

test('a board on which the game is over has a bar behind it and says so; where it goes on there is neither', () => {
  const row = (flags: readonly string[]) => ({ row: { flags } }) as unknown as Partial<SceneNode>
  const children = [node('0', 300, 100, row(['terminal'])), node('1', 300, 300, row(['horizon'])), node('2', 300, 500)]
  const barsAt = (k: number) => {
    const { marks, texts } = drawn([ROOT, ...children], k)
    const bars = marks.filter(({ is, style }) => is === 'stroke' && style === 'ink').map(({ points }) => points)
    return { bars, over: texts.filter(({ text }) => text === 'over').map(({ at: [, y] }) => Math.round(y / 100)) }
  }
  expect(barsAt(1)).toEqual({
    bars: [
      [
        [324, 80],
        [324, 120],
      ],
    ],
    over: [1],
  })
  expect(barsAt(9.9 / 40)).toEqual({ bars: [], over: [] })
})

test('below 10 px on the screen a node is a dot in the colour of its loss, from there on a board', () => {
  const tones: readonly Tone[] = [...CLASSES, 'best', 'equal', 'worse', 'unknown']
  const nodes = tones.map((tone, i) => node(String(i), 300, 100 + 100 * i, { tone }))
  const small = drawn(
    nodes.map(each => ({ ...each, node: { ...each.node, parent: undefined! } })),
    9.9 / 40,
  )
  expect(small.boards).toEqual([])
  const dots = small.marks.filter(({ is, shapes }) => is === 'fill' && shapes[0]?.is === 'arc')
  expect(dots.map(({ style, shapes }) => ({ style, at: shapes[0]!.at }))).toEqual(
    nodes.map((each, i) => ({ style: TOKEN_OF[tones[i]!], at: [each.x, each.y] })),
  )
  expect(CLASSES.map(tone => TOKEN_OF[tone])).toEqual(CLASSES)
  const large = drawn([ROOT], 10.1 / 40)
  expect(large.boards).toHaveLength(1)
  expect(large.marks.filter(({ is }) => is === 'fill')).toEqual([])
})

test('below 26 px on the screen a board is coloured squares, from there on it has its numbers', () => {
  const written: boolean[] = []
  const pen = Object.fromEntries(['save', 'restore', 'translate', 'scale'].map(each => [each, () => undefined]))
  const look = { colour: () => '', font: '', tileText: 'face' } as const
  for (const onScreen of [10.1, 16, 20, 25.9, 26.1, 40]) {
    const boards = new BoardBitmaps(({ withText }) => void written.push(withText), look, 1)
    boards.begin()
    boards.draw(pen as unknown as CanvasRenderingContext2D, 'board', 0, 0, 40, onScreen)
  }
  expect(written).toEqual([false, false, false, false, true, true])
})
