import { emptyCells, isDead, type Board } from '../twenty48/board'

/** Who is to act: the player slides, the computer sets a tile. */
export const TURNS = ['player', 'computer'] as const

export interface Adversarial48State {
  readonly board: Board
  /** Points of all slides so far. */
  readonly score: number
  readonly turn: (typeof TURNS)[number]
  /** Whether the computer's tiles come by chance. */
  readonly randomTiles: boolean
}

/** A 2048 ends the game. */
const GOAL_RANK = 11

export function isWon({ board }: Pick<Adversarial48State, 'board'>): boolean {
  for (const rank of board) if (rank >= GOAL_RANK) return true
  return false
}

export function isLost({ board, turn }: Adversarial48State): boolean {
  return turn === 'player' ? isDead(board) : emptyCells(board).length === 0
}
