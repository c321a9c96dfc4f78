/** Rectangles of cells, some of them closed, and random cells. */
import type { Random } from '../random'

/** A number from 0, row by row from the north-west. */
export type Cell = number

export interface Grid {
  /** In cells. */
  readonly width: number
  readonly height: number
}

/** Manhattan distance, ignoring obstacles. */
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

export function freeCells(isBlocked: readonly boolean[]): Cell[] {
  return [...isBlocked.keys()].filter(cell => !isBlocked[cell])
}

/** Different cells, uniformly drawn. */
export function drawCells(cells: readonly Cell[], count: number, random: Random): Cell[] {
  const left = [...cells]
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0]!)
}

/**
 * Draws closed cells one by one, so that the free cells stay connected. Some cell is always possible, such as one that is farthest from
 * another.
 */
export function drawObstacles(grid: Grid, count: number, random: Random): readonly boolean[] {
  let isBlocked: readonly boolean[] = Array<boolean>(grid.width * grid.height).fill(false)
  for (let placed = 0; placed < count; placed++) {
    const free = freeCells(isBlocked)
    const cell = drawCells(free, free.length, random).find(each => isConnected(grid, isBlocked.with(each, true)))
    isBlocked = isBlocked.with(cell!, true)
  }
  return isBlocked
}

/** True if all free cells are connected. */
function isConnected(grid: Grid, isBlocked: readonly boolean[]): boolean {
  const free = freeCells(isBlocked)
  const reached = new Set(free.slice(0, 1))
  for (const cell of reached)
    // including those added meanwhile
    for (let direction = 0; direction < 4; direction++) {
      const next = neighbour(grid, cell, direction)
      if (next !== undefined && !isBlocked[next]) reached.add(next)
    }
  return reached.size === free.length
}
