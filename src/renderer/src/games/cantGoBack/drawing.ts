import type { Cell, Grid } from '../../../../core/games/grid'
import type { Place } from '../gameView'

/** Side of a cell, in units of the drawing. */
export const SIDE = 10
/** Minimum width, so that the lines below a narrow board fit. */
const NARROWEST = 40
/** Margin around the drawing. */
const MARGIN = 1

/** Width of the part of the drawing that holds the board and the lines below it. */
export const viewWidth = ({ width }: Grid) => Math.max(NARROWEST, width * SIDE)

/** The square of a cell. */
export function boxOf(grid: Grid, cell: Cell): Place {
  const view = viewWidth(grid)
  const whole = view + 2 * MARGIN
  const x = (view - grid.width * SIDE) / 2 + (cell % grid.width) * SIDE + MARGIN
  const y = Math.floor(cell / grid.width) * SIDE + MARGIN
  return { x: x / whole, y: y / whole, width: SIDE / whole, height: SIDE / whole }
}
