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
  readonly cells: readonly [Cell, Cell]
  readonly scores: readonly [number, number]
  readonly turn: 0 | 1
  /** Turns of both players until the fruits disappear. */
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
  codes.push(cells[0], cells[1], turn, fruitTurns, Number(isLastRound), board.width, Number(board.alwaysPenalty))
  return `${String.fromCharCode(...codes)},${scores[0]},${scores[1]},${board.penalty}`
}
