import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { legalMoves, MOVES, type Board } from '../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { neverStop, type Iteration } from '../../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../src/core/search/settings'
import { FLAGS } from '../../../src/core/trace/format'
import type { Trace } from '../../../src/core/trace/trace'
import * as arbitrary from '../support/arbitraries'
import { newKernel, newTracedKernel } from '../support/kernel'
import { faultsOf, hitFaultsOf, traceRequest, treeOf } from '../support/traces'
import { inFull, runs } from '../../setup/extent'
import { traceTextbook } from '../../support/textbook'
import { boardOf, reachOf } from '../support/boards'

vi.setConfig({ testTimeout: 120_000 }) // the textbook is slow, and a busy machine slower

const kernel = newKernel()
/** One for all tests: what an earlier search left in it must not matter. */
const traced = newTracedKernel()
const roomy = 18 // bits of a table in which these searches replace nothing
const thesis = makeEvaluator('thesis')

function plainSearch(board: Board, depth: number, evaluator: Evaluator, settings: SearchSettings, nodes = Infinity): Iteration {
  kernel.load(evaluator, settings)
  return kernel.search({ board, depth, moves: legalMoves(board), reach: 1, nodes }, neverStop)
}

/** Values of two trees of the same shape, in the same order, to 1e-9 of their size. */
function expectSameValues(one: Trace, other: Trace, root = 0): void {
  const scale = Math.max(1, ...one.columns.value.subarray(0, one.entries).map(Math.abs))
  const largest = (a: number, b: number): number =>
    one
      .children(a)
      .reduce(
        (most, child, i) => Math.max(most, largest(child, other.children(b)[i]!)),
        Math.abs(one.value(a)! - other.value(b)!),
      )
  expect(largest(0, root)).toBeLessThanOrEqual(1e-9 * scale)
}

describe('the kernel that records', () => {
  test('finds what the kernel finds, count for count and bit for bit', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, drawn) => {
        for (const tableBits of [12, roomy]) {
          const settings = { ...drawn, tableBits }
          const { trace, slides } = traced.tracer(evaluator, settings)(traceRequest(board, depth), neverStop)
          const plain = plainSearch(board, depth, evaluator, settings)
          expect(slides).toEqual(plain.slides)
          expect(trace.head.nodes).toBe(MOVES.length + plain.slides.reduce((sum, { nodes }) => sum + nodes, 0))
          expect(trace.columns.nodes[0]).toBe(trace.head.nodes)
        }
      }),
      { numRuns: runs(10, 100) },
    )
  })

  test('records the tree of the textbook, node for node, each with what its formula gives', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, drawn) => {
        const settings = { ...drawn, tableBits: roomy }
        const found = traced.tracer(evaluator, settings)(traceRequest(board, depth), neverStop).trace
        const expected = traceTextbook(evaluator, settings)(traceRequest(board, depth), neverStop).trace
        expect(treeOf(found)).toEqual(treeOf(expected))
        expect(found.entries).toBe(expected.entries)
        expectSameValues(found, expected)
        expect(faultsOf(found)).toEqual([])
        expect(hitFaultsOf(found)).toEqual([])
      }),
      { numRuns: runs(12, 100) },
    )
  })

  // Of a set of tiles whose 4s are leaves by the cut, the kernel adds the 4s first: here the mean of floors rounds otherwise.
  test('reports the textbook’s floors where the floor alone decides', () => {
    const settings: SearchSettings = { ...PLAIN_SETTINGS, floor: 195_079, cut: 0.1, table: 'deeper', tableBits: roomy }
    const low = makeEvaluator('thesis', { h1: 0, h2: 0, h3: -2.5, h4: 0 })
    const request = traceRequest(parseBoard('CC1B13CD3D334DEC'), 3)
    const found = traced.tracer(low, settings)(request, neverStop).trace
    const expected = traceTextbook(low, settings)(request, neverStop).trace
    expect(treeOf(found)).toEqual(treeOf(expected))
    expect(faultsOf(found)).toEqual([])
  })

  // Where 65536 and 131072 are made, in the root slide and in the tree: boards of five bits a tile, without the fused last ply.
  test.each([
    ['FF00000000000000', 1],
    ['FF12343412341234', 2],
    ['0FFGEDCBA9876543', 3],
    ['FED1CBA98765432F', 3],
  ])('of a board of large tiles, %s at depth %i, too', (position, depth) => {
    const settings: SearchSettings = { ...PLAIN_SETTINGS, leaf: 'spawned', points: 'added', cut: 0.002, table: 'deeper' }
    const request = traceRequest(parseBoard(position), depth)
    for (const evaluator of [makeEvaluator('power'), makeEvaluator('thesis', {}, { h4Tile: 'exponent', h4Minimum: 'line' })]) {
      const found = traced.tracer(evaluator, settings)(request, neverStop).trace
      const expected = traceTextbook(evaluator, settings)(request, neverStop).trace
      expect(treeOf(found)).toEqual(treeOf(expected))
      expect(faultsOf(found)).toEqual([])
      expectSameValues(found, expected)
    }
  })

  test('names, for hits in an overfull table, the node of the entry', () => {
    const settings: SearchSettings = { ...PLAIN_SETTINGS, tableBits: 12 }
    for (const table of ['exact', 'deeper'] as const)
      for (const cut of [0, 0.0005]) {
        if (!inFull && (table === 'exact') === (cut === 0)) continue
        const request = traceRequest(parseBoard('1234123412312314'), cut === 0 ? 4 : 5, { mebibytes: 64 })
        const { trace } = traced.tracer(thesis, { ...settings, table, cut })(request, neverStop)
        const roomyTable = { ...settings, table, cut, tableBits: roomy }
        expect(trace.entries).toBeGreaterThan(traced.tracer(thesis, roomyTable)(request, neverStop).trace.entries)
        expect(trace.head.hits).toBeGreaterThan(100)
        let hits = 0
        for (let node = 0; node < trace.entries; node++) if (trace.source(node) !== undefined) hits++
        expect(hits).toBe(trace.head.hits)
        expect(hitFaultsOf(trace)).toEqual([])
      }
  })

  test('searches an inner node again, bit for bit the same without a table', () => {
    const at = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
    fc.assert(
      fc.property(at, arbitrary.search, arbitrary.evaluator, arbitrary.settings, (part, { board, depth }, evaluator, drawn) => {
        const tracer = traced.tracer(evaluator, { ...drawn, table: 'off' })
        const { trace } = tracer(traceRequest(board, depth), neverStop)
        const node = Math.floor(part * trace.entries)
        const root = { board: boardOf(trace, node), kind: trace.kind(node) === 'max' ? ('max' as const) : ('chance' as const) }
        const reach = reachOf(trace, node)
        const again = tracer(traceRequest(root.board, trace.columns.depth[node]!, { root, reach }), neverStop).trace
        expect({ ...treeOf(again), edge: 0 }).toEqual({ ...treeOf(trace, node), edge: 0 })
        expect(faultsOf(again)).toEqual([])
        expectSameValues(again, trace, node)
      }),
      { numRuns: runs(8, 80) },
    )
  })
})

describe('the cap', () => {
  const board = parseBoard('1234123412312304')
  const settings: SearchSettings = { ...PLAIN_SETTINGS, table: 'deeper' }
  const whole = traced.tracer(thesis, settings)(traceRequest(board, 2), neverStop)

  test.each([1 / 4096, 1 / 512, 1 / 64, 1 / 16])(
    'of %f MiB changes no value and no count, and falls as in the textbook',
    mebibytes => {
      const request = traceRequest(board, 2, { mebibytes })
      const { trace, slides } = traced.tracer(thesis, settings)(request, neverStop)
      expect(trace.entries).toBeLessThanOrEqual(mebibytes * 32768)
      expect(slides).toEqual(whole.slides)
      expect(trace.head).toEqual(whole.trace.head)
      expect(faultsOf(trace)).toEqual([])
      expect(treeOf(trace)).toEqual(treeOf(traceTextbook(thesis, settings)(request, neverStop).trace))
    },
  )

  test('gives every trace memory of its own, small or large', () => {
    const deep = traceRequest(board, 3, { mebibytes: 64 })
    const tracer = traced.tracer(thesis, { ...settings, table: 'off' })
    const traces = [parseBoard('2001113331332323'), parseBoard('2001113301332323')].flatMap(each => [
      tracer({ ...deep, root: { board: each, kind: 'max' } }, neverStop).trace,
      tracer(traceRequest(each, 1), neverStop).trace,
    ])
    expect(Math.max(...traces.map(({ entries }) => entries))).toBeGreaterThan(262_144) // more than is copied
    expect(new Set(traces.map(({ data }) => data.space.buffer)).size).toBe(traces.length)
    for (const trace of traces) if (inFull || trace.entries < 50_000) expect(faultsOf(trace)).toEqual([])
  })
})

describe('stopping', () => {
  const board = parseBoard('1234123412312314')
  const settings: SearchSettings = { ...PLAIN_SETTINGS, table: 'off' }
  const depth = runs(2, 3)

  test('at a budget leaves the tree of the textbook, with all that was not done marked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: runs(1000, 20_000) }), nodes => {
        const request = traceRequest(board, depth, { nodes })
        const found = traced.tracer(thesis, settings)(request, neverStop)
        const expected = traceTextbook(thesis, settings)(request, neverStop)
        expect(treeOf(found.trace)).toEqual(treeOf(expected.trace))
        expect(found.trace.head).toEqual({ ...expected.trace.head, searcher: 'kernel' })
        expect(found.trace.has(0, FLAGS.STOPPED)).toBe(found.trace.head.stopped === 'limit')
        expect(faultsOf(found.trace)).toEqual([])
        expect(found.slides.map(({ nodes }) => nodes)).toEqual(
          plainSearch(board, depth, thesis, settings, nodes).slides.map(({ nodes }) => nodes),
        )
      }),
      { numRuns: runs(8, 20) },
    )
  })

  test('by the host, the next search is none the worse for it', () => {
    let polls = 0
    const tracer = traced.tracer(thesis, settings)
    const full = tracer(traceRequest(board, 3), neverStop)
    const stopped = tracer(traceRequest(board, 3), () => (++polls >= 3 ? 'request' : undefined))
    expect(stopped.trace.head.stopped).toBe('request')
    expect(stopped.trace.flagNames(0)).toEqual(['stopped'])
    expect(treeOf(tracer(traceRequest(board, 3), neverStop).trace)).toEqual(treeOf(full.trace))
  })
})
