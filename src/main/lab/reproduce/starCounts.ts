/** Leaves that expectimax, Star1 and Star2 visit of uniform trees with chance nodes, by the order of the children. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { contentHash } from '../../../core/contentHash'
import type { StarLine } from '../../../core/contract/files'
import { readConfig } from '../../../core/contract/searchers'
import { createRandom, deriveSeed } from '../../../core/random'
import { isEqualButForRounding } from '../../../core/rounding'
import { SEARCHERS } from '../../../core/search/registry'
import type { Searcher } from '../../../core/search/searcher'
import { stopIfAsked, type Bench } from './reproduction'
import type { ResultsFile } from './resultsFile'
import { bestFirst, randomChanceTree, searched, turnedRound, type TreeSize, type UniformTree } from './uniformTrees'

/** Deepest trees by their branching: up to some thousand leaves. */
const DEEPEST = { 2: 8, 3: 6, 4: 5, 6: 4 } as const
const SHALLOWEST = 3
export const SIZES: readonly TreeSize[] = Object.entries(DEEPEST).flatMap(([branching, deepest]) =>
  Array.from({ length: deepest - SHALLOWEST + 1 }, (_, i) => ({ branching: Number(branching), depth: SHALLOWEST + i })),
)
export const ORDERS = ['best', 'random', 'worst'] as const satisfies readonly StarLine['order'][]
/** Leaves are worth 0 … this. */
export const MOST = 999
/** Entries of Star2's table, as a power of 2. */
export const TABLE_BITS = 16
const TREES = 1000
/** Trees of a line of results: what a kill loses. */
const BLOCK = 50

type Order = (typeof ORDERS)[number]
export type Counts = Pick<StarLine, 'expectimax' | 'star1' | 'star2' | 'star2Table'>
type Count = Record<keyof Counts, number>

/** Trees of one size, by their numbers. */
interface Block {
  readonly size: TreeSize
  readonly first: number
  readonly trees: number
}

/** Counts what the results lack. @param most trees of each size @param sizes fewer than all of them for a test */
export async function countMissing(bench: Bench, most: number, sizes: readonly TreeSize[] = SIZES): Promise<void> {
  for (const size of sizes) {
    const blocks = blocksOf(size, most)
    const missing = blocks.filter(block => !ORDERS.every(order => bench.results.has(keyOf(block, order))))
    const treesOf = (some: readonly Block[]) => some.reduce((sum, { trees }) => sum + trees, 0)
    bench.onStage(`b = ${size.branching}, d = ${size.depth}`, treesOf(blocks), treesOf(blocks) - treesOf(missing))
    for (const block of missing) await count(bench, block)
  }
}

/** What a searcher visited of each tree of that size. */
export function countsOf(results: ResultsFile, size: TreeSize, order: Order, searcher: keyof Counts, most: number): number[] {
  return blocksOf(size, most).flatMap(block => results.stars(keyOf(block, order))![searcher])
}

/** Trees of each size. */
export function treesOfEach(most: number): number {
  return Math.min(most, TREES)
}

/** Fingerprint of searches of some trees: shows if another lab counts the same. */
export function countsFingerprint(): string {
  const sizes = [2, 3].map(branching => ({ branching, depth: 4 }))
  return contentHash(sizes.map(size => ORDERS.map(order => counted(arrangementsOf(size, 0)[order]))))
}

function blocksOf(size: TreeSize, most: number): Block[] {
  const trees = treesOfEach(most)
  const firsts = Array.from({ length: Math.ceil(trees / BLOCK) }, (_, i) => i * BLOCK)
  return firsts.map(first => ({ size, first, trees: Math.min(BLOCK, trees - first) }))
}

function keyOf({ size: { branching, depth }, first, trees }: Block, order: Order) {
  return { kind: 'star', branching, depth, order, first, trees } as const
}

async function count({ results, signal, onGames }: Bench, block: Block): Promise<void> {
  const { size, first, trees } = block
  const found = new Map(ORDERS.map(order => [order, [] as Count[]]))
  for (let number = first; number < first + trees; number++) {
    const all = arrangementsOf(size, number)
    for (const order of ORDERS) found.get(order)!.push(counted(all[order]))
    onGames(1)
    await otherWork()
    stopIfAsked(signal, results)
  }
  for (const [order, each] of found) {
    const of = (searcher: keyof Count) => each.map(counts => counts[searcher])
    const counts = { expectimax: of('expectimax'), star1: of('star1'), star2: of('star2'), star2Table: of('star2Table') }
    results.add({ ...keyOf(block, order), ...counts })
  }
}

/** A random tree in each order of its children. */
function arrangementsOf(size: TreeSize, number: number): Readonly<Record<Order, UniformTree>> {
  const random = randomChanceTree(size, MOST, createRandom(deriveSeed(100 * size.branching + size.depth, number)))
  const best = bestFirst(random)
  return { best, random, worst: turnedRound(best) }
}

/** @throws {Error} where what the page says of every tree is not so of this one */
function counted(tree: UniformTree): Count {
  const report = (searcher: Searcher, wrapping = {}) => {
    const config = searcher.id === 'expectimax' ? readConfig('expectimax', {}) : {}
    return searched(tree, searcher, { config, most: MOST, wrapping })
  }
  const [full, ...others] = [
    report(SEARCHERS.expectimax),
    report(SEARCHERS.star1),
    report(SEARCHERS.star2),
    report(SEARCHERS.star2, { table: TABLE_BITS }),
  ] as const
  const { branching, depth } = tree
  for (const { best, values } of others)
    if (best !== full.best || !isEqualButForRounding(values![0]!, full.values![0]!))
      throw new Error(`move ${best}, worth ${values?.join()}, not ${full.best}, worth ${full.values?.join()}`)
  const [expectimax, star1, star2, star2Table] = [full, ...others].map(({ effort }) => effort.leaves) as [
    number,
    number,
    number,
    number,
  ]
  if (expectimax !== branching ** depth || star1 > expectimax)
    throw new Error(`${expectimax} and ${star1} leaves of ${branching ** depth}`)
  return { expectimax, star1, star2, star2Table }
}
