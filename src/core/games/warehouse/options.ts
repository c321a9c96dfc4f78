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
