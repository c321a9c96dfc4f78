/** What searches count: leaves, nodes or cuts of uniform trees, by the order of their children, or of positions of a game. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { contentHash } from '../../../core/contentHash'
import type { CountRow } from '../../../core/contract/files'
import { readConfig, readGameSearch } from '../../../core/contract/searchers'
import type { MatchPlayer } from '../../../core/contract/matches'
import { parsePlayerText } from '../../../core/contract/playerText'
import { badSetting } from '../../../core/settingChecks'
import { heuristicOf } from '../../../core/games/registry'
import { type Random, createRandom, deriveSeed } from '../../../core/random'
import { isEqualButForRounding } from '../../../core/rounding'
import { positionSearcher } from '../../../core/search/registry'
import type { Report } from '../../../core/search/report'
import { searchPosition } from '../../../core/search/searcher'
import { stopIfAsked, type Bench } from './results'
import { hashOf } from './rows'
import type { Game } from '../../../core/game/game'

/** Trees of a line of results: what a kill loses. */
const BLOCK = 50

/** Counts what the results lack. @throws {LabError} `CANCELLED` if it was stopped */
export async function countMissing(bench: Bench, row: CountRow): Promise<void> {
  const { results, onStage, onGames } = bench
  const place = { kind: 'count', row: row.name, of: hashOf(row) } as const
  const firsts = Array.from({ length: Math.ceil(row.number / BLOCK) }, (_, i) => i * BLOCK)
  const missing = firsts.filter(first => !results.has({ ...place, first }))
  const treesFrom = (first: number) => Math.min(BLOCK, row.number - first)
  const left = missing.reduce((sum, first) => sum + treesFrom(first), 0)
  onStage(row.name, row.number, row.number - left, row.trees ? 'trees' : 'positions')
  for (const first of missing) {
    const counts: Record<string, number[]> = {}
    for (let tree = first; tree < first + treesFrom(first); tree++) {
      for (const [name, count] of Object.entries(countsAt(row, tree))) (counts[name] ??= []).push(count)
      onGames(1)
      await yieldToEventLoop()
      stopIfAsked(bench)
    }
    results.add({ ...place, first, counts })
  }
}

/** Fingerprint of searches of the first tree of each small row: shows if another lab counts the same. */
export function countsFingerprint(rows: readonly CountRow[]): string {
  const small = rows.filter(({ trees }) => !trees || trees.branching ** trees.depth <= 4096)
  return contentHash(small.map(row => countsAt({ ...row, of: row.of === 'ms' ? 'nodes' : row.of }, 0)))
}

type Search = (player: MatchPlayer) => Report

/** By order and searcher. @param number of the tree or position @throws {LabError} `BAD_SETTING` */
function countsAt(row: CountRow, number: number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [order, search] of searchesOf(row, number)) {
    const reports: Report[] = []
    for (const [name, text] of Object.entries(row.searchers)) {
      const player = parsePlayerText(text.replaceAll('VALUE', String(reports[0]?.values?.[0])))
      const began = performance.now()
      const report = search(player)
      counts[order + name] = row.of === 'ms' ? performance.now() - began : report.effort[row.of]
      reports.push(report)
    }
    if (row.trees) checkSame(reports)
  }
  return counts
}

/** @throws {Error} if searches to the end of a tree found other moves or values */
function checkSame([first, ...others]: readonly Report[]): void {
  for (const { best, values } of others) {
    if (best === first!.best && isEqualButForRounding(values![0]!, first!.values![0]!)) continue
    throw new Error(`move ${best}, worth ${values?.join()}, not ${first!.best}, worth ${first!.values?.join()}`)
  }
}

/** A random tree in each order of its children, or a position. @throws {LabError} `BAD_SETTING` */
function searchesOf({ trees, positions, seed }: CountRow, number: number): (readonly [order: string, search: Search])[] {
  if (positions) {
    const { position: one } = positions
    const position = typeof one === 'string' ? one : one[number % one.length]!
    return [['', player => searchedPosition({ ...positions, position }, player, deriveSeed(seed, number))]]
  }
  if (!trees) throw badSetting('trees', 'name trees or positions')
  const { chance, orders } = trees
  const draw = createRandom(deriveSeed(100 * trees.branching + trees.depth, number))
  const random = chance === undefined ? randomTree(trees, draw) : randomChanceTree(trees, chance, draw)
  const best = bestFirst(random)
  const arranged = { best, bestChild: bestFirst(random, 1), random, worst: flipped(best) }
  return orders
    .filter(order => order !== 'uncut' || number === 0)
    .map(order => {
      const tree = order === 'uncut' ? uncutTree(trees) : arranged[order]
      return [`${order} `, player => searched(tree, player, chance)]
    })
}

type Positions = NonNullable<CountRow['positions']>

function searchedPosition(place: Positions & { position: string }, player: MatchPlayer, seed: number): Report {
  const { heuristic: given, ...rest } = player
  if (typeof given === 'object') throw badSetting('searchers', 'name a heuristic of the game')
  const asked = { ...place, ...rest, ...(given !== undefined && { heuristic: given }), seed } as Parameters<
    typeof readGameSearch
  >[0]
  const { entry, root, searcher, config, heuristic } = readGameSearch(asked)
  const around = { limits: rest.limits, wrapping: rest.wrapping, random: createRandom(seed), searcher: positionSearcher }
  const context = { ...around, now: () => performance.now(), stopped: () => false }
  return searchPosition(searcher, entry.game, root, state => heuristicOf(entry, state, heuristic), config, context)
}

interface TreeSize {
  readonly branching: number
  /** Plies. */
  readonly depth: number
}

/** The agents of the first plies; the sequence then repeats. */
const TAKING_TURNS = [0, 1] as const
const WITH_CHANCE = [0, 'chance', 1, 'chance'] as const

/** A game tree whose inner nodes have the same number of children, and whose leaves are equally deep. MAX begins. */
export interface UniformTree extends TreeSize {
  readonly turns: typeof TAKING_TURNS | typeof WITH_CHANCE
  /** The value of each leaf to MAX, in the order in which a search without cuts visits them. */
  readonly leaves: Int32Array
}

/** Leaves have the values 0 … b^d − 1 in a uniformly random order, so that the order of the children says nothing about their values. */
export function randomTree({ branching, depth }: TreeSize, random: Random): UniformTree {
  const leaves = Int32Array.from({ length: branching ** depth }, (_, i) => i)
  // Fisher and Yates
  for (let last = leaves.length - 1; last > 0; last--) {
    const drawn = random.below(last + 1)
    const value = leaves[drawn]!
    leaves[drawn] = leaves[last]!
    leaves[last] = value
  }
  return { branching, depth, turns: TAKING_TURNS, leaves }
}

/**
 * With a chance node after each player's node, whose outcomes are equally likely.
 * @param most each leaf has a uniformly random value in 0 … most
 */
export function randomChanceTree({ branching, depth }: TreeSize, most: number, random: Random): UniformTree {
  const leaves = Int32Array.from({ length: branching ** depth }, () => random.below(most + 1))
  return { branching, depth, turns: WITH_CHANCE, leaves }
}

/**
 * A tree that alpha-beta visits in full. At MAX's nodes, all leaves below a child have higher values than those of the children before it;
 * at MIN's nodes, lower values. So each child is better for the player than the value that it has secured.
 */
export function uncutTree({ branching, depth }: TreeSize): UniformTree {
  let leaves = [0]
  for (let ply = depth - 1; ply >= 0; ply--) {
    const below = leaves
    const children = Array.from({ length: branching }, (_, child) => (ply % 2 === 0 ? child : branching - 1 - child))
    leaves = children.flatMap(rank => below.map(value => rank * below.length + value))
  }
  return { branching, depth, turns: TAKING_TURNS, leaves: Int32Array.from(leaves) }
}

/**
 * The same tree with the children of each player's node in order: the best for that player first.
 * @param most children put in order; the others keep theirs
 */
export function bestFirst(tree: UniformTree, most = Infinity): UniformTree {
  const { branching, depth, turns } = tree
  const values = valuesOf(tree)
  const leaves = new Int32Array(tree.leaves.length)
  let filled = 0
  const visit = (ply: number, place: number): void => {
    if (ply === depth) {
      leaves[filled++] = tree.leaves[place]!
      return
    }
    const below = values[ply + 1]!
    const sign = { 0: 1, 1: -1, chance: 0 }[turns[ply % turns.length]!]
    const children = Array.from({ length: branching }, (_, child) => place * branching + child)
    const ordered = children.toSorted((a, b) => sign * (below[b]! - below[a]!)).slice(0, most)
    for (const child of [...ordered, ...children.filter(child => !ordered.includes(child))]) visit(ply + 1, child)
  }
  visit(0, 0)
  return { ...tree, leaves }
}

/** The same tree with the children of every node in the opposite order. */
export function flipped(tree: UniformTree): UniformTree {
  return { ...tree, leaves: tree.leaves.toReversed() }
}

/** Values of all nodes, by ply. */
function valuesOf({ branching, depth, turns, leaves }: UniformTree): readonly Float64Array[] {
  const values = [Float64Array.from(leaves)]
  for (let ply = depth - 1; ply >= 0; ply--) {
    const below = values[0]!
    const turn = turns[ply % turns.length]!
    values.unshift(
      Float64Array.from({ length: branching ** ply }, (_, place) => {
        const children = below.subarray(place * branching, (place + 1) * branching)
        if (turn === 'chance') return children.reduce((sum, value) => sum + value / branching, 0)
        return turn === 0 ? Math.max(...children) : Math.min(...children)
      }),
    )
  }
  return values
}

/** A search to the end of the tree. @param most the highest leaf, for searchers that prune by it */
export function searched(tree: UniformTree, { searcher: id, config: given, wrapping }: MatchPlayer, most = Infinity): Report {
  const heuristic = { evaluate: () => 0, bounds: () => [0, most] as const } // never called, because the search reaches the end of the tree
  const around = { limits: {}, wrapping, random: createRandom(0), searcher: positionSearcher }
  const context = { ...around, now: () => 0, stopped: () => false }
  return positionSearcher(id).search(gameOf(tree), ROOT, heuristic, readConfig(id, given), context)
}

/** A node by its ply and the number of nodes before it there. */
interface Node {
  readonly ply: number
  readonly place: number
}

const ROOT: Node = { ply: 0, place: 0 }

function gameOf({ branching, depth, turns, leaves }: UniformTree): Game<Node> {
  const actions = Array.from({ length: branching }, (_, child) => child)
  const rewards = [0, 0]
  const childOf = ({ ply, place }: Node, child: number): Node => ({ ply: ply + 1, place: place * branching + child })
  const format = ({ ply, place }: Node) => `${ply} ${place}`
  return {
    id: 'uniform',
    start: () => ROOT,
    agents: () => 2,
    toAct: ({ ply }) => (ply === depth ? 'over' : turns[ply % turns.length]!),
    actions: () => actions,
    apply: (node, child) => ({ state: childOf(node, child), rewards }),
    outcomes: node => actions.map(child => ({ state: childOf(node, child), edge: child, draws: branching, chance: 1 })),
    utilities: ({ place }) => [leaves[place]!, -leaves[place]!],
    key: format,
    parse(text) {
      const [ply, place] = text.split(' ').map(Number)
      return { ply: ply!, place: place! }
    },
    format,
    words: (_, child) => String(child + 1),
  }
}
