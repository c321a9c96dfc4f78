import { CELLS, SIDE, type Board } from '../twenty48/board'

/** Who acts: the player moves, the computer sets a tile. */
export const TURNS = ['player', 'computer'] as const

export interface Adversarial48State {
  readonly board: Board
  /** Points of all moves so far. */
  readonly score: number
  readonly turn: (typeof TURNS)[number]
  /** True if the computer's tiles are random. */
  readonly randomTiles: boolean
}

/** A 2048 ends the game. */
const GOAL_RANK = 11

export function isWon({ board }: Pick<Adversarial48State, 'board'>): boolean {
  for (const rank of board) if (rank >= GOAL_RANK) return true
  return false
}

/** Like `isDead` of 2048's board, for a board with a tile; on the computer's turn: no empty cell. */
export function isLost({ board, turn }: Adversarial48State): boolean {
  let tiles = 0
  for (let cell = 0; cell < CELLS; cell++) if (board[cell] !== 0) tiles++
  if (tiles < CELLS) return turn === 'player' && tiles === 0
  if (turn === 'computer') return true
  for (let cell = 0; cell < CELLS; cell++) {
    if (cell % SIDE !== SIDE - 1 && board[cell] === board[cell + 1]) return false
    if (board[cell] === board[cell + SIDE]) return false
  }
  return true
}

/** Ranks of a character of a key. */
const RANKS_EACH = 3
/** Bits of a rank; the highest rank is 17. */
const RANK_BITS = 5

/** Equal for equal texts, but much faster to compute. */
export function keyOf({ board, score, turn, randomTiles }: Adversarial48State): string {
  const codes: number[] = []
  for (let cell = 0; cell < CELLS; cell += RANKS_EACH)
    codes.push(board[cell]! | ((board[cell + 1] ?? 0) << RANK_BITS) | ((board[cell + 2] ?? 0) << (2 * RANK_BITS)))
  codes.push(score & 0xffff, score >>> 16, Number(turn === 'player') + 2 * Number(randomTiles))
  return String.fromCharCode(...codes)
}

/** The variable rule of the adversarial 2048. Its schema is in core/contract. */
export interface Adversarial48Options {
  /** True if tiles are random, as in 2048: there is then one agent, and its searches may treat chance as an adversary. */
  readonly randomTiles: boolean
}

export const USUAL_OPTIONS: Adversarial48Options = { randomTiles: false }
