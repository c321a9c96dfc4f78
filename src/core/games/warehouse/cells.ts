/** Names of cells: a letter for the column and a number for the row, `a1` in the north-west. */
import type { Cell, Grid } from '../grid'

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
