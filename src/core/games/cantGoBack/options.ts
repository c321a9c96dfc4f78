/** The variable rules of Can't Go Back. Their schema is in core/contract. */
export interface CantGoBackOptions {
  /** A board as CSV, instead of a random one; its fruits too, if it has any. Empty: draws one. */
  readonly board: string
  /** Width of a random board, in cells. */
  readonly width: number
  readonly height: number
  /** Blocked cells of a random board; the others stay connected. */
  readonly blocked: number
  /** Random fruits, in percent of the free cells, rounded down. */
  readonly fruits: number
  /** Highest value of a random fruit. */
  readonly maxFruit: number
  /** Turns of both players together until fruits disappear, as a multiple of the shorter side. */
  readonly fruitTime: number
  readonly penalty: number
  /** True if a player that cannot move pays even if the other cannot move either. */
  readonly alwaysPenalty: boolean
}

/**
 * Source: course work "Can't Go Back", its report and its framework. The lifetime of fruits is the framework's (the report has one shorter
 * side); who pays is the report's (in the framework all do). The size of a board and its blocked cells are ours.
 */
export const USUAL_OPTIONS: CantGoBackOptions = {
  board: '',
  width: 7,
  height: 7,
  blocked: 7,
  fruits: 20,
  maxFruit: 300,
  fruitTime: 2,
  penalty: 300,
  alwaysPenalty: false,
}

export const SIDE_RANGE = { min: 1, max: 30 } as const
export const BLOCKED_RANGE = { min: 0, max: SIDE_RANGE.max ** 2 } as const
export const SHARE_RANGE = { min: 0, max: 100 } as const
/** Lower numbers of a board are its cells. Source of the lowest: the work. */
export const FRUIT_RANGE = { min: 3, max: 10_000 } as const
export const TIME_RANGE = { min: 0, max: 1000 } as const
export const PENALTY_RANGE = { min: 0, max: 1_000_000 } as const
