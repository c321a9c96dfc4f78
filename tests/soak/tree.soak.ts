/** A tree of more than five million nodes: how long it takes to record, to open, to unfold, to sort and to jump about in. */
import { expect, test } from 'vitest'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { createRandom } from '../../src/core/random'
import { bytesPerEntry } from '../../src/core/search/trace/format'
import { NO_FILTER, TREE_SORTS } from '../../src/core/search/tree/views'
import { TreeReader } from '../../src/main/compute/treeReader'
import { openPool } from '../../src/main/lab/enginePool'
import { recordSearch } from '../../src/main/lab/recordedSearch'
import { thesisPlayer } from '../main/threads'
import { record } from './record'

const MILLIONS = 5
const ROUNDS = 100
/** Without a table four pairs come to 7.6 million nodes. */
const POSITION = '3214215300000000'

test('a tree of five million nodes', async () => {
  const { pool } = openPool({ threads: 1, window: false })
  const player = thesisPlayer({ depth: 4 }, { table: 'off', cut: 0, leaf: 'spawned' })
  const started = performance.now()
  const untraced = await pool.search(parseBoard(POSITION), player)
  const { data, ms } = await recordSearch(pool, parseBoard(POSITION), player, 256)
  await pool.close()
  const reader = new TreeReader()
  reader.warmUp() // as when a recording begins
  await new Promise(resolve => setTimeout(resolve, 500))
  const tree = 1

  const opening = performance.now()
  reader.open(tree, data)
  await reader.ask('treeRows', { tree, first: 0, count: 100 })
  const opened = performance.now() - opening

  const unfolding = performance.now()
  const { total, capped } = await reader.ask('foldTree', { tree, node: '0', levels: 1000 })
  await reader.ask('treeRows', { tree, first: 0, count: 100 })
  const unfolded = performance.now() - unfolding

  const random = createRandom(1)
  const pages = await times(() => reader.ask('treeRows', { tree, first: random.below(total - 100), count: 100 }))
  const jumps = await times(async () => {
    await reader.ask('revealNode', { tree, node: String(random.below(data.entries)) })
  })
  const details = await times(() => reader.ask('treeNode', { tree, node: String(random.below(data.entries)) }))
  const sorts = await times(async round => {
    await reader.ask('arrangeTree', { tree, sort: TREE_SORTS[round % TREE_SORTS.length]!, filter: NO_FILTER })
    await reader.ask('treeRows', { tree, first: random.below(total - 100), count: 100 })
  })
  const folds = await times(async round => {
    await reader.ask('foldTree', { tree, node: '1', levels: round % 2 })
    await reader.ask('treeRows', { tree, first: 0, count: 100 })
  })
  const icicles = await times(() => reader.ask('treeIcicle', { tree, node: '0', levels: 20, room: 280 }))
  reader.end()

  record('A recorded tree of five million nodes', {
    'nodes recorded': data.entries,
    'memory of the columns': `${((data.entries * bytesPerEntry(false)) / 2 ** 20).toFixed(1)} MiB`,
    'search without recording': milliseconds(untraced.ms),
    'search with recording, and the levels': milliseconds(ms),
    'both, with the start of two threads': milliseconds(opening - started),
    'opening and first 100 rows': milliseconds(opened),
    'unfolding everything, as far as it can be scrolled, and first rows': milliseconds(unfolded),
    'rows unfolded': total,
    '100 rows at a random place': spread(pages),
    'another order and 100 rows at a random place': spread(sorts),
    'jump to a random node': spread(jumps),
    'folding, unfolding a slide of the root and first rows': spread(folds),
    'all about a random node': spread(details),
    'the icicle': spread(icicles),
  })
  expect(data.entries).toBeGreaterThan(MILLIONS * 1e6)
  expect(data.entries * bytesPerEntry(false)).toBeLessThan(256 * 2 ** 20)
  expect(capped).toBe(true)
  expect(total).toBeLessThanOrEqual(1_100_000)
})

/** Milliseconds of each round. */
async function times(act: (round: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await act(round)
    all.push(performance.now() - started)
  }
  return all
}

function spread(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  return `${milliseconds(sorted[sorted.length >> 1])} (median), ${milliseconds(sorted.at(-1))} (longest)`
}

function milliseconds(ms: number | undefined): string {
  return `${ms?.toFixed(1)} ms`
}
