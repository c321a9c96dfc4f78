/** What searches count: leaves, nodes or cuts of uniform trees, by the order of their children, or of positions of a game. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { contentHash } from '../../../core/contentHash'
import type { CountRow } from '../../../core/contract/files'
import { readGameSearch } from '../../../core/contract/searchers'
import type { MatchPlayer } from '../../../core/contract/matches'
import { parsePlayerText } from '../../../core/contract/playerText'
import { badSetting } from '../../../core/settingChecks'
import { heuristicOf } from '../../../core/games/registry'
import { createRandom, deriveSeed } from '../../../core/random'
import { isEqualButForRounding } from '../../../core/rounding'
import { positionSearcher } from '../../../core/search/registry'
import type { Report } from '../../../core/search/report'
import { searchPosition } from '../../../core/search/searcher'
import { stopIfAsked, type Bench } from './bench'
import { hashOf } from './rows'
import { bestFirst, flipped, randomChanceTree, randomTree, searched, uncutTree } from './uniformTrees'

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
    const reports = Object.entries(row.searchers).map(([name, text]) => {
      const player = parsePlayerText(text)
      const began = performance.now()
      const report = search(player)
      counts[order + name] = row.of === 'ms' ? performance.now() - began : report.effort[row.of]
      return report
    })
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
  if (positions) return [['', player => searchedPosition(positions, player, deriveSeed(seed, number))]]
  if (!trees) throw badSetting('trees', 'name trees or positions')
  const { chance, orders } = trees
  const draw = createRandom(deriveSeed(100 * trees.branching + trees.depth, number))
  const random = chance === undefined ? randomTree(trees, draw) : randomChanceTree(trees, chance, draw)
  const best = bestFirst(random)
  const arranged = { best, random, worst: flipped(best) }
  return orders
    .filter(order => order !== 'uncut' || number === 0)
    .map(order => {
      const tree = order === 'uncut' ? uncutTree(trees) : arranged[order]
      return [`${order} `, player => searched(tree, player, chance)]
    })
}

function searchedPosition(positions: NonNullable<CountRow['positions']>, player: MatchPlayer, seed: number): Report {
  const { heuristic: given, ...rest } = player
  if (typeof given === 'object') throw badSetting('searchers', 'name a heuristic of the game')
  const asked = { ...positions, ...rest, ...(given !== undefined && { heuristic: given }), seed } as Parameters<
    typeof readGameSearch
  >[0]
  const { entry, root, searcher, config, heuristic } = readGameSearch(asked)
  const around = { limits: rest.limits, wrapping: rest.wrapping, random: createRandom(seed), searcher: positionSearcher }
  const context = { ...around, now: () => performance.now(), stopped: () => false }
  return searchPosition(searcher, entry.game, root, state => heuristicOf(entry, state, heuristic), config, context)
}
