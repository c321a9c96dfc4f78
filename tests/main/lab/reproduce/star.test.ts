import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createRandom } from '../../../../src/core/random'
import { SEARCHERS } from '../../../../src/core/search/registry'
import type { Bench } from '../../../../src/main/lab/reproduce/reproduction'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { countMissing, countsOf, MOST, ORDERS, SIZES } from '../../../../src/main/lab/reproduce/starCounts'
import { starPage } from '../../../../src/main/lab/reproduce/starPage'
import {
  bestFirst,
  randomChanceTree,
  searched,
  turnedRound,
  type UniformTree,
} from '../../../../src/main/lab/reproduce/uniformTrees'

/** Star1 by the book, with the leaves that it visits. The root sees ties. */
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
      const tie = ply === 0 ? 1e-9 : 0
      if (turn === 0) {
        best = Math.max(best, below(Math.max(alpha, best - tie), beta))
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

  test('the best order has a player’s better children first, and leaves those of chance where they were', () => {
    const tree = randomChanceTree({ branching: 3, depth: 3 }, MOST, createRandom(5))
    const best = bestFirst(tree)
    const lists = (from: UniformTree, size: number) =>
      Array.from({ length: from.leaves.length / size }, (_, i) => [...from.leaves.subarray(i * size, (i + 1) * size)])
    // MIN's leaves, smallest first; of each chance node the same three lists, in their order
    for (const list of lists(best, 3)) expect(list).toEqual(list.toSorted((a, b) => a - b))
    const chance = (from: UniformTree) => lists(from, 9).map(nine => lists({ ...from, leaves: Int32Array.from(nine) }, 3).map(list => list.toSorted((a, b) => a - b).join())) // oxfmt-ignore
    expect(chance(best).map(String).toSorted()).toEqual(chance(tree).map(String).toSorted())
  })
})

describe('the reproduction', () => {
  const root = mkdtempSync(join(tmpdir(), 'lab-star-'))
  let folder = ''
  beforeEach(() => (folder = mkdtempSync(join(root, 'case-'))))
  afterAll(() => rmSync(root, { recursive: true }))

  const open = () => ResultsFile.open(join(folder, 'star.jsonl'), 'star', { kernel: 'k', fingerprint: 'f' })
  const linesOf = () => readFileSync(join(folder, 'star.jsonl'), 'utf8').split('\n').filter(line => line.includes('"kind"')) // oxfmt-ignore
  const benchOf = (results: ResultsFile, stopAfter = Infinity) => {
    const stop = new AbortController()
    let trees = 0
    const onGames = (count: number) => {
      trees += count
      if (trees === stopAfter) stop.abort()
    }
    return { results, signal: stop.signal, onStage: () => undefined, onGames } as unknown as Bench
  }

  test('continues where it was stopped, to the same counts', async () => {
    const sizes = SIZES.filter(({ branching, depth }) => branching < 4 && depth === 3)
    await countMissing(benchOf(open()), 70, sizes)
    const expected = linesOf()
    expect(expected).toHaveLength(2 * 2 * ORDERS.length)
    rmSync(join(folder, 'star.jsonl'))
    await expect(countMissing(benchOf(open(), 80), 70, sizes)).rejects.toThrow(folder)
    expect(linesOf().length).toBeGreaterThan(0)
    await countMissing(benchOf(open()), 70, sizes)
    expect(linesOf()).toEqual(expected)
    expect(countsOf(open(), sizes[0]!, 'best', 'star1', 70)).toHaveLength(70)
  })

  test('the page has means with intervals, and their share of all leaves', () => {
    const results = open()
    for (const { branching, depth } of SIZES)
      for (const order of ORDERS) {
        const all = branching ** depth
        const counts = { expectimax: [all, all], star1: [all - 1, all + 1], star2: [all, all], star2Table: [all / 2, all / 2] }
        results.add({ kind: 'star', branching, depth, order, first: 0, trees: 2, ...counts })
      }
    const lines = starPage(results, 'lab reproduce star --most 2', 2).split('\n')
    const rows = lines.filter(line => /^\| \d/.test(line)).map(line => line.split('|').map(cell => cell.trim()))
    expect(rows).toHaveLength(SIZES.length * ORDERS.length)
    expect(rows[0]!.slice(1, -1)).toEqual(['2', '3', '8', '8.0 (7, 9)', '1.00', '8.0 (8, 8)', '1.00', '4.0 (4, 4)', '0.50'])
  })
})
