import type { ActionId } from '../../game/game'
import type { Grid } from '../grid'
import { cellName } from './cells'

/** Actions 0 … 3, the directions of `neighbour`. */
const MOVES = ['north', 'south', 'east', 'west']
export const PARK = 4
export const PICK_UP = 5
export const DROP_OFF = 6
export const CHARGE = 7
/** With a cell added: a block there. */
export const BLOCK = 8

const NAMES = [...MOVES, 'park', 'pick up', 'drop off', 'charge']

export function actionName(grid: Grid, action: ActionId): string {
  if (action >= BLOCK) return `block ${cellName(grid, action - BLOCK)}`
  return NAMES[action] ?? String(action)
}
