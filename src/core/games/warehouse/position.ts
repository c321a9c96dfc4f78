import type { Random } from '../../random'
import { type Cell, type Grid, distance, drawCells } from '../grid'
import type { ActionId } from '../../game/game'

/** Actions 0 … 3, the directions of `neighbour`. */
const MOVES = ['north', 'south', 'east', 'west']

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

/** The variable rules of the warehouse. Their schema is in core/contract. */
export interface WarehouseOptions {
  /** Cells. */
  readonly width: number
  readonly height: number
  /** Cells that no robot enters: their number, drawn so that the others stay connected; or a list, as `b2,d4`. */
  readonly obstacles: number | string
  /** True if a robot may put a block on any cell without a robot. */
  readonly placeBlock: boolean
  /** Steps of each robot until the game ends. */
  readonly steps: number
  /** Packages at a time: two are on the board, the others wait. */
  readonly packages: number
  /** Battery of each robot at the start. */
  readonly battery: number
  /** True if agents see a package only once it is on the board. */
  readonly hidden: boolean
}

/** Source: the course framework of "warehouse robots", whose board, packages, batteries and steps these are. */
export const USUAL_OPTIONS: WarehouseOptions = {
  width: 5,
  height: 5,
  obstacles: 0,
  placeBlock: false,
  steps: 4761,
  packages: 4,
  battery: 20,
  hidden: false,
}

/** Columns have a letter each. */
export const SIDE_RANGE = { min: 2, max: 26 } as const
export const STEP_RANGE = { min: 1, max: 1_000_000 } as const
export const PACKAGE_RANGE = { min: 2, max: 50 } as const
export const BATTERY_RANGE = { min: 1, max: 1_000_000 } as const

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

const FIRST_LETTER = 'a'.charCodeAt(0)

/** A letter for the column and a number for the row: `a1` in the north-west. */
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
