import type { ActionId } from '../../game/game'
import type { Cell, Grid } from '../grid'

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

/** Names of cells: a letter for the column and a number for the row, `a1` in the north-west. */

const FIRST_LETTER = 'a'.charCodeAt(0)

export function cellName({ width }: Grid, cell: Cell): string {
  return String.fromCharCode(FIRST_LETTER + (cell % width)) + String(Math.floor(cell / width) + 1)
}

/** `undefined`: no cell of this grid. */
export function cellOf({ width, height }: Grid, name: string): Cell | undefined {
  const [, letter, number] = /^([a-z])([1-9]\d?)$/.exec(name) ?? []
  if (letter === undefined || number === undefined) return undefined
  const [column, row] = [letter.charCodeAt(0) - FIRST_LETTER, Number(number) - 1]
  return column < width && row < height ? row * width + column : undefined
}
