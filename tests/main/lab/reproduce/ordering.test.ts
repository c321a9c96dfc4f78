import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../../src/core/random'
import { SEARCHERS } from '../../../../src/core/search/registry'
import {
  bestFirst,
  leavesVisited,
  randomTree,
  turnedRound,
  uncutTree,
  type UniformTree,
} from '../../../../src/main/lab/reproduce/uniformTrees'

const { alphaBeta } = SEARCHERS

/** A tree as nested lists. */
type Nested = number | readonly Nested[]

function nested({ branching, leaves }: UniformTree): Nested {
  let level: Nested[] = [...leaves]
  while (level.length > 1)
    level = Array.from({ length: level.length / branching }, (_, i) => level.slice(i * branching, (i + 1) * branching))
  return level[0]!
}

/** Leaves that the textbook's alpha-beta visits, and the value. */
function plainAlphaBeta(tree: Nested, alpha = -Infinity, beta = Infinity, isMax = true): { leaves: number; value: number } {
  if (typeof tree === 'number') return { leaves: 1, value: tree }
  let leaves = 0
  let value = isMax ? -Infinity : Infinity
  for (const child of tree) {
    const below = plainAlphaBeta(child, alpha, beta, !isMax)
    leaves += below.leaves
    value = isMax ? Math.max(value, below.value) : Math.min(value, below.value)
    if (isMax) alpha = Math.max(alpha, value)
    else beta = Math.min(beta, value)
    if (alpha >= beta) break
  }
  return { leaves, value }
}

const SMALL = [
  { branching: 2, depth: 2 },
  { branching: 2, depth: 3 },
  { branching: 3, depth: 2 },
]
const MIDDLE = [
  { branching: 2, depth: 7 },
  { branching: 3, depth: 4 },
  { branching: 5, depth: 3 },
  { branching: 6, depth: 4 },
]

describe('uniform trees', () => {
  test('alpha-beta visits the leaves that a plain one visits, whatever the order', () => {
    for (const size of [...SMALL, ...MIDDLE])
      for (let seed = 0; seed < 10; seed++) {
        const tree = randomTree(size, createRandom(seed))
        for (const each of [tree, bestFirst(tree), turnedRound(bestFirst(tree)), uncutTree(size)])
          expect(leavesVisited(each, alphaBeta)).toBe(plainAlphaBeta(nested(each)).leaves)
      }
  })
})
