/** Cells of a grid and their names: a letter for the column and a number for the row, `a1` in the north-west. */

/** A number from 0, row by row from the north-west. */
export type Cell = number

export interface Grid {
  /** In cells. */
  readonly width: number
  readonly height: number
}

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

/** Manhattan distance: whatever is in the way. */
export function distance({ width }: Grid, one: Cell, other: Cell): number {
  const columns = Math.abs((one % width) - (other % width))
  return columns + Math.abs(Math.floor(one / width) - Math.floor(other / width))
}

/** The cell to the north, south, east or west (0 … 3); `undefined` off the grid, or for no direction. */
export function neighbour({ width, height }: Grid, cell: Cell, direction: number): Cell | undefined {
  switch (direction) {
    case 0:
      return cell >= width ? cell - width : undefined
    case 1:
      return cell + width < width * height ? cell + width : undefined
    case 2:
      return (cell + 1) % width > 0 ? cell + 1 : undefined
    case 3:
      return cell % width > 0 ? cell - 1 : undefined
    default:
      return undefined
  }
}
