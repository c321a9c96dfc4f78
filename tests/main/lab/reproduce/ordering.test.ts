import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createRandom } from '../../../../src/core/random'
import { SEARCHERS } from '../../../../src/core/search/registry'
import { BRANCHINGS, countMissing, countsOf, DEPTHS } from '../../../../src/main/lab/reproduce/orderingCounts'
import { orderingPage } from '../../../../src/main/lab/reproduce/orderingPage'
import { orderingPlot } from '../../../../src/main/lab/reproduce/orderingPlot'
import { ReproduceCommands } from '../../../../src/main/lab/reproduce/reproduceCommands'
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
import type { CommandContext } from '../../../../src/main/lab/shared/commandContext'

const { alphaBeta, pvs } = SEARCHERS

/** A tree as nested lists. */
type Nested = number | readonly Nested[]

function nested({ branching, leaves }: UniformTree): Nested {
  let level: Nested[] = [...leaves]
  while (level.length > 1)
    level = Array.from({ length: level.length / branching }, (_, i) => level.slice(i * branching, (i + 1) * branching))
  return level[0]!
}

function valueOf(tree: Nested, isMax = true): number {
  if (typeof tree === 'number') return tree
  const values = tree.map(child => valueOf(child, !isMax))
  return isMax ? Math.max(...values) : Math.min(...values)
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

/** The tree with its children in every order, at every node. */
function allOrders(tree: Nested): Nested[] {
  if (typeof tree === 'number') return [tree]
  const below = tree.map(allOrders)
  return permutations(below).flatMap(order =>
    order.reduce<Nested[][]>((lists, choices) => lists.flatMap(list => choices.map(choice => [...list, choice])), [[]]),
  )
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((first, i) => permutations(list.toSpliced(i, 1)).map(rest => [first, ...rest]))
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
  test('the best order is the best of all orders, and has the fewest leaves of any', () => {
    for (const size of SMALL)
      for (let seed = 0; seed < 20; seed++) {
        const tree = randomTree(size, createRandom(seed))
        const counts = allOrders(nested(tree)).map(order => plainAlphaBeta(order).leaves)
        const [up, down] = [Math.ceil(size.depth / 2), Math.floor(size.depth / 2)]
        const fewest = size.branching ** up + size.branching ** down - 1
        expect(Math.min(...counts)).toBe(fewest)
        for (const searcher of [alphaBeta, pvs]) expect(leavesVisited(bestFirst(tree), searcher)).toBe(fewest)
      }
  })

  test('alpha-beta visits the leaves that a plain one visits, whatever the order', () => {
    for (const size of [...SMALL, ...MIDDLE])
      for (let seed = 0; seed < 10; seed++) {
        const tree = randomTree(size, createRandom(seed))
        for (const each of [tree, bestFirst(tree), turnedRound(bestFirst(tree)), uncutTree(size)])
          expect(leavesVisited(each, alphaBeta)).toBe(plainAlphaBeta(nested(each)).leaves)
      }
  })

  test('children stand in order of what they are worth to the player of the node; turned round, in the opposite order', () => {
    const check = (tree: Nested, sign: number, isMax = true): void => {
      if (typeof tree === 'number') return
      const values = tree.map(child => valueOf(child, !isMax))
      expect(values).toEqual(values.toSorted((a, b) => (isMax ? sign : -sign) * (b - a)))
      for (const child of tree) check(child, sign, !isMax)
    }
    for (const size of MIDDLE) {
      const tree = randomTree(size, createRandom(3))
      const best = bestFirst(tree)
      check(nested(best), 1)
      check(nested(turnedRound(best)), -1)
      expect(valueOf(nested(best))).toBe(valueOf(nested(tree)))
      expect([...best.leaves].sort((a, b) => a - b)).toEqual([...tree.leaves].sort((a, b) => a - b))
    }
  })

  test('of the tree in which nothing is cut alpha-beta visits every leaf, each worth something else', () => {
    for (const size of [...SMALL, ...MIDDLE]) {
      const tree = uncutTree(size)
      expect(leavesVisited(tree, alphaBeta)).toBe(size.branching ** size.depth)
      expect(new Set(tree.leaves).size).toBe(size.branching ** size.depth)
    }
  })

  test('every order of the leaves is drawn about as often', () => {
    const drawn = new Map<string, number>()
    for (let seed = 0; seed < 2400; seed++) {
      const leaves = randomTree({ branching: 2, depth: 2 }, createRandom(seed)).leaves.join()
      drawn.set(leaves, (drawn.get(leaves) ?? 0) + 1)
    }
    expect(drawn.size).toBe(24)
    // chi-squared of 23 degrees of freedom: 49.7 is its 0.999 quantile
    expect([...drawn.values()].reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0)).toBeLessThan(49.7)
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

  test('a trial of few trees leaves the full count what it is', async () => {
    const counts = (results: ResultsFile) =>
      countsOf(results, { branching: 3, depth: 3 }, 'random', 'alphaBeta', 60) // oxfmt-ignore
    await countMissing(benchOf(open()).bench, 60, [3])
    const expected = counts(open())
    expect(expected).toHaveLength(60)
    rmSync(join(folder, 'ordering.jsonl'))
    await countMissing(benchOf(open()).bench, 2, [3])
    await countMissing(benchOf(open()).bench, 60, [3])
    expect(counts(open())).toEqual(expected)
  })

  /** Every size has the counts b^d − 1 and b^d + 1 in random order, and b^d in the others. */
  const filled = (trees = 10) => {
    const results = open()
    for (const branching of BRANCHINGS)
      for (const depth of DEPTHS)
        for (const order of ['best', 'random', 'worst', 'uncut'] as const) {
          const all = branching ** depth
          const random = Array.from({ length: trees }, (_, i) => all - 1 + 2 * (i % 2))
          const counts = order === 'uncut' ? [all] : order === 'random' ? random : random.map(() => all)
          const size = { branching, depth, order, first: 0, trees: counts.length } as const
          results.add({ kind: 'leaves', ...size, alphaBeta: counts, pvs: counts })
        }
    return results
  }

  test('the page has means with intervals beside both laws', () => {
    const lines = orderingPage(filled(), 'lab reproduce ordering --most 10', 10).split('\n')
    expect(lines.filter(line => /^\| \d/.test(line))).toHaveLength(BRANCHINGS.length * DEPTHS.length)
    // b = 2, d = 4: t(0.975; 9) = 2.262, s/√10 = 1/3; 16 : 2^3
    const row = lines.filter(line => line.startsWith('| 4 '))[0]!
    expect(row.split('|').map(cell => cell.trim()).slice(2, 8)) // oxfmt-ignore
      .toEqual(['16', '16.0 [15.2 – 16.8]', '2.00', '8.0', '16.0 [16.0 – 16.0]', '16'])
  })

  test('the page of a trial of few trees lists their counts, and has no intervals', () => {
    const lines = orderingPage(filled(2), 'lab reproduce ordering --most 2', 2).split('\n')
    expect(lines.find(line => line.startsWith('| 4 '))).toContain('| 16.0 (15, 17) ')
    expect(lines.filter(line => line.startsWith('|')).join()).not.toContain('[')
  })

  test('the plot’s scale is logarithmic, and what is counted stands where it is counted', () => {
    const svg = orderingPlot(filled(2), 2)
    const paths = [...svg.matchAll(/class="line (\w+)( dash)?" d="M([\d. L]+)"/g)].map(([, colour, isLaw, points]) => ({
      colour,
      isLaw: isLaw !== undefined,
      ys: points!.split('L').map(point => Number(point.split(' ')[1])),
    }))
    const ofSix = paths.slice(-5) // the last panel's
    expect(ofSix.map(({ colour }) => colour)).toEqual(['all', 'worst', 'random', 'random', 'best'])
    const law = ofSix.find(({ colour }) => colour === 'all')!.ys
    for (const [i, y] of law.slice(1).entries()) expect(law[i]! - y).toBeCloseTo(law[0]! - law[1]!, 0)
    expect(law[0]! - law[7]!).toBeGreaterThan(100)
    for (const { isLaw, ys } of ofSix) if (!isLaw) expect(ys).toEqual(law)
    expect(svg).toContain('prefers-color-scheme:dark')
  })

  test('a picture by another program is not overwritten', async () => {
    const picture = join(folder, 'ordering.svg')
    writeFileSync(picture, '<svg/>')
    const run = new ReproduceCommands({} as CommandContext).run(
      { name: 'ordering', folder, most: 2, command: '' },
      { signal: new AbortController().signal, onStage: () => undefined, onGames: () => undefined },
    )
    await expect(run).rejects.toMatchObject({ code: 'BAD_FILE' })
    expect(readFileSync(picture, 'utf8')).toBe('<svg/>')
  })
})
