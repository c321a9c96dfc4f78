/** How games paint small positions on a canvas. */
import type { TileText } from './boardLook'

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
  ...(['series-1', 'series-2'] as const),
  ...RANKS.map(tileToken),
  ...RANKS.map(inkToken),
] as const
export type PaintToken = (typeof PAINT_TOKENS)[number]
