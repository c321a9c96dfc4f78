import { expect, test } from 'vitest'
import { makeEvaluator } from '../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { neverStop } from '../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../src/core/search/settings'
import { WITHOUT_WINDOWS, bytesPerEntry, FLAGS } from '../../src/core/trace/format'
import { newTracedKernel } from '../core/support/kernel'
import { faultsOf, hitFaultsOf, traceRequest } from '../core/support/traces'
import { record } from './record'

const traced = newTracedKernel()
const board = parseBoard('2001113331332323')

test('every value of whole traces is what its formula gives over its recorded children, every hit what its source is worth', () => {
  const thesis = makeEvaluator('thesis', { h1: -1.6321, h2: 2.7553, h3: 3.0645, h4: 6.8515 }, { h1Tile: 'exponent' })
  const searches: [Evaluator, Partial<SearchSettings>, depth: number][] = [
    [thesis, { leaf: 'spawned', table: 'off' }, 3],
    [thesis, { points: 'added', table: 'exact' }, 4],
    [makeEvaluator('power'), { table: 'deeper', cut: 3e-4, dead: 0, floor: 0 }, 5],
  ]
  let [nodes, hits, wrong] = [0, 0, 0]
  for (const [evaluator, settings, depth] of searches) {
    const { trace } = traced.tracer(evaluator, { ...PLAIN_SETTINGS, ...settings })(
      traceRequest(board, depth, { mebibytes: 256 }),
      neverStop,
    )
    expect(trace.columns.flags.some(flags => (flags & FLAGS.NOT_RECORDED) !== 0)).toBe(false)
    nodes += trace.entries
    hits += trace.head.hits
    wrong += faultsOf(trace).length + hitFaultsOf(trace).length
  }
  record('Recorded trees, node by node', { nodes, 'hits of the table': hits, 'values, counts or sources that are wrong': wrong })
  expect(nodes).toBeGreaterThan(2e6)
  expect(wrong).toBe(0)
})

test('5 million nodes are recorded within 256 MiB', () => {
  const before = process.memoryUsage.rss()
  const start = performance.now()
  const { trace } = traced.tracer(makeEvaluator('thesis'), PLAIN_SETTINGS)(traceRequest(board, 5, { mebibytes: 160 }), neverStop)
  const ms = performance.now() - start
  const mebibytes = (process.memoryUsage.rss() - before) / 2 ** 20
  record('A trace of 5 million nodes', {
    nodes: trace.entries,
    'slides that the search tried': trace.head.nodes,
    'search and recording': `${(ms / 1000).toFixed(2)} s`,
    columns: `${((trace.entries * bytesPerEntry(WITHOUT_WINDOWS)) / 2 ** 20).toFixed(1)} MiB`,
    'memory of the process, kernel and tables included': `${mebibytes.toFixed(0)} MiB more`,
  })
  expect(trace.entries).toBeGreaterThan(5e6)
  expect(mebibytes).toBeLessThan(256)
})
