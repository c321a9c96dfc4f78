import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../../src/core/random'
import { SEARCHERS } from '../../../../src/core/search/registry'
import { MOST } from '../../../../src/main/lab/reproduce/starCounts'
import {
  bestFirst,
  randomChanceTree,
  searched,
  turnedRound,
  type UniformTree,
} from '../../../../src/main/lab/reproduce/uniformTrees'

/** Star1 by the book, with the leaves that it visits. */
function plainStar1({ branching: b, depth, turns, leaves }: UniformTree): { leaves: number; value: number } {
  let visited = 0
  const value = (ply: number, place: number, alpha: number, beta: number): number => {
    if (ply === depth) {
      visited++
      return leaves[place]!
    }
    const turn = turns[ply % turns.length]!
    let sum = 0
    let best = turn === 0 ? -Infinity : Infinity
    for (let child = 0; child < b; child++) {
      const rest = b - 1 - child
      const below = (a: number, z: number) => value(ply + 1, place * b + child, a, z)
      if (turn === 'chance') {
        const found = below(alpha * b - sum - MOST * rest, beta * b - sum)
        sum += found
        if (found >= beta * b - (sum - found)) return sum / b
        if (found <= alpha * b - (sum - found) - MOST * rest) return (sum + MOST * rest) / b
        continue
      }
      if (turn === 0) {
        best = Math.max(best, below(Math.max(alpha, best), beta))
        if (best >= Math.min(beta, MOST)) break
      } else {
        best = Math.min(best, below(alpha, Math.min(beta, best)))
        if (best <= Math.max(alpha, 0)) break
      }
    }
    return turn === 'chance' ? sum / b : best
  }
  const root = value(0, 0, -Infinity, Infinity)
  return { leaves: visited, value: root }
}

describe('uniform trees with chance nodes', () => {
  test('Star1 visits the leaves that a plain one visits, in any order', () => {
    for (const [branching, depth] of [
      [2, 3],
      [2, 7],
      [4, 4],
    ] as const)
      for (let seed = 0; seed < 15; seed++) {
        const random = randomChanceTree({ branching, depth }, MOST, createRandom(seed))
        const best = bestFirst(random)
        for (const tree of [random, best, turnedRound(best)]) {
          const { values, effort } = searched(tree, SEARCHERS.star1, { most: MOST })
          expect({ leaves: effort.leaves, value: values![0] }).toEqual(plainStar1(tree))
        }
      }
  })
})
