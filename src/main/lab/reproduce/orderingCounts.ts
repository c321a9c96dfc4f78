/** Leaves that alpha-beta and PVS visit of uniform trees, by the order of the children. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { contentHash } from '../../../core/contentHash'
import { areLeavesOf, type LeavesLine } from '../../../core/contract/files'
import { createRandom, deriveSeed } from '../../../core/random'
import { SEARCHERS } from '../../../core/search/registry'
import { stopIfAsked, type Bench } from './reproduction'
import type { ResultsFile } from './resultsFile'
import { bestFirst, leavesVisited, randomTree, turnedRound, uncutTree, type TreeSize, type UniformTree } from './uniformTrees'

export const BRANCHINGS = [2, 3, 4, 5, 6] as const
export const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8] as const
const TREES = 300
/** Trees of a line of results: what a kill loses. */
const BLOCK = 50

type Order = LeavesLine['order']
type Counts = Pick<LeavesLine, 'alphaBeta' | 'pvs'>

/** Trees of one size, the random ones by their numbers. */
interface Block {
  readonly size: TreeSize
  readonly orders: readonly Order[]
  readonly first: number
  readonly trees: number
}

/** Counts what the results lack. @param most random trees of each size @param depths fewer than all of them for a test */
export async function countMissing(bench: Bench, most: number, depths: readonly number[] = DEPTHS): Promise<void> {
  for (const branching of BRANCHINGS) {
    const blocks = depths.flatMap(depth => blocksOf({ branching, depth }, most))
    const missing = blocks.filter(block => !block.orders.every(order => bench.results.has(keyOf(block, order))))
    const treesOf = (some: readonly Block[]) => some.reduce((sum, { trees }) => sum + trees, 0)
    bench.onStage(`b = ${branching}`, treesOf(blocks), treesOf(blocks) - treesOf(missing))
    for (const block of missing) await count(bench, block)
  }
}

/** What a searcher visited of each tree of that size. */
export function countsOf(results: ResultsFile, size: TreeSize, order: Order, searcher: keyof Counts, most: number): number[] {
  const blocks = blocksOf(size, most).filter(({ orders }) => orders.includes(order))
  return blocks.flatMap(block => results.leaves(keyOf(block, order))![searcher])
}

/** Random trees that are counted of each size. */
export function treesOfEach(most: number): number {
  return Math.min(most, TREES)
}

/** Fingerprint of searches of some trees: shows if another lab counts the same. */
export function countsFingerprint(): string {
  const sizes = [...BRANCHINGS.map(branching => ({ branching, depth: 4 })), { branching: 2, depth: 8 }]
  return contentHash(sizes.map(size => [uncutTree(size), ...Object.values(arrangementsOf(size, 0))].map(tree => counted(tree))))
}

function blocksOf(size: TreeSize, most: number): Block[] {
  const trees = treesOfEach(most)
  const orders = ['best', 'random', 'worst'] as const
  const blocks: Block[] = [{ size, orders: ['uncut'], first: 0, trees: 1 }]
  for (let first = 0; first < trees; first += BLOCK) blocks.push({ size, orders, first, trees: Math.min(BLOCK, trees - first) })
  return blocks
}

function keyOf({ size: { branching, depth }, first, trees }: Block, order: Order) {
  return { kind: 'leaves', branching, depth, order, first, trees } as const
}

async function count({ results, signal, onGames }: Bench, block: Block): Promise<void> {
  const { size, orders, first, trees } = block
  const found = new Map(orders.map(order => [order, [] as Record<keyof Counts, number>[]]))
  for (let number = first; number < first + trees; number++) {
    const all = orders.includes('uncut') ? { uncut: uncutTree(size) } : arrangementsOf(size, number)
    for (const [order, tree] of Object.entries(all) as [Order, UniformTree][]) {
      const leaves = counted(tree)
      checkLaw(size, order, leaves)
      found.get(order)!.push(leaves)
    }
    onGames(1)
    await otherWork()
    stopIfAsked(signal, results)
  }
  for (const [order, each] of found)
    results.add({
      ...keyOf(block, order),
      alphaBeta: each.map(({ alphaBeta }) => alphaBeta),
      pvs: each.map(({ pvs }) => pvs),
    })
}

/** A random tree in each order of its children. */
function arrangementsOf(size: TreeSize, number: number): Readonly<Record<'best' | 'random' | 'worst', UniformTree>> {
  const random = randomTree(size, createRandom(deriveSeed(100 * size.branching + size.depth, number)))
  const best = bestFirst(random)
  return { best, random, worst: turnedRound(best) }
}

function counted(tree: UniformTree): Record<keyof Counts, number> {
  // the leaves are all different: without null windows at the root, nothing else changes
  return { alphaBeta: leavesVisited(tree, SEARCHERS.alphaBeta), pvs: leavesVisited(tree, SEARCHERS.pvs, { rootTies: true }) }
}

/** What the page says is so in every tree. */
function checkLaw(size: TreeSize, order: Order, leaves: Record<keyof Counts, number>): void {
  if (areLeavesOf({ ...size, order }, leaves)) return
  const { alphaBeta, pvs } = leaves
  throw new Error(`${alphaBeta} and ${pvs} leaves, ${order} order, b = ${size.branching}, d = ${size.depth}`)
}
