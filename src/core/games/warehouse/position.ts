import type { Random } from '../../random'
import { distance, drawCells, type Cell, type Grid } from '../grid'

/** The robots by number. A begins. */
export const ROBOTS = ['A', 'B'] as const
type RobotNumber = 0 | 1

/** Number of packages on the board or carried at any time; the others wait. */
export const OUT = 2

/** The fixed part of the board. Positions share it; only placing a block makes another. */
export interface Floor extends Grid {
  readonly stations: readonly [Cell, Cell]
  /** By cell. */
  readonly isBlocked: readonly boolean[]
  readonly placeBlock: boolean
  readonly hidden: boolean
}

export interface Package {
  readonly from: Cell
  readonly to: Cell
}

export interface Robot {
  readonly cell: Cell
  readonly battery: number
  readonly credit: number
  readonly load: Package | undefined
}

export interface WarehouseState {
  readonly floor: Floor
  readonly robots: readonly [Robot, Robot]
  /** Packages that no robot carries, in the order of their arrival: those on the board, then those that wait. */
  readonly packages: readonly Package[]
  readonly turn: RobotNumber
  /** Steps left, of both robots together. */
  readonly steps: number
  /** State of the generator that draws the packages to come: 16 hexadecimal digits. */
  readonly spawns: string
}

/** Number of `packages` on the board. */
export function lyingCount({ robots: [a, b] }: Pick<WarehouseState, 'robots'>): number {
  return OUT - (a.load ? 1 : 0) - (b.load ? 1 : 0)
}

/** The reward for delivering a package. */
export function rewardOf(grid: Grid, { from, to }: Package): number {
  return 2 * distance(grid, from, to)
}

/** From one cell to another, each pair as likely. */
export function drawPackage(cells: readonly Cell[], random: Random): Package {
  const [from, to] = drawCells(cells, 2, random)
  return { from: from!, to: to! }
}
