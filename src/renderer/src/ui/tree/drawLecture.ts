/** Draws what only a lecture has: names, windows, and a value on its way up. */
import type { PaintToken } from '../board/brush'
import { BAR, type PlacedNode } from './layout'
import { edgePoint, FONT, setFont, sizeOf, write, type Pen, type Picture, type ToneToken } from './picture'

export function drawName(pen: Pen, picture: Picture, { node, x, y, side }: PlacedNode): void {
  const text = picture.words.name(node)
  if (text === '') return
  pen.fillStyle = picture.look.colour('muted')
  setFont(pen, picture, FONT + 1, true)
  pen.textAlign = 'right'
  pen.textBaseline = 'middle'
  // a triangle with its point up leaves room beside it
  write(pen, picture, text, x - side / 2 - (node.kind === 'max' ? -2 : node.kind === 'agent' ? -4 : 10), y - side / 4)
}

/** α and β on a bar beside the node, and the best so far where it is neither. */
export function drawWindow(pen: Pen, picture: Picture, { node, x, y, side, strip }: PlacedNode, withText: boolean): void {
  const { alpha, beta, best } = node.bar!
  const { look, words, layout } = picture
  const isRight = layout.direction === 'right'
  const left = isRight ? x - BAR.width / 2 : x + side / 2 + BAR.gap
  const middle = isRight ? y + side / 2 + BAR.below + (strip?.height ?? 0) : y - side / 6
  const bar = (from: number, to: number, token: PaintToken) => {
    pen.fillStyle = look.colour(token)
    pen.beginPath()
    const width = Math.max(2, (to - from) * BAR.width)
    pen.roundRect(left + from * BAR.width, middle - BAR.height / 2, width, BAR.height, BAR.height / 2)
    pen.fill()
  }
  bar(0, 1, 'line')
  bar(alpha.place, beta.place, 'select')
  if (best) {
    pen.fillStyle = look.colour('mistake')
    pen.fillRect(left + best.place * BAR.width - 1.2, middle - 7, 2.4, 14)
  }
  if (!withText) return
  setFont(pen, picture, FONT - 1, true)
  const height = sizeOf(picture, FONT - 1)
  const text = (value: string, place: number, dy: number, token: PaintToken | ToneToken) => {
    pen.fillStyle = look.colour(token)
    pen.textAlign = 'left'
    pen.textBaseline = dy < 0 ? 'bottom' : 'top'
    // above or below its mark, but within the room of the bar
    const free = BAR.width - pen.measureText(value).width
    write(pen, picture, value, left + Math.max(0, Math.min(free, place * BAR.width - (BAR.width - free) / 2)), middle + dy)
  }
  text(`α ${words.windowEnd(alpha.end)}`, alpha.place, -7, 'ink')
  text(`β ${words.windowEnd(beta.end)}`, beta.place, 7, 'ink')
  if (best) text(words.variable(node), best.place, 9 + height, 'mistake')
}

/** A value that a call returns, on its way up the edge. @param t 0 … 1 */
export function drawFlight(pen: Pen, picture: Picture, path: string, t: number): void {
  const to = picture.layout.byPath.get(path)
  const from = to?.node.parent && picture.layout.byPath.get(to.node.parent.path)
  if (!to?.node.label || !from) return
  const { x, y } = edgePoint(picture, from, to, 1 - t)
  const text = picture.words.label(to.node)
  setFont(pen, picture, FONT + 2, true)
  const width = pen.measureText(text).width + 14
  pen.fillStyle = picture.look.colour('select')
  pen.beginPath()
  pen.roundRect(x - width / 2, y - 11, width, 22, 11)
  pen.fill()
  pen.fillStyle = picture.look.colour('panel')
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y + 0.5)
}
