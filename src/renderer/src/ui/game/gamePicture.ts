/** A game as a picture to share: its last board, its line and its result, on a canvas. */
import type { GameGraph } from '../../../../core/contract/calls'
import type { Board } from '../../../../core/games/twenty48/board'
import type { TileText } from '../board/boardLook'
import { inkToken, paintBoard, PAINT_TOKENS, tileToken, type PaintToken } from '../board/brush'
import { apart, tilesMade, worstApart, type LossSign } from './chartSigns'

/** The size that pages show of a shared picture, in pixels. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const
const MARGIN = 45
const GAP = 45
const SIDE = PICTURE_SIZE.height - 2 * MARGIN
/** What is beside the board. */
const LEFT = MARGIN + SIDE + GAP
const RIGHT = PICTURE_SIZE.width - MARGIN
/** The line of the game, with the signs of losses above and of tiles below. */
const CHART = { top: 290, bottom: 540, signs: 26 } as const
const BOTTOM = PICTURE_SIZE.height - MARGIN
const [TILE_WIDTH, TILE_HEIGHT] = [58, 24]
const LOSS_WIDTH = 28

export const PICTURE_TOKENS = [...PAINT_TOKENS, 'faint', 'inaccuracy', 'mistake', 'blunder'] as const

/** All that is drawn; texts in the words of the window. */
export interface GamePicture {
  readonly board: Board
  readonly graph: Pick<GameGraph, 'slides' | 'score' | 'largest' | 'total'>
  readonly marks: readonly LossSign[]
  /** Who played, and where from. */
  readonly title: string
  readonly score: string
  readonly scoreName: string
  /** Other results, side by side. */
  readonly facts: readonly { readonly name: string; readonly text: string }[]
  /** Below the line; empty if there is nothing to say. */
  readonly note: string
}

interface PictureLook {
  readonly colour: (token: (typeof PICTURE_TOKENS)[number]) => string
  readonly font: string
  readonly tileFont: string
  readonly tileText: TileText
}

export function drawGame(pen: CanvasRenderingContext2D, picture: GamePicture, look: PictureLook): void {
  const { colour, font, tileFont, tileText } = look
  pen.fillStyle = colour('panel')
  pen.fillRect(0, 0, PICTURE_SIZE.width, PICTURE_SIZE.height)
  pen.save()
  pen.translate(MARGIN, MARGIN)
  const boardColour = (token: PaintToken) => colour(token)
  paintBoard({ pen, side: SIDE, withText: true, colour: boardColour, font: tileFont, tileText }, picture.board, SIDE)
  pen.restore()
  drawResult(pen, picture, look)
  drawLine(pen, picture, look)
  if (picture.note !== '')
    write(pen, picture.note, LEFT, BOTTOM - 2, { colour: colour('muted'), font: `500 17px ${font}`, most: RIGHT - LEFT })
}

interface Written {
  readonly colour: string
  readonly font: string
  /** Widest, in pixels: a longer text is narrowed. */
  readonly most?: number
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, { colour, font, most }: Written): void {
  pen.fillStyle = colour
  pen.font = font
  pen.textAlign = 'left'
  pen.textBaseline = 'alphabetic'
  pen.fillText(text, x, y, most)
}

function drawResult(pen: CanvasRenderingContext2D, picture: GamePicture, { colour, font, tileFont }: PictureLook): void {
  const { title, score, scoreName, facts } = picture
  const most = RIGHT - LEFT
  write(pen, title, LEFT, MARGIN + 20, { colour: colour('muted'), font: `600 22px ${font}`, most })
  write(pen, score, LEFT - 3, MARGIN + 104, { colour: colour('ink'), font: `700 84px ${tileFont}`, most: most - 130 })
  const after = Math.min(most - 120, pen.measureText(score).width + 14)
  write(pen, scoreName, LEFT + after, MARGIN + 104, { colour: colour('muted'), font: `500 22px ${font}`, most: 120 })
  const width = most / Math.max(1, facts.length)
  for (const [i, { name, text }] of facts.entries()) {
    write(pen, name, LEFT + i * width, MARGIN + 152, { colour: colour('muted'), font: `500 19px ${font}`, most: width - 12 })
    write(pen, text, LEFT + i * width, MARGIN + 192, { colour: colour('ink'), font: `700 36px ${font}`, most: width - 12 })
  }
}

/** The score over the moves, with the first tile of each size, and the moves that lost. */
function drawLine(
  pen: CanvasRenderingContext2D,
  { graph: { slides, score, largest, total }, marks }: GamePicture,
  { colour, font }: PictureLook,
): void {
  const { top, bottom, signs } = CHART
  const most = Math.max(1, ...score)
  const xOf = (slide: number) => LEFT + (total === 0 ? 0 : slide / total) * (RIGHT - LEFT)
  const yOf = (points: number) => bottom - (points / most) * (bottom - top - signs)
  // Step 1. The score, over its area.
  pen.beginPath()
  for (const [row, slide] of slides.entries()) pen.lineTo(xOf(slide), yOf(score[row]!))
  pen.lineTo(xOf(slides.at(-1) ?? 0), bottom)
  pen.lineTo(xOf(slides[0] ?? 0), bottom)
  pen.closePath()
  pen.fillStyle = colour('select-soft')
  pen.fill()
  pen.beginPath()
  for (const [row, slide] of slides.entries()) pen.lineTo(xOf(slide), yOf(score[row]!))
  pen.strokeStyle = colour('select')
  pen.lineWidth = 4
  pen.lineJoin = 'round'
  pen.stroke()
  pen.fillStyle = colour('line')
  pen.fillRect(LEFT, bottom, RIGHT - LEFT, 2)
  // Step 2. The first tiles, on the line below.
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = `700 17px ${font}`
  for (const { rank, slide } of apart(tilesMade({ slides, largest }), xOf, TILE_WIDTH + 6)) {
    const x = Math.min(Math.max(xOf(slide), LEFT + TILE_WIDTH / 2), RIGHT - TILE_WIDTH / 2)
    pen.fillStyle = colour(tileToken(rank))
    pen.beginPath()
    pen.roundRect(x - TILE_WIDTH / 2, bottom - TILE_HEIGHT, TILE_WIDTH, TILE_HEIGHT, 5)
    pen.fill()
    pen.fillStyle = colour(inkToken(rank))
    pen.fillText(String(2 ** rank), x, bottom - TILE_HEIGHT / 2 + 1)
  }
  // Step 3. The moves that lost, in their strip above.
  pen.font = `700 20px ${font}`
  for (const { slide, its, sign } of worstApart(marks, xOf, LOSS_WIDTH)) {
    pen.fillStyle = colour(its === 'unclear' ? 'faint' : its)
    pen.fillText(sign, Math.min(Math.max(xOf(slide), LEFT + 10), RIGHT - 10), top + 10)
  }
}
