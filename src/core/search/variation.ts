import type { EdgeId } from '../games/game'

/** The principal variation below each ply of the line in hand: a triangular array. */
export class Variations {
  private readonly below: EdgeId[][] = []

  /** A node at this ply has no line yet. */
  begin(ply: number): void {
    this.below[ply] = []
  }

  /** Its best child so far, the one that was just searched. */
  improve(ply: number, edge: EdgeId): void {
    this.below[ply] = [edge, ...(this.below[ply + 1] ?? [])]
  }

  at(ply: number): readonly EdgeId[] {
    return this.below[ply] ?? []
  }
}
