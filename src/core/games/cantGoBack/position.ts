import { neighbour, type Cell, type Grid } from '../grid'

/** The part that does not change in a game. Positions share it. */
export interface Board extends Grid {
  /** By cell and direction: the cells above, below, to the right and to the left of it, if they are on the board. */
  readonly neighbours: readonly (readonly (Cell | undefined)[])[]
  /** By cell: the initial value of its fruit; 0: none. The fruit exists while its cell is free and `fruitTurns` are left. */
  readonly fruits: readonly number[]
  readonly penalty: number
  readonly alwaysPenalty: boolean
}

export interface CantGoBackState {
  readonly board: Board
  /** By cell: blocked or visited, including the players' own cells. */
  readonly isClosed: readonly boolean[]
  /** By player, as `scores`. */
  readonly cells: readonly Cell[]
  readonly scores: readonly number[]
  /** The player to act, from 0. */
  readonly turn: number
  /** Turns of all players until the fruits disappear. */
  readonly fruitTurns: number
  /** True if a player could not move: the game ends with this round. */
  readonly isLastRound: boolean
}

/** The numbers of the directions are actions. */
export const DIRECTIONS = ['up', 'down', 'right', 'left'] as const

export function neighboursOf(grid: Grid): Board['neighbours'] {
  return Array.from({ length: grid.width * grid.height }, (_, cell) =>
    DIRECTIONS.map((_direction, number) => neighbour(grid, cell, number)),
  )
}

/** Number of cells that a player could go to from a cell. */
export function waysFrom({ board, isClosed }: Pick<CantGoBackState, 'board' | 'isClosed'>, cell: Cell): number {
  let ways = 0
  for (const next of board.neighbours[cell]!) if (next !== undefined && !isClosed[next]) ways++
  return ways
}

/** The value of the fruit on a cell now; 0: none. */
export function fruitOn({ board, isClosed, fruitTurns }: CantGoBackState, cell: Cell): number {
  return fruitTurns > 0 && !isClosed[cell] ? board.fruits[cell]! : 0
}

/** Equal for equal texts, but much faster to compute. */
export function keyOf(state: CantGoBackState): string {
  const { board, isClosed, cells, scores, turn, fruitTurns, isLastRound } = state
  const codes: number[] = []
  for (let cell = 0; cell < isClosed.length; cell++) codes.push(isClosed[cell] ? 1 : fruitOn(state, cell))
  codes.push(...cells, turn, fruitTurns, Number(isLastRound), board.width, Number(board.alwaysPenalty))
  return `${String.fromCharCode(...codes)},${scores.join()},${board.penalty}`
}

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
  /** Turns of all players together until fruits disappear, as a multiple of the shorter side. */
  readonly fruitTime: number
  readonly penalty: number
  /** True if a player that cannot move pays even if no other can move either. */
  readonly alwaysPenalty: boolean
  readonly players: number
}

/**
 * Source: course work "Can't Go Back", its report and its framework. The lifetime of fruits is the framework's (the report has one shorter
 * side); who pays is the report's (in the framework all do). The size of a board and its blocked cells are ours, as are more than two players: docs/cant-go-back.md.
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
  players: 2,
}

export const SIDE_RANGE = { min: 1, max: 30 } as const
export const BLOCKED_RANGE = { min: 0, max: SIDE_RANGE.max ** 2 } as const
export const SHARE_RANGE = { min: 0, max: 100 } as const
/** Lower numbers of a board are its cells. Source of the lowest: the work, for two players. */
export const FRUIT_RANGE = { min: 3, max: 10_000 } as const
export const TIME_RANGE = { min: 0, max: 1000 } as const
export const PLAYER_RANGE = { min: 2, max: 4 } as const
export const PENALTY_RANGE = { min: 0, max: 1_000_000 } as const

/** The lowest value of a fruit on a board: lower numbers are its players. */
export function lowestFruit(players: number): number {
  return Math.max(FRUIT_RANGE.min, players + 1)
}
