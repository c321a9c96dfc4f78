/** Where the nodes of a scene are, in pixels at scale 1; which one is at a point; and which is next to another. */
import { hierarchy, tree } from 'd3-hierarchy'
import type { NodeKey } from '../../../../core/tree/views'
import { MOST_BEST, type Scene, type SceneNode, type SceneOptions } from './scene'

/** `right`: the root is on the left, as boards are drawn; `down`: it is on top, as textbooks draw their trees. */
export type Direction = 'right' | 'down'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PlacedNode {
  readonly node: SceneNode
  /** Centre of the board or shape. */
  readonly x: number
  readonly y: number
  readonly side: number
  /** The strip of outcomes. */
  readonly strip?: Box
  /** The button that unfolds the children that are not drawn. */
  readonly more?: Box
}

export interface Layout {
  readonly direction: Direction
  readonly nodes: readonly PlacedNode[]
  readonly byPath: ReadonlyMap<string, PlacedNode>
  readonly byKey: ReadonlyMap<NodeKey, PlacedNode>
  readonly bounds: Box
  /** Labels stand beside all boards, and there are no strips: for little height. */
  readonly isPlain: boolean
  /** Numbers of each value. */
  readonly agents: number
}

/** Sides of boards by level on the taken line and beside it, and of shapes; the last one is that of all levels below. */
const BOARDS = { line: [84, 68, 52, 46, 44], beside: [84, 50, 48, 42, 38] } as const
const SHAPE = 52
/** Between neighbours across the levels, and between levels. */
const GAP = { usual: 14, plain: 8 } as const
const BETWEEN = { right: 104, down: 74 } as const
/** Text between levels keeps its room beside small boards. */
const LEAST_BETWEEN = 0.82
/** A high tree gets wider, at most by this factor, to fill its drawing. */
const STRETCH = { right: 6, down: 1.8 } as const
/** Heights of the line of text below a board, of a strip, and of the button for more. */
const TEXT = 17
const STRIP = { height: 15, least: 76 } as const
const MORE = { height: 22, ofOutcomes: 104, ofActions: 36 } as const
/** The bar of a window: beside a shape, or below a board; and the text below its middle. */
export const BAR = { width: 104, height: 6, gap: 20, below: 44 } as const
/** What a bar below a board adds to its room. */
const BAR_ROOM = 76
/** A triangle is wider than its side; room for a name left of it, for its agent, and for each number of a tuple in it. */
const [WIDE, NAME_ROOM, AGENT_ROOM, TUPLE_ROOM] = [1.15, 22, 20, 24]
/** Room for text right of the last column. */
const MARGIN = { right: 110, other: 26 } as const

/**
 * Drawings of the best, from the largest on: factor of the sides of boards, and how many there are. Text keeps its size, so that a small
 * drawing has smaller boards, and then fewer of them.
 */
interface Size extends Required<Pick<SceneOptions, 'most'>> {
  readonly factor: number
  readonly isPlain?: boolean
}
const SIZES: readonly Size[] = [
  { factor: 1, most: MOST_BEST },
  { factor: 0.72, most: MOST_BEST },
  { factor: 0.72, most: { boards: 28, levels: 5 } },
  { factor: 0.72, most: { boards: 22, levels: 3 } },
  { factor: 0.72, most: { boards: 15, levels: 3 } },
  { factor: 0.72, most: { boards: 9, levels: 2 } },
  { factor: 0.72, most: { boards: 5, levels: 1 } },
]
/** For a drawing that has not even room for these: as many children of the root as there is room for. */
const LOWEST: readonly Size[] = [10, 8, 7, 6, 5, 4, 3, 2].map(boards => ({
  ...{ factor: 0.5, most: { boards, levels: 1 }, isPlain: true },
}))
/** Smallest scale of a drawing that fits at which all of its text has room. */
export const LEGIBLE = 0.8

type Item = { readonly node: SceneNode; readonly isMore: boolean; readonly children: readonly Item[] }

/** The widest text in a shape. */
export const roomOfText = (side: number, agents: number) => Math.max(side, agents > 1 ? agents * TUPLE_ROOM : 0) + GAP.usual - 12

/** How a layout is drawn: towards where, and the factor of the sides of boards and shapes. */
interface Style {
  readonly direction: Direction
  readonly factor: number
  readonly isPlain: boolean
  /** Numbers of each value. */
  readonly agents: number
}

function sideOf({ level, isOnLine }: SceneNode, { direction, factor }: Style): number {
  if (direction === 'down') return factor * SHAPE
  const sides = isOnLine ? BOARDS.line : BOARDS.beside
  return factor * sides[Math.min(level, sides.length - 1)]!
}

/** Text stands below a board if children follow on its right; the last ones have it beside them. */
export function isLabelBelow({ children, level, more }: SceneNode, { isPlain }: Pick<Layout, 'isPlain'>): boolean {
  return children.length > 0 || (!isPlain && (level <= 1 || more !== undefined))
}

const moreWidth = ({ more }: SceneNode) => (more?.chance === undefined ? MORE.ofActions : MORE.ofOutcomes)

/** Room that a board with all that stands below it takes across the levels, or a button. */
function extent({ node, isMore }: Item, style: Style): number {
  if (isMore) return style.direction === 'right' ? MORE.height : moreWidth(node)
  const bar = node.hasBarRoom ? BAR_ROOM : 0
  const strip = node.strip && !style.isPlain ? STRIP.height : 0
  return sideOf(node, style) + bar + (node.label && isLabelBelow(node, style) ? TEXT : 0) + strip
}

const nameRoom = ({ name, kind }: SceneNode) => (name === undefined ? 0 : NAME_ROOM) + (kind === 'agent' ? AGENT_ROOM : 0)

/** Room before and behind the middle of an item, across the levels. A shape has its name on its left and its window on its right. */
function rooms(item: Item, style: Style): readonly [before: number, behind: number] {
  const { node, isMore } = item
  if (style.direction === 'right' || isMore) return [extent(item, style) / 2, extent(item, style) / 2]
  const wide = node.kind === 'max' || node.kind === 'min' ? WIDE : 1
  const half = Math.max((sideOf(node, style) / 2) * wide, style.agents > 1 ? (style.agents * TUPLE_ROOM) / 2 : 0)
  return [half + style.factor * nameRoom(node), half + (node.hasBarRoom ? BAR.gap + BAR.width : 0)]
}

/**
 * The largest scene of the best that can be read in a drawing, and its layout. What the user unfolds takes nothing else away.
 * @param make makes the scene of at most this size, with or without what is unfolded
 * @param larger factor of the sides of boards, above that of their number
 */
export function legibleScene(
  make: (most: NonNullable<SceneOptions['most']>, isUnfolded: boolean) => Scene,
  width: number,
  height: number,
  larger = 1,
): { readonly scene: Scene; readonly layout: Layout } {
  const layOut = (scene: Scene, { factor, isPlain = false }: Size, proportions = width / height) =>
    layScene(scene, 'right', proportions, factor * larger, isPlain)
  const scale = (layout: Layout) => fit(layout, width, height).k
  const isOf = (least: number) => (size: Size) => scale(layOut(make(size.most, false), size)) >= least
  const size =
    SIZES.find(isOf(LEGIBLE)) ?? SIZES.findLast(isOf(SCALES.leastRead)) ?? LOWEST.find(isOf(SCALES.leastRead)) ?? LOWEST.at(-1)!
  const scene = make(size.most, true)
  const layout = layOut(scene, size)
  // one that is too high to be seen as a whole is not stretched to its height
  return { scene, layout: scale(layout) >= SCALES.leastRead ? layout : layOut(scene, size, 0) }
}

/**
 * @param proportions width / height of the drawing, which the layout tries to fill
 * @param factor of the sides of boards and shapes
 */
export function layScene(
  { root, agents = 1 }: Scene,
  direction: Direction,
  proportions = 1.2,
  factor = 1,
  isPlain = false,
): Layout {
  const style = { direction, factor, isPlain, agents }
  const itemOf = (node: SceneNode): Item => ({
    node,
    isMore: false,
    children: [
      ...node.children.map(itemOf),
      ...(node.more && node.children.length > 0 ? [{ node, isMore: true, children: [] }] : []),
    ],
  })
  const items = hierarchy(itemOf(root))
  /** Places in preorder: the smaller one of two on a level is the upper or left one. */
  const order = new Map([...items].map((each, i) => [each.data, i]))
  const laid = tree<Item>()
    .nodeSize([1, 1])
    .separation(({ data: a }, { data: b }) => {
      const [first, second] = order.get(a)! < order.get(b)! ? [a, b] : [b, a]
      return rooms(first, style)[1] + rooms(second, style)[0] + (isPlain ? GAP.plain : GAP.usual)
    })(items)

  // Step 1. How far each level is from the root.
  const sides: number[] = []
  laid.each(({ data, depth }) => (sides[depth] = Math.max(sides[depth] ?? 0, data.isMore ? 0 : sideOf(data.node, style))))
  let [low, high] = [0, 0]
  laid.each(({ data, x }) => {
    const [before, behind] = rooms(data, style)
    ;[low, high] = [Math.min(low, x - before), Math.max(high, x + behind)]
  })
  const across = high - low
  const wanted = direction === 'right' ? across * proportions - MARGIN.right : across / proportions
  const free = wanted - sides.reduce((sum, side) => sum + side, 0)
  // larger shapes take the room between levels, where little is written
  const least =
    BETWEEN[direction] * (factor > 1 && direction === 'down' ? LEAST_BETWEEN : Math.max(LEAST_BETWEEN, Math.min(1, factor)))
  const gap = least * Math.min(STRETCH[direction], Math.max(1, free / (least * (sides.length - 1 || 1))))
  const along = [0]
  for (let level = 1; level < sides.length; level++)
    along.push(along[level - 1]! + sides[level - 1]! / 2 + gap + sides[level]! / 2)

  // Step 2. Places.
  const mores = new Map<SceneNode, Box>()
  const nodes: PlacedNode[] = []
  laid.each(({ data, depth, x: place }) => {
    const [x, y] = direction === 'right' ? [along[depth]!, place] : [place, along[depth]!]
    if (data.isMore)
      mores.set(data.node, {
        x: direction === 'right' ? x - sides[depth]! / 2 : x - moreWidth(data.node) / 2,
        y: y - MORE.height / 2,
        width: moreWidth(data.node),
        height: MORE.height,
      })
    else nodes.push(placed(data, x, y, style))
  })
  const withMore = nodes.map(each => (mores.has(each.node) ? { ...each, more: mores.get(each.node)! } : each))
  return {
    direction,
    nodes: withMore,
    byPath: new Map(withMore.map(each => [each.node.path, each])),
    byKey: new Map(withMore.flatMap(each => (each.node.key === undefined ? [] : [[each.node.key, each]]))),
    bounds: boundsOf(withMore, direction),
    ...{ isPlain, agents },
  }
}

function placed(item: Item, x: number, y: number, style: Style): PlacedNode {
  const { node } = item
  const side = sideOf(node, style)
  if (style.direction === 'down') return { node, x, y, side }
  const above = y - (extent(item, style) - side) / 2
  if (!node.strip || style.isPlain) return { node, x, y: above, side }
  const width = Math.max(side, STRIP.least)
  const top = above + side / 2 + (node.label && isLabelBelow(node, style) ? TEXT : 2)
  return { node, x, y: above, side, strip: { x: x - width / 2, y: top, width, height: STRIP.height } }
}

/** Where a window stands. */
export function barBox({ x, y, side }: Omit<PlacedNode, 'node'>, direction: Direction): Box {
  if (direction === 'right') return { x: x - BAR.width / 2, y: y + side / 2, width: BAR.width, height: BAR_ROOM }
  return { x: x + side / 2, y: y - side / 2, width: BAR.gap + BAR.width, height: side }
}

function boundsOf(nodes: readonly PlacedNode[], direction: Direction): Box {
  const edges = nodes.flatMap(({ node, x, y, side, strip, more }) => [
    { x: x - side / 2, y: y - side / 2, width: side, height: side + TEXT },
    ...(direction === 'down' ? [{ x: x - side / 2 - nameRoom(node), y, width: 0, height: 0 }] : []),
    ...(strip ? [strip] : []),
    ...(more ? [more] : []),
    ...(node.hasBarRoom ? [barBox({ x, y, side }, direction)] : []),
  ])
  const left = edges.reduce((least, box) => Math.min(least, box.x), Infinity) - MARGIN.other
  const top = edges.reduce((least, box) => Math.min(least, box.y), Infinity) - MARGIN.other
  // of shapes only the reason of a cut stands there
  const margin = direction === 'right' || nodes.some(({ node }) => node.hasBarRoom) ? MARGIN.right : MARGIN.other
  const right = edges.reduce((most, box) => Math.max(most, box.x + box.width), -Infinity) + margin
  const bottom = edges.reduce((most, box) => Math.max(most, box.y + box.height), -Infinity) + MARGIN.other
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** What is at a point. */
export interface Hit {
  readonly node: SceneNode
  readonly part: 'node' | 'more' | 'strip'
  /** On a strip: the outcome. */
  readonly key?: NodeKey
}

/** @param least half the side of the smallest target, at the scale of the layout */
export function hitTest({ nodes }: Layout, x: number, y: number, least = 0): Hit | undefined {
  let nearest: { readonly hit: Hit; readonly distance: number } | undefined
  for (const { node, side, strip, more, ...at } of nodes) {
    if (more && isInside(more, x, y)) return { node, part: 'more' }
    if (strip && isInside(strip, x, y)) {
      const place = (x - strip.x) / strip.width
      const dots = node.strip!.toSorted((a, b) => Math.abs(stripPlace(a.place) - place) - Math.abs(stripPlace(b.place) - place))
      return { node, part: 'strip', key: dots[0]!.key }
    }
    const distance = Math.max(Math.abs(at.x - x), Math.abs(at.y - y))
    if (distance <= Math.max(side / 2, least) && !(nearest && nearest.distance <= distance))
      nearest = { hit: { node, part: 'node' }, distance }
  }
  return nearest?.hit
}

const isInside = (box: Box, x: number, y: number) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height

/** Dots at the ends of a strip lie inside of it. */
export const stripPlace = (place: number): number => 0.06 + 0.88 * place

export type Arrow = 'up' | 'down' | 'left' | 'right'

/** The drawing of a tree, as a component that shows one uses it. */
export interface Drawing {
  focus(): void
  element(): HTMLElement | null
  walk(arrow: Arrow): void
  /** Selects the drawn root. */
  root(): void
  /** Unfolds what is hidden below the selected node, or folds it. */
  toggle(): void
  /** Shows all of it, and again whenever it changes. */
  fit(): void
  zoomBy(factor: number): void
}

/** The node that an arrow key leads to; `undefined` at the border. */
export function walk({ direction, nodes, byPath }: Layout, from: string, arrow: Arrow): SceneNode | undefined {
  const at = byPath.get(from)
  if (!at) return nodes[0]?.node
  const [inwards, outwards, before] = direction === 'right' ? ['right', 'left', 'up'] : ['down', 'up', 'left']
  if (arrow === outwards) return at.node.parent
  if (arrow === inwards) return at.node.children.find(({ isTaken }) => isTaken) ?? at.node.children[0]
  const across = (each: PlacedNode) => (direction === 'right' ? each.y : each.x)
  const sign = arrow === before ? -1 : 1
  const beside = nodes.filter(each => each.node.level === at.node.level && sign * (across(each) - across(at)) > 0)
  if (beside.length === 0) return undefined
  return beside.reduce((next, each) => (sign * (across(each) - across(next)) < 0 ? each : next)).node
}

/** A view of the plane: a point p of it is drawn at (x + k · p.x, y + k · p.y). */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly k: number
}

/** Scales of a camera. */
export const SCALES = { least: 0.05, most: 4, leastRead: 0.6, leastText: 0.45, mostFitted: { right: 1.4, down: 2 } } as const

/**
 * The camera that shows everything, in the middle.
 * @param around the path of a node to stay near, if everything would be drawn smaller than `least`
 */
export function fit(
  { bounds, direction, byPath }: Layout,
  width: number,
  height: number,
  around?: string,
  least: number = SCALES.leastRead,
): Camera {
  const k = Math.max(SCALES.least, Math.min(SCALES.mostFitted[direction], width / bounds.width, height / bounds.height))
  const at = around === undefined || k >= least ? undefined : (byPath.get(around) ?? byPath.get(''))
  if (at) {
    const wide = direction === 'right' ? 0.3 : 0.5
    // no room is left empty beyond the ends of the tree
    const within = (start: number, from: number, size: number, room: number) =>
      size <= room ? (room - size) / 2 - from : Math.min(-from, Math.max(room - size - from, start))
    return {
      k: LEGIBLE,
      x: within(width * wide - LEGIBLE * at.x, LEGIBLE * bounds.x, LEGIBLE * bounds.width, width),
      y: within(height / 2 - LEGIBLE * at.y, LEGIBLE * bounds.y, LEGIBLE * bounds.height, height),
    }
  }
  return {
    k,
    x: (width - k * bounds.width) / 2 - k * bounds.x,
    y: (height - k * bounds.height) / 2 - k * bounds.y,
  }
}

/** The camera, moved so far that a node is in sight. */
export function inSight({ x, y, side }: PlacedNode, camera: Camera, width: number, height: number): Camera {
  const half = (side / 2 + TEXT) * camera.k
  const shift = (at: number, size: number) => (at - half < 0 ? half - at : at + half > size ? size - half - at : 0)
  return {
    ...camera,
    x: camera.x + shift(camera.x + camera.k * x, width),
    y: camera.y + shift(camera.y + camera.k * y, height),
  }
}

/**
 * A layout on its way to another: nodes move from where their path was, new ones from where the node above them was.
 * @param t 0 … 1
 * @param played the path of the old scene that is the root of the new one
 */
export function between(before: Layout, now: Layout, t: number, played = ''): Layout {
  const old = (path: string) => before.byPath.get(played === '' ? path : path === '' ? played : `${played}.${path}`)
  const moved = new Map<string, PlacedNode>()
  const nodes = now.nodes.map(placed => {
    const from = old(placed.node.path) ?? nearest(placed.node.parent)
    const [dx, dy] = from ? [(1 - t) * (from.x - placed.x), (1 - t) * (from.y - placed.y)] : [0, 0]
    const shifted = (box: Box) => ({ ...box, x: box.x + dx, y: box.y + dy })
    const { strip, more } = placed
    const its = {
      ...placed,
      x: placed.x + dx,
      y: placed.y + dy,
      ...(strip && { strip: shifted(strip) }),
      ...(more && { more: shifted(more) }),
    }
    moved.set(placed.node.path, its)
    return its
  })
  function nearest(node: SceneNode | undefined): PlacedNode | undefined {
    return node && (old(node.path) ?? nearest(node.parent))
  }
  return { ...now, nodes, byPath: moved, byKey: new Map(nodes.flatMap(each => (each.node.key ? [[each.node.key, each]] : []))) }
}

/** @param t 0 … 1 */
export function cameraBetween(before: Camera, now: Camera, t: number): Camera {
  const mix = (from: number, to: number) => from + t * (to - from)
  return { x: mix(before.x, now.x), y: mix(before.y, now.y), k: mix(before.k, now.k) }
}
