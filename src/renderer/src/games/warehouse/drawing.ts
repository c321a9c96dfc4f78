import { neighbour, type Cell } from '../../../../core/games/grid'
import { BLOCK, CHARGE, DROP_OFF, PARK, PICK_UP, type WarehouseState } from '../../../../core/games/warehouse/position'
import type { Place } from '../gameView'

/** Side of a cell, in units of the drawing. */
export const SIDE = 10
/** Margin around the drawing. */
const MARGIN = 1
/** Actions on the robot's own cell: the part of the cell, from its left edge, and a sign. */
const HERE: Readonly<Record<number, { readonly from: number; readonly width: number; readonly sign: string }>> = {
  [PARK]: { from: 0, width: 1, sign: 'P' },
  [PICK_UP]: { from: 0, width: 0.5, sign: '▲' },
  [DROP_OFF]: { from: 0, width: 0.5, sign: '▼' },
  [CHARGE]: { from: 0.5, width: 0.5, sign: '⚡' },
}
/** Share of a cell: its lower left corner places a block, the rest is a move. */
const CORNER = 0.36

/** A move is its cell, an action on the spot a part of the robot's own cell, and a block a corner of the cell that it closes. */
export function placeOfAction({ floor, robots, turn }: WarehouseState, action: number): Place | undefined {
  const whole = floor.width * SIDE + 2 * MARGIN
  const at = (cell: Cell, left: number, top: number, width: number, height: number): Place => ({
    x: (((cell % floor.width) + left) * SIDE + MARGIN) / whole,
    y: ((Math.floor(cell / floor.width) + top) * SIDE + MARGIN) / whole,
    width: (width * SIDE) / whole,
    height: (height * SIDE) / whole,
  })
  const { cell } = robots[turn]
  if (action >= BLOCK) return { ...at(action - BLOCK, 0, 1 - CORNER, CORNER, CORNER), sign: '■' }
  const here = HERE[action]
  if (here) return { ...at(cell, here.from, 0, here.width, 1), sign: here.sign }
  const to = neighbour(floor, cell, action)
  return to === undefined ? undefined : at(to, 0, 0, 1, 1)
}
