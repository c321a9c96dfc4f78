/** Draws a laid out scene on a canvas: its edges, and on them its nodes. */
import type { PaintToken } from '../board/brush'
import { boxesOf, drawNode, writeBelow, writeEnd, writeLabel } from './drawNodes'
import { SCALES, type PlacedNode } from './layout'
import { drawFlight } from './drawLecture'
import { BEND, endsOf, FONT, setFont, Texts, TOKEN_OF, type Ends, type Pen, type Picture, type ToneToken } from './picture'
import type { SceneNode } from './scene'

/** Widths of edges. */
const EDGE = { least: 1.2, more: 6.5, moreOfShapes: 1.6, unknown: 1.6, lit: 2.8, current: 5 } as const

export function drawScene(pen: Pen, picture: Picture): void {
  const { layout, camera, width, height, ratio, boards } = picture
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.clearRect(0, 0, width, height)
  pen.setTransform(ratio * camera.k, 0, 0, ratio * camera.k, ratio * camera.x, ratio * camera.y)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  boards?.begin()
  const [left, top] = [-camera.x / camera.k, -camera.y / camera.k]
  const [right, bottom] = [left + width / camera.k, top + height / camera.k]
  const isSeen = ({ x, y, side }: PlacedNode) => {
    const room = side + 120
    return x + room > left && x - room < right && y + room > top && y - room < bottom
  }
  const withText = camera.k >= SCALES.leastText
  const texts = new Texts(pen, picture)
  // Step 1. Edges, the lit ones above the others.
  const edges = layout.nodes.filter(({ node }) => node.parent)
  const from = (each: PlacedNode) => layout.byPath.get(each.node.parent!.path)!
  const isEdgeSeen = (each: PlacedNode) => spans(from(each), each, left, top, right, bottom)
  for (const each of edges) if (!each.node.isOnLine && isEdgeSeen(each)) drawEdge(pen, picture, from(each), each)
  for (const each of edges) if (each.node.isOnLine && isEdgeSeen(each)) drawEdge(pen, picture, from(each), each)
  const cuts = edges.filter(each => each.node.cut && isEdgeSeen(each))
  for (const each of cuts) drawCut(pen, picture, endsOf(picture, from(each), each), each.node)
  for (const each of layout.nodes) if (each.node.owner !== undefined) drawOwner(pen, picture, each)
  // Step 2. Nodes.
  const seen = layout.nodes.filter(isSeen)
  for (const each of layout.nodes) if (each.more) drawMore(pen, picture, each, withText)
  for (const each of seen) drawNode(pen, picture, each, withText)
  // Step 3. Text, the most important first.
  if (withText) {
    for (const each of seen) for (const box of boxesOf(each, layout.direction)) texts.block(box)
    if (seen.length <= MOST_BLOCKING) {
      for (const each of edges) if (isEdgeSeen(each)) blockEdge(texts, picture, endsOf(picture, from(each), each))
      for (const each of seen) if (each.more) blockEdge(texts, picture, endsOfMore(picture, each))
    }
    if (boards) for (const each of seen) writeLabel(texts, picture, each)
    for (const each of edges) if (isEdgeSeen(each)) writeEdge(texts, picture, from(each), each)
    for (const each of cuts) writeCut(texts, picture, endsOf(picture, from(each), each), each.node)
    for (const each of seen) writeBelow(texts, picture, each)
    if (boards) for (const each of seen) writeEnd(texts, picture, each)
  }
  if (picture.flight) drawFlight(pen, picture, picture.flight.path, picture.flight.t)
}

function spans(a: PlacedNode, b: PlacedNode, left: number, top: number, right: number, bottom: number): boolean {
  return (
    Math.max(a.x, b.x) > left && Math.min(a.x, b.x) < right && Math.max(a.y, b.y) > top - 20 && Math.min(a.y, b.y) < bottom + 20
  )
}

function edgePath(pen: Pen, { layout: { direction } }: Picture, { x0, y0, x1, y1 }: Ends): void {
  pen.beginPath()
  pen.moveTo(x0, y0)
  if (direction === 'down') return pen.lineTo(x1, y1)
  const half = (x1 - x0) * BEND
  pen.bezierCurveTo(x0 + half, y0, x1 - half, y1, x1, y1)
}

/** More nodes than this would have too many edges for a frame. */
const MOST_BLOCKING = 60
/** Points of an edge where no text may stand. */
const POINTS = 24
const POINT_SIZE = 3

/** Keeps texts away from an edge, if they have another place. */
function blockEdge(texts: Texts, { layout: { direction } }: Picture, { x0, y0, x1, y1 }: Ends): void {
  const half = direction === 'right' ? (x1 - x0) * BEND : (x1 - x0) / 3
  for (let i = 0; i <= POINTS; i++) {
    const t = i / POINTS
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3]
    const x = a * x0 + b * (x0 + half) + c * (x1 - half) + d * x1
    const y = direction === 'right' ? (a + b) * y0 + (c + d) * y1 : y0 + t * (y1 - y0)
    texts.avoid({ x: x - POINT_SIZE / 2, y: y - POINT_SIZE / 2, width: POINT_SIZE, height: POINT_SIZE })
  }
}

function drawEdge(pen: Pen, picture: Picture, from: PlacedNode, to: PlacedNode): void {
  const { look, camera, boards } = picture
  const { node } = to
  const ends = endsOf(picture, from, to)
  const isKnown = node.key !== undefined
  const token = node.isCurrent || node.isOpen ? 'select' : node.isOnLine ? 'best' : isKnown || node.cut ? edgeToken(node) : 'line'
  pen.strokeStyle = look.colour(token)
  pen.globalAlpha =
    node.isCurrent || node.isOpen ? 1 : node.isOnLine ? (node.isTaken ? 1 : 0.6) : isKnown && !node.isNotVisited ? 0.85 : 0.6
  const most = boards ? EDGE.more : EDGE.moreOfShapes
  const wide = node.share === undefined ? EDGE.unknown : EDGE.least + most * Math.sqrt(node.share)
  const least = node.isCurrent ? EDGE.current : node.isOpen || (node.isTaken && node.isOnLine) ? EDGE.lit : 0.6 / camera.k
  pen.lineWidth = node.isCurrent ? least : Math.max(wide, least)
  pen.setLineDash(node.cut === 'window' ? [4, 5] : [])
  edgePath(pen, picture, ends)
  pen.stroke()
  pen.setLineDash([])
  pen.globalAlpha = 1
}

function writeEdge(texts: Texts, picture: Picture, from: PlacedNode, to: PlacedNode): void {
  const { words, layout, boards } = picture
  const { node } = to
  const { x0, y0, x1, y1 } = endsOf(picture, from, to)
  const text = words.edge(node)
  const isBold = node.isOnLine && node.isTaken
  const look = { token: isBold ? 'best' : 'muted', size: text.length === 1 && boards ? 16 : FONT - 1, isBold } as const
  const [above, below] = [[x1 - 2, y1 - 5, 'right', 'bottom'] as const, [x1 - 2, y1 + 5, 'right', 'top'] as const]
  // on the outer side of the bend: an edge to a lower node comes from above
  if (layout.direction === 'right') texts.put(text, look, ...(y1 > y0 + 1 && text.length > 1 ? [below, above] : [above, below]))
  else {
    const [x, y] = [(x0 + x1 * 2) / 3, (y0 + y1 * 2) / 3]
    const places = [6, 14].flatMap(off => [[x + off, y, 'left', 'middle'] as const, [x - off, y, 'right', 'middle'] as const])
    texts.put(text, look, ...places)
  }
}

function edgeToken({ tone, cut }: SceneNode): PaintToken | ToneToken {
  if (cut === 'window') return 'mistake'
  return tone === 'inaccuracy' || tone === 'mistake' || tone === 'blunder' ? TOKEN_OF[tone] : 'line-strong'
}

/** A bar across the middle of the edge. */
function drawCut(pen: Pen, { look, layout }: Picture, { x0, y0, x1, y1 }: Ends, node: SceneNode): void {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const isWindow = node.cut === 'window'
  const [dx, dy] = layout.direction === 'right' ? [3, 8] : [9, -4]
  pen.strokeStyle = look.colour(isWindow ? 'mistake' : 'line-strong')
  pen.lineWidth = isWindow ? 3 : 2
  pen.beginPath()
  pen.moveTo(x - dx, y + dy)
  pen.lineTo(x + dx, y - dy)
  pen.stroke()
}

/** The reason of cuts, once: beside the last of the edges that are cut together. */
function writeCut(texts: Texts, { words, layout }: Picture, { x0, y0, x1, y1 }: Ends, node: SceneNode): void {
  const siblings = node.parent?.children ?? []
  if (siblings.findLast(each => each.cut === node.cut) !== node) return
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const isWindow = node.cut === 'window'
  const text = isWindow ? words.cut(node.parent!) : words.unlikely(node)
  const look = { token: isWindow ? 'mistake' : 'muted', size: FONT - 1 } as const
  // the edge bends towards the lower node on the right: the room is below the left half
  if (layout.direction === 'right') {
    const places = [[x - 4, y + 10, 'right', 'top'] as const, [x, y + 10, 'center', 'top'] as const]
    texts.put(text, look, ...places, [x, y - 10, 'center', 'bottom'], [x, y - 10, 'right', 'bottom'])
  } else texts.put(text, look, [x + 16, y, 'left', 'middle'], [x + 16, y + 16, 'left', 'middle'], [x - 16, y, 'right', 'middle'])
}

/** A dotted line from a table hit to the node that computed its value. */
function drawOwner(pen: Pen, { layout, look }: Picture, hit: PlacedNode): void {
  const owner = layout.byKey.get(hit.node.owner!)
  pen.strokeStyle = look.colour('muted')
  pen.lineWidth = 1.4
  pen.setLineDash([1, 4])
  pen.beginPath()
  if (owner) {
    const bend = layout.direction === 'right' ? { x: 46, y: 0 } : { x: 0, y: 46 }
    pen.moveTo(hit.x, hit.y)
    pen.quadraticCurveTo((hit.x + owner.x) / 2 + bend.x, (hit.y + owner.y) / 2 + bend.y, owner.x, owner.y)
  } else {
    const far = hit.side / 2 + 16
    pen.moveTo(hit.x, hit.y)
    if (layout.direction === 'right') pen.lineTo(hit.x + far, hit.y)
    else pen.lineTo(hit.x, hit.y + far)
  }
  pen.stroke()
  pen.setLineDash([])
}

function endsOfMore({ layout }: Picture, { x, y, side, more }: PlacedNode): Ends {
  const box = more!
  return layout.direction === 'right'
    ? { x0: x + side / 2 + 3, y0: y, x1: box.x - 2, y1: box.y + box.height / 2 }
    : { x0: x, y0: y + side / 2 + 3, x1: box.x + box.width / 2, y1: box.y - 2 }
}

function drawMore(pen: Pen, picture: Picture, placed: PlacedNode, withText: boolean): void {
  const { look, words } = picture
  const { node } = placed
  const box = placed.more!
  pen.strokeStyle = look.colour('line-strong')
  pen.globalAlpha = 0.5
  pen.lineWidth = EDGE.unknown
  edgePath(pen, picture, endsOfMore(picture, placed))
  pen.stroke()
  pen.globalAlpha = 1
  pen.fillStyle = look.colour(withText ? 'line' : 'muted')
  pen.beginPath()
  if (withText) pen.roundRect(box.x, box.y, box.width, box.height, box.height / 2)
  else for (const i of [0, 1, 2]) pen.roundRect(box.x + i * box.height * 0.5, box.y + box.height * 0.4, 4, 4, 2)
  pen.fill()
  if (!withText) return
  pen.fillStyle = look.colour('ink')
  setFont(pen, picture, FONT - 1, false)
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(words.more(node), box.x + box.width / 2, box.y + box.height / 2 + 0.5, box.width - 10)
}
