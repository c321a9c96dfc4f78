/** The rules of the warehouse that can be chosen. Their schema is in core/contract. */
export interface WarehouseOptions {
  /** Cells. */
  readonly width: number
  readonly height: number
  /** Cells that no robot enters: how many, drawn so that the others stay connected; or which, as `b2,d4`. */
  readonly obstacles: number | string
  /** Whether a robot may put a block on any cell without a robot. */
  readonly placeBlock: boolean
  /** Steps of each robot until the game ends. */
  readonly steps: number
  /** All that there are at a time: two are on the board, the others wait. */
  readonly packages: number
  /** Of each robot at the start. */
  readonly battery: number
  /** Whether agents see no package before it is on the board. */
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
