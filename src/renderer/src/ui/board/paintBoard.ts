import type { Board } from '../../../../core/games/twenty48/board'
import { inkToken, tileToken, type Brush } from './brush'

/** The geometry of `TileBoard`, in shares of its side. */
const MARGIN = 0.022
const TILE = (1 - 2 * MARGIN) * 0.2335
const STEP = (1 - 2 * MARGIN - TILE) / 3
/** Sizes of digits by their number, in shares of the side. */
const DIGITS = [0.14, 0.125, 0.105, 0.084, 0.068, 0.058] as const

/** A board of tiles, as `TileBoard` shows it. @param side of its square, whose corner is at the origin */
export function paintBoard({ pen, colour, font, withText, tileText }: Brush, board: Board, side: number): void {
  pen.fillStyle = colour('board')
  pen.beginPath()
  pen.roundRect(0, 0, side, side, side * 0.05)
  pen.fill()
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  board.forEach((rank, cell) => {
    const [x, y] = [(MARGIN + (cell % 4) * STEP) * side, (MARGIN + Math.floor(cell / 4) * STEP) * side]
    pen.fillStyle = colour(rank === 0 ? 'cell' : tileToken(rank))
    pen.beginPath()
    pen.roundRect(x, y, TILE * side, TILE * side, side * 0.02)
    pen.fill()
    if (rank === 0 || !withText) return
    const text = String(tileText === 'face' ? 2 ** rank : rank)
    const size = DIGITS[text.length - 1]! * side
    pen.fillStyle = colour(inkToken(rank))
    pen.font = `700 ${size}px ${font}`
    pen.fillText(text, x + (TILE * side) / 2, y + (TILE * side) / 2 + size * 0.36)
  })
}
