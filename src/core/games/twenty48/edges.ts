/** Moves and tiles as small numbers, as in a recorded tree. */
import { MOVES, type Move, type Spawn } from './board'

/** Signs for moves in text. */
export const SLIDE_SIGNS: Readonly<Record<Move, string>> = { up: '↑', down: '↓', left: '←', right: '→' }

export function slideEdge(move: Move): number {
  return MOVES.indexOf(move)
}

export function spawnEdge({ cell, rank }: Spawn): number {
  return 2 * cell + rank - 1
}

/** `undefined` if the number is not a move's. */
export function slideOfEdge(edge: number): Move | undefined {
  return MOVES[edge]
}

export function spawnOfEdge(edge: number): Spawn {
  return { cell: edge >> 1, rank: (edge & 1) + 1 }
}
