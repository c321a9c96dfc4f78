import type { Cell } from '../../../../core/games/grid'
import type { Brush, PaintToken } from './brush'

/** A grid in the middle of the brush's square, and marks on its cells. Absent colours are not painted. */
export function paintGrid({ pen, side, colour, font, withText }: Brush, width: number, height: number) {
  const unit = side / Math.max(width, height)
  const [left, top] = [(side - unit * width) / 2, (side - unit * height) / 2]
  const at = (cell: Cell) => ({ x: left + (cell % width) * unit, y: top + Math.floor(cell / width) * unit })
  pen.fillStyle = colour('cell')
  pen.beginPath()
  pen.roundRect(left, top, unit * width, unit * height, unit * 0.1)
  pen.fill()
  pen.strokeStyle = colour('paper')
  pen.lineWidth = unit * 0.04
  pen.beginPath()
  for (let column = 1; column < width; column++) {
    pen.moveTo(left + column * unit, top)
    pen.lineTo(left + column * unit, top + height * unit)
  }
  for (let row = 1; row < height; row++) {
    pen.moveTo(left, top + row * unit)
    pen.lineTo(left + width * unit, top + row * unit)
  }
  pen.stroke()

  function paint(ground: PaintToken | undefined, edge: PaintToken | undefined): void {
    if (ground) {
      pen.fillStyle = colour(ground)
      pen.fill()
    }
    if (!edge) return
    pen.strokeStyle = colour(edge)
    pen.lineWidth = unit * 0.05
    pen.stroke()
  }

  function write(cell: Cell, text: string, token: PaintToken): void {
    if (!withText || unit < 7) return
    const { x, y } = at(cell)
    pen.fillStyle = colour(token)
    pen.font = `700 ${unit * (text.length > 2 ? 0.34 : 0.48)}px ${font}`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(text, x + unit / 2, y + unit * 0.54)
  }

  type Mark = (cell: Cell, ground: PaintToken | undefined, edge: PaintToken | undefined, text: string, ink: PaintToken) => void

  const disc: Mark = (cell, ground, edge, text, ink) => {
    const { x, y } = at(cell)
    pen.beginPath()
    pen.arc(x + unit / 2, y + unit / 2, unit * 0.38, 0, 2 * Math.PI)
    paint(ground, edge)
    write(cell, text, ink)
  }
  const square: Mark = (cell, ground, edge, text, ink) => {
    const { x, y } = at(cell)
    pen.beginPath()
    pen.roundRect(x + unit * 0.14, y + unit * 0.14, unit * 0.72, unit * 0.72, unit * 0.1)
    paint(ground, edge)
    write(cell, text, ink)
  }
  /** @param corners in shares of the cell's side */
  const polygon =
    (corners: readonly (readonly [x: number, y: number])[]): Mark =>
    (cell, ground, edge, text, ink) => {
      const { x, y } = at(cell)
      pen.beginPath()
      for (const [across, down] of corners) pen.lineTo(x + unit * across, y + unit * down)
      pen.closePath()
      paint(ground, edge)
      write(cell, text, ink)
    }
  const diamond = polygon([
    [0.5, 0.07],
    [0.93, 0.5],
    [0.5, 0.93],
    [0.07, 0.5],
  ])
  const triangle = polygon([
    [0.5, 0.06],
    [0.96, 0.9],
    [0.04, 0.9],
  ])
  function fill(cell: Cell, token: PaintToken): void {
    const { x, y } = at(cell)
    pen.fillStyle = colour(token)
    pen.fillRect(x + unit * 0.03, y + unit * 0.03, unit * 0.94, unit * 0.94)
  }
  function dot(cell: Cell, token: PaintToken): void {
    const { x, y } = at(cell)
    pen.fillStyle = colour(token)
    pen.beginPath()
    pen.arc(x + unit * 0.74, y + unit * 0.26, unit * 0.14, 0, 2 * Math.PI)
    pen.fill()
  }
  return { disc, square, diamond, triangle, fill, dot }
}
