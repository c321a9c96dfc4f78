import { emptyCells, SPAWNS, withTile, type Board, type Spawn } from '../board'
import type { Feature } from '../heuristics/family'
import { isNearer } from '../../../rounding'

/** A 2, the likelier tile. All cells are equally likely: the first whose board is valued nearest to their mean is shown. */
export function likelySpawn(after: Board, evaluate: Feature): Spawn {
  const spawns = emptyCells(after).map(cell => ({ cell, rank: SPAWNS[0].rank }))
  const values = spawns.map(spawn => evaluate(withTile(after, spawn)))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let nearest = 0
  for (const [i, value] of values.entries()) if (isNearer(value, values[nearest]!, mean)) nearest = i
  return spawns[nearest]!
}
