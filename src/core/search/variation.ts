import type { EdgeId } from '../game/game'

/** The principal variation below each ply of the current line: a triangular array. */
export class Variations {
  private readonly below: EdgeId[][] = []

  /** Clears the line of a node at this ply. */
  begin(ply: number): void {
    this.below[ply] = []
  }

  /** Sets the best child so far, the one that was just searched. */
  improve(ply: number, edge: EdgeId): void {
    this.below[ply] = [edge, ...(this.below[ply + 1] ?? [])]
  }

  at(ply: number): readonly EdgeId[] {
    return this.below[ply] ?? []
  }
}
