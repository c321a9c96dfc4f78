/** Draws the nodes of a scene: boards, shapes, dots, and what stands beside them. */
import { drawName, drawWindow } from './drawLecture'
import { barBox, isLabelBelow, roomOfText, stripPlace, type Box, type Direction, type PlacedNode } from './layout'
import { FONT, setFont, TOKEN_OF, type Pen, type Picture, type Texts } from './picture'
import type { SceneNode } from './scene'

/** Nodes of this side on the screen are dots, in the colour of their loss. */
const DOT = 10

export function drawNode(pen: Pen, picture: Picture, placed: PlacedNode, withText: boolean): void {
  const { node, x, y, side } = placed
  const { camera, boards, look, active, hovered } = picture
  const onScreen = side * camera.k
  if (onScreen < DOT) drawDot(pen, picture, placed)
  else if (!boards) drawShape(pen, picture, placed, withText)
  else if (node.position === undefined || node.isNotVisited) drawOutline(pen, picture, placed)
  else boards.draw(pen, node.position, x - side / 2, y - side / 2, side, onScreen)
  if (boards && onScreen >= DOT && isEnded(node)) drawEnd(pen, picture, placed)
  const isMarked = node.path === active || node.path === hovered
  if (isMarked && (boards || onScreen < DOT)) {
    const half = side / 2 + 2
    pen.strokeStyle = look.colour(node.path === active ? 'select' : 'line-strong')
    pen.lineWidth = 2.5 / Math.min(1, camera.k)
    pen.beginPath()
    pen.roundRect(x - half, y - half, 2 * half, 2 * half, 6)
    pen.stroke()
  }
  if (placed.strip) drawStrip(pen, picture, placed)
  if (node.bar) drawWindow(pen, picture, placed, withText)
  if (withText && onScreen >= DOT) drawName(pen, picture, placed)
}

const isEnded = ({ row }: SceneNode) => row?.flags.includes('terminal') ?? false

/** A bar behind a board on which the game is over: nothing follows. */
function drawEnd(pen: Pen, { look, layout }: Picture, { x, y, side }: PlacedNode): void {
  const [half, far] = [side / 2, side / 2 + 4]
  pen.strokeStyle = look.colour('ink')
  pen.lineWidth = 3
  pen.beginPath()
  pen.moveTo(...(layout.direction === 'right' ? ([x + far, y - half] as const) : ([x - half, y + far] as const)))
  pen.lineTo(...(layout.direction === 'right' ? ([x + far, y + half] as const) : ([x + half, y + far] as const)))
  pen.stroke()
}

/** That it is over, in words, where other texts leave room. */
export function writeEnd(texts: Texts, { words }: Picture, { node, x, y, side }: PlacedNode): void {
  if (!isEnded(node)) return
  const right = x + side / 2 + 9
  const lines = [y + FONT + 3, y, y - FONT - 3].map(at => [right, at, 'left', 'middle'] as const)
  texts.put(words.ended(), { token: 'ink', size: FONT - 1 }, ...lines, [x, y + side / 2 + 9, 'center', 'top'])
}

function drawDot(pen: Pen, { look, camera }: Picture, { node, x, y, side }: PlacedNode): void {
  pen.fillStyle = look.colour(node.isOnLine ? 'best' : TOKEN_OF[node.tone])
  pen.beginPath()
  pen.arc(x, y, Math.max(2 / camera.k, side / 3), 0, 2 * Math.PI)
  pen.fill()
}

/** A node that was not visited, or whose position the answer had no room for. */
function drawOutline(pen: Pen, { look }: Picture, { node, x, y, side }: PlacedNode): void {
  pen.strokeStyle = look.colour(node.isNotVisited ? 'line-strong' : 'line')
  pen.lineWidth = 1.4
  pen.setLineDash(node.isNotVisited ? [3, 3] : [])
  pen.beginPath()
  pen.roundRect(x - side / 2, y - side / 2, side, side, 5)
  pen.stroke()
  pen.setLineDash([])
}

/** △ max, ▽ min, ○ chance, ▪ leaf; an agent with its own value is a diamond. @param text width of its value, which a leaf encloses */
function shapePath(pen: Pen, { node, x, y, side }: PlacedNode, text = 0): void {
  const half = side / 2
  const wide = Math.max(half * 0.9, text / 2 + 5)
  pen.beginPath()
  switch (node.kind) {
    case 'max':
      pen.moveTo(x, y - half)
      pen.lineTo(x + half * 1.15, y + half)
      pen.lineTo(x - half * 1.15, y + half)
      break
    case 'min':
      pen.moveTo(x, y + half)
      pen.lineTo(x + half * 1.15, y - half)
      pen.lineTo(x - half * 1.15, y - half)
      break
    case 'chance':
      pen.arc(x, y, half, 0, 2 * Math.PI)
      break
    case 'agent':
      pen.moveTo(x, y - half)
      pen.lineTo(x + half, y)
      pen.lineTo(x, y + half)
      pen.lineTo(x - half, y)
      break
    case 'leaf':
      pen.roundRect(x - wide, y - half * 0.78, 2 * wide, half * 1.56, 8)
      return // to close it again would add a point to it
  }
  pen.closePath()
}

function drawShape(pen: Pen, picture: Picture, placed: PlacedNode, withText: boolean): void {
  const { look, active, hovered } = picture
  const { node, x, y, side } = placed
  const isUnknown = node.key === undefined || node.isNotVisited
  const isActive = node.path === active
  const text = withText ? textOf(pen, picture, placed) : undefined
  shapePath(pen, placed, text?.width)
  pen.fillStyle = look.colour(isActive ? 'select-soft' : 'panel')
  pen.fill()
  if (isActive || node.path === hovered) {
    pen.strokeStyle = look.colour(isActive ? 'select' : 'line-strong')
    pen.lineWidth = 7
    pen.stroke()
    pen.strokeStyle = look.colour('panel')
    pen.lineWidth = 4
    pen.stroke()
  }
  pen.strokeStyle = look.colour(
    node.cut === 'window' ? 'mistake' : node.isOpen ? 'select' : node.isOnLine ? 'best' : isUnknown ? 'line' : 'line-strong',
  )
  pen.lineWidth = node.isCurrent ? 3 : node.isOpen || node.isOnLine ? 2.2 : 1.4
  pen.setLineDash(node.isNotVisited ? [3, 3] : [])
  pen.stroke()
  pen.setLineDash([])
  if (!text) return
  pen.fillStyle = look.colour(node.label ? 'ink' : 'muted')
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  setFont(pen, picture, text.size, true)
  const middle = y + (node.kind === 'max' ? side / 6 : node.kind === 'min' ? -side / 6 : 0)
  // a long one crosses the sides of a triangle
  pen.strokeStyle = look.colour(isActive ? 'select-soft' : 'panel')
  pen.lineWidth = 3
  if (node.kind !== 'leaf') pen.strokeText(text.words, x, middle, text.width || undefined)
  pen.fillText(text.words, x, middle, text.width || undefined)
}

/** What is written in a shape: the value in the largest size that has room beside its neighbours, and in fewer digits without any. */
function textOf(pen: Pen, picture: Picture, { node, side }: PlacedNode) {
  const { words, layout } = picture
  const isUnknown = node.key === undefined || node.isNotVisited
  if (!node.label) return { words: isUnknown && node.kind === 'leaf' ? '·' : '', size: FONT + 7, width: 0 }
  const room = roomOfText(side, layout.agents)
  const least = FONT - 2
  const whole = words.label(node)
  const written = [
    ...[FONT + 7, FONT + 2, least].map(size => ({ words: whole, size })),
    { words: words.label(node, true), size: least },
  ].map(each => {
    setFont(pen, picture, each.size, true)
    return { ...each, width: pen.measureText(each.words).width }
  })
  const inside = side * (node.kind === 'leaf' ? 0.9 : 0.66)
  return written.find(({ size, width }) => width <= (size === least ? room : inside)) ?? { ...written.at(-1)!, width: room }
}

/** What a node takes of the plane. */
export function boxesOf({ node, x, y, side, strip, more }: PlacedNode, direction: Direction): readonly Box[] {
  const bar = node.bar ? [barBox({ x, y, side }, direction)] : []
  return [
    { x: x - side / 2, y: y - side / 2, width: side, height: side },
    ...(strip ? [strip] : []),
    ...(more ? [more] : []),
    ...bar,
  ]
}

/** Width of the ring around the selected node. */
const RING = 4

/** The value of a board, or what it loses. */
export function writeLabel(texts: Texts, picture: Picture, { node, x, y, side }: PlacedNode): void {
  if (!node.label) return
  const look = { token: TOKEN_OF[node.tone], isBold: node.label.is === 'best' || node.tone === 'blunder' }
  const text = picture.words.label(node)
  const ring = node.path === picture.active ? RING : 0
  const below = [x, y + side / 2 + 4 + ring, 'center', 'top'] as const
  const above = [x, y - side / 2 - 5, 'center', 'bottom'] as const // of one with a window below it
  const beside = [x + side / 2 + 8, y, 'left', 'middle'] as const
  if (isLabelBelow(node, picture.layout)) texts.put(text, look, below, above, beside)
  else texts.put(text, look, beside, below)
}

/** How many nodes below are not drawn. */
export function writeBelow(texts: Texts, { words, layout }: Picture, { node, x, y, side, strip }: PlacedNode): void {
  if (!node.more || node.children.length > 0 || node.more.nodes === 0) return
  const look = { token: 'muted', size: FONT - 1 } as const
  const bottom = strip ? strip.y + strip.height : y + side / 2
  const below = [x, bottom + 4, 'center', 'top'] as const
  const right = x + side / 2 + 10
  const beside = [0, side / 2, -side / 2].map(dy => [right, y + dy, 'left', 'middle'] as const)
  if (layout.direction === 'right') texts.put(words.below(node.more.nodes), look, ...beside, below)
  else texts.put(words.below(node.more.nodes), look, below)
}

/** A dot for each outcome: its area is the probability, its place the value. */
function drawStrip(pen: Pen, { look, layout }: Picture, { node, strip }: PlacedNode): void {
  const { x, y, width, height } = strip!
  const middle = y + height / 2
  pen.strokeStyle = look.colour('line-strong')
  pen.globalAlpha = 0.5
  pen.lineWidth = 1
  pen.beginPath()
  pen.moveTo(x, middle)
  pen.lineTo(x + width, middle)
  pen.stroke()
  pen.globalAlpha = 0.55
  const drawn = new Set(node.children.map(({ key }) => key))
  const largest = node.strip!.reduce((most, { probability }) => Math.max(most, probability), 0)
  for (const isDrawn of [false, true]) {
    pen.fillStyle = look.colour(isDrawn ? 'best' : 'muted')
    for (const { key, place, probability } of node.strip!) {
      if ((drawn.has(key) && layout.byKey.has(key)) !== isDrawn) continue
      pen.beginPath()
      pen.arc(x + stripPlace(place) * width, middle, Math.max(0.8, (height / 2) * 0.8 * Math.sqrt(probability / largest)), 0, 7)
      pen.fill()
    }
  }
  pen.globalAlpha = 1
}
