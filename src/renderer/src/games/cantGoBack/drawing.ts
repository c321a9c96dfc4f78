import type { Cell, Grid } from '../../../../core/games/grid'
import type { Place } from '../gameView'

/** Of a cell, in units of the drawing. */
export const SIDE = 10
/** So that the lines below a narrow board have room. */
const NARROWEST = 40
/** Around the drawing. */
const MARGIN = 1

/** Of the part of the drawing that holds the board and the lines below it. */
export const viewWidth = ({ width }: Grid) => Math.max(NARROWEST, width * SIDE)

/** Where a cell is drawn. */
export function boxOf(grid: Grid, cell: Cell): Place {
  const view = viewWidth(grid)
  const whole = view + 2 * MARGIN
  const x = (view - grid.width * SIDE) / 2 + (cell % grid.width) * SIDE + MARGIN
  const y = Math.floor(cell / grid.width) * SIDE + MARGIN
  return { x: x / whole, y: y / whole, width: SIDE / whole, height: SIDE / whole }
}
