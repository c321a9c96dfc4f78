/** Slides and tiles as small numbers, which is how a recorded tree keeps them. */
import { MOVES, type Move, type Spawn } from './board'

/** What people read of a slide in a line. */
export const SLIDE_SIGNS: Readonly<Record<Move, string>> = { up: '↑', down: '↓', left: '←', right: '→' }

export function slideEdge(move: Move): number {
  return MOVES.indexOf(move)
}

export function spawnEdge({ cell, rank }: Spawn): number {
  return 2 * cell + rank - 1
}

/** `undefined` when the number is no slide's. */
export function slideOfEdge(edge: number): Move | undefined {
  return MOVES[edge]
}

export function spawnOfEdge(edge: number): Spawn {
  return { cell: edge >> 1, rank: (edge & 1) + 1 }
}
