/** How games paint small positions on a canvas. */
import type { TileText } from './boardLook'
import type { Board } from '../../../../core/games/twenty48/board'

/** What a painter of positions may use. */
export interface Brush {
  readonly pen: CanvasRenderingContext2D
  /** The position fills a square of this side, whose corner is at the origin. */
  readonly side: number
  /** False where the board is too small for text: its cells are coloured squares then. */
  readonly withText: boolean
  /** A token of the window's colours. */
  readonly colour: (token: PaintToken) => string
  /** Family of the text on tiles, and of other text. */
  readonly font: string
  readonly tileText: TileText
}

/** Paints a position given in the game's notation. */
export type Painter = (brush: Brush, state: string) => void

export const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const
type Rank = (typeof RANKS)[number]
export const tileToken = (rank: number) => `tile-${rank as Rank}` as const
export const inkToken = (rank: number) => `tile-${rank as Rank}-ink` as const

/** Tokens that painters use. */
export const PAINT_TOKENS = [
  ...(['ink', 'muted', 'panel', 'paper', 'line', 'line-strong', 'select', 'select-soft', 'board', 'cell'] as const),
  ...(['series-1', 'series-2', 'series-3', 'series-4'] as const),
  ...RANKS.map(tileToken),
  ...RANKS.map(inkToken),
] as const
export type PaintToken = (typeof PAINT_TOKENS)[number]

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
  const place = (cell: number) => [(MARGIN + (cell % 4) * STEP) * side, (MARGIN + Math.floor(cell / 4) * STEP) * side] as const
  // Step 1. The tiles of a rank, and the empty cells, together.
  const ranks = new Set(board)
  for (const rank of ranks) {
    pen.fillStyle = colour(rank === 0 ? 'cell' : tileToken(rank))
    pen.beginPath()
    for (const [cell, its] of board.entries())
      if (its === rank) pen.roundRect(...place(cell), TILE * side, TILE * side, side * 0.02)
    pen.fill()
  }
  if (!withText) return
  // Step 2. Their faces: a font is set once for as many digits.
  pen.textAlign = 'center'
  pen.textBaseline = 'alphabetic'
  let digits = 0
  for (const rank of [...ranks].filter(each => each > 0).toSorted((a, b) => a - b)) {
    const text = String(tileText === 'face' ? 2 ** rank : rank)
    const size = DIGITS[text.length - 1]! * side
    if (text.length !== digits) pen.font = `700 ${size}px ${font}`
    digits = text.length
    pen.fillStyle = colour(inkToken(rank))
    for (const [cell, its] of board.entries()) {
      if (its !== rank) continue
      const [x, y] = place(cell)
      pen.fillText(text, x + (TILE * side) / 2, y + (TILE * side) / 2 + size * 0.36)
    }
  }
}
