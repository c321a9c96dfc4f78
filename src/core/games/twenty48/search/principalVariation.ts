import { emptyCells, legalMoves, slide, SPAWNS, withTile, type Board, type Move, type Spawn } from '../board'
import type { Feature } from '../heuristics/family'
import { isNearer } from '../../../rounding'
import type { PvStep } from './report'

/**
 * The principal variation after a slide: a likely tile, the best answer to it, a likely tile, … down to the horizon or the cut.
 * The kernel does the same (`assembly/variation.ts`). With the table `deeper` an answer may rest on values of more depth than is left,
 * as it did in the search.
 *
 * @param after the board after the slide, which was searched to `depth`
 * @param reach of that board
 * @param answer the best slide of a board, searched as it was inside the tree: with what its search left in the table, and the depth
 * and the cumulative probability that are left there. `undefined` ends it.
 */
export function followVariation(
  after: Board,
  depth: number,
  reach: number,
  cutBelow: number,
  evaluate: Feature,
  answer: (board: Board, depth: number, reach: number) => Move | undefined,
): PvStep[] {
  const steps: PvStep[] = []
  for (let left = depth - 1; left >= 0 && reach >= cutBelow; left--) {
    const spawn = likelySpawn(after, evaluate)
    steps.push({ spawn })
    reach = (reach / emptyCells(after).length) * SPAWNS[0].chance
    const next = withTile(after, spawn)
    const move = legalMoves(next).length > 0 ? answer(next, left, reach) : undefined
    if (move === undefined) break
    steps.push({ move })
    after = slide(next, move)!.board
  }
  return steps
}

/** A 2, the likelier tile. All cells are equally likely: the first whose board is valued nearest to their mean is shown. */
export function likelySpawn(after: Board, evaluate: Feature): Spawn {
  const spawns = emptyCells(after).map(cell => ({ cell, rank: SPAWNS[0].rank }))
  const values = spawns.map(spawn => evaluate(withTile(after, spawn)))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let nearest = 0
  for (const [i, value] of values.entries()) if (isNearer(value, values[nearest]!, mean)) nearest = i
  return spawns[nearest]!
}
