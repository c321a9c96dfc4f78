import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createRandom } from '../../../../src/core/random'
import { SEARCHERS } from '../../../../src/core/search/registry'
import { BRANCHINGS, countMissing } from '../../../../src/main/lab/reproduce/orderingCounts'
import type { Bench } from '../../../../src/main/lab/reproduce/reproduction'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
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

describe('the reproduction of the order', () => {
  const root = mkdtempSync(join(tmpdir(), 'lab-ordering-'))
  let folder = ''
  beforeEach(() => (folder = mkdtempSync(join(root, 'case-'))))
  afterAll(() => rmSync(root, { recursive: true }))

  const open = () => ResultsFile.open(join(folder, 'ordering.jsonl'), 'ordering', { kernel: 'k', fingerprint: 'f' })
  /** @param stopAfter so many trees, as a person stops it */
  const benchOf = (results: ResultsFile, stopAfter = Infinity) => {
    const stop = new AbortController()
    const heard = { trees: 0, stages: [] as [string, number, number][] }
    const onGames = (count: number) => {
      heard.trees += count
      if (heard.trees === stopAfter) stop.abort()
    }
    const bench = {
      results,
      signal: stop.signal,
      onStage: (...stage: [string, number, number]) => heard.stages.push(stage),
      onGames,
    }
    return { bench: bench as unknown as Bench, heard }
  }
  const linesOf = () => readFileSync(join(folder, 'ordering.jsonl'), 'utf8').split('\n').filter(line => line.includes('"kind"')) // oxfmt-ignore

  test('continues where it was stopped, to the same counts', async () => {
    const whole = benchOf(open())
    await countMissing(whole.bench, 120, [2, 3])
    const expected = linesOf()
    expect(expected).toHaveLength(BRANCHINGS.length * 2 * (1 + 3 * 3)) // one line of the uncut tree, three of each block
    expect(whole.heard.trees).toBe(BRANCHINGS.length * 2 * 121)
    rmSync(join(folder, 'ordering.jsonl'))

    const first = benchOf(open(), 300)
    await expect(countMissing(first.bench, 120, [2, 3])).rejects.toThrow(folder)
    const before = linesOf().length
    expect(before).toBeGreaterThan(10)
    const second = benchOf(open())
    await countMissing(second.bench, 120, [2, 3])
    expect(linesOf()).toEqual(expected)
    expect(second.heard.stages[0]).toEqual(['b = 2', 242, 242])
    expect(second.heard.trees).toBeLessThan(whole.heard.trees - 242)
  })
})
