import { describe, expect, test } from 'vitest'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { createRandom } from '../../../../src/core/random'
import {
  bestFirst,
  flipped,
  randomChanceTree,
  randomTree,
  searched,
  uncutTree,
  type UniformTree,
} from '../../../../src/main/lab/reproduce/counts'

const HIGHEST = 999

interface Found {
  readonly leaves: number
  readonly value: number
}

/** Alpha-beta by the book, with the leaves that it visits; with chance nodes Star1. */
function plain({ branching: b, depth, turns, leaves }: UniformTree): Found {
  let visited = 0
  const value = (ply: number, place: number, alpha: number, beta: number): number => {
    if (ply === depth) {
      visited++
      return leaves[place]!
    }
    const turn = turns[ply % turns.length]!
    const [least, most] = turns.length > 2 ? [0, HIGHEST] : [-Infinity, Infinity]
    let sum = 0
    let best = turn === 0 ? -Infinity : Infinity
    for (let child = 0; child < b; child++) {
      const rest = b - 1 - child
      const below = (a: number, z: number) => value(ply + 1, place * b + child, a, z)
      if (turn === 'chance') {
        const found = below(alpha * b - sum - HIGHEST * rest, beta * b - sum)
        sum += found
        if (found >= beta * b - (sum - found)) return sum / b
        if (found <= alpha * b - (sum - found) - HIGHEST * rest) return (sum + HIGHEST * rest) / b
        continue
      }
      if (turn === 0) {
        best = Math.max(best, below(Math.max(alpha, best), beta))
        if (best >= Math.min(beta, most)) break
      } else {
        best = Math.min(best, below(alpha, Math.min(beta, best)))
        if (best <= Math.max(alpha, least)) break
      }
    }
    return turn === 'chance' ? sum / b : best
  }
  const root = value(0, 0, -Infinity, Infinity)
  return { leaves: visited, value: root }
}

function found(tree: UniformTree, searcher: string, most?: number): Found {
  const { values, effort } = searched(tree, parsePlayerText(searcher), most)
  return { leaves: effort.leaves, value: values![0]! }
}

describe('uniform trees', () => {
  test.each([
    [2, 2],
    [2, 3],
    [3, 2],
    [2, 7],
    [3, 4],
    [5, 3],
    [6, 4],
  ])('alpha-beta visits the leaves that a plain one visits, whatever the order: b = %i, d = %i', (branching, depth) => {
    const size = { branching, depth }
    for (let seed = 0; seed < 10; seed++) {
      const tree = randomTree(size, createRandom(seed))
      for (const each of [tree, bestFirst(tree), flipped(bestFirst(tree)), uncutTree(size)])
        expect(found(each, 'alphaBeta')).toEqual(plain(each))
    }
  })

  test.each([
    [2, 3],
    [2, 7],
    [4, 4],
  ])('with chance nodes Star1 visits the leaves that a plain one visits, in any order: b = %i, d = %i', (branching, depth) => {
    for (let seed = 0; seed < 15; seed++) {
      const random = randomChanceTree({ branching, depth }, HIGHEST, createRandom(seed))
      const best = bestFirst(random)
      for (const tree of [random, best, flipped(best)]) expect(found(tree, 'star1', HIGHEST)).toEqual(plain(tree))
    }
  })
})
