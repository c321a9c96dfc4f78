/** A search whose first pairs are recorded: the kernel's own, and the textbook's part of it. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { legalMoves } from '../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { neverStop, type SlideResult } from '../../../src/core/games/twenty48/search/engine'
import { drawnTrace } from '../../../src/core/games/twenty48/tree/drawnTrace'
import { FLAGS, type NodeId } from '../../../src/core/trace/format'
import type { Trace } from '../../../src/core/trace/trace'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../src/core/search/settings'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { runs } from '../../setup/extent'
import { traceTextbook } from '../../support/textbook'
import * as arbitrary from '../support/arbitraries'
import { newKernel } from '../support/kernel'
import { traceRequest } from '../support/traces'

vi.setConfig({ testTimeout: 120_000 }) // the textbook is slow, and a busy machine slower

/** One for all tests: what an earlier search left in it must not matter. */
const kernel = newKernel()
const withoutTrees = (slides: readonly SlideResult[]) => slides.map(({ tree: _tree, ...slide }) => slide)

test('a search of which some pairs are recorded finds the same values, counts and variations', () => {
  fc.assert(
    fc.property(
      arbitrary.search,
      arbitrary.evaluator,
      arbitrary.settings,
      fc.integer({ min: 0, max: 3 }),
      ({ board, depth }, evaluator, drawn, pairs) => {
        for (const tableBits of [12, 18]) {
          kernel.load(evaluator, { ...drawn, tableBits })
          const request = { board, depth, moves: legalMoves(board), reach: 1, nodes: Infinity, variation: true }
          const plain = kernel.search(request, neverStop)
          const recorded = kernel.search({ ...request, pairs }, neverStop)
          expect(withoutTrees(recorded.slides)).toEqual(plain.slides)
          expect(recorded.slides.map(({ tree }) => tree!.start)).toEqual(
            recorded.slides.map((_, i) => recorded.slides[i - 1]?.tree!.end ?? 0),
          )
        }
      },
    ),
    { numRuns: runs(20, 200) },
  )
})

/** A node as text with what is below it, of the first levels. */
function shape(trace: Trace, node: NodeId, levels: number, own = node): unknown {
  const { edge, depth, nodes } = trace.columns
  const isCut = levels === 0 && trace.kind(node) === 'chance'
  return {
    ...{ kind: trace.kind(node), edge: edge[node], depth: depth[node], nodes: nodes[node], value: rounded(trace.value(node)!) },
    hit: trace.source(node) === undefined ? undefined : trace.path(trace.source(node)!).map(each => edge[each]),
    flags: trace.columns.flags[node]! & ~FLAGS.NOT_RECORDED,
    children: isCut ? [] : trace.children(node).map(child => shape(trace, child, levels - 1, own)),
  }
}
const rounded = (value: number): number => Number(value.toPrecision(9))

test('records the first pairs of the textbook’s tree, and says where it stops', () => {
  fc.assert(
    fc.property(
      arbitrary.search,
      arbitrary.evaluator,
      arbitrary.settings,
      fc.integer({ min: 0, max: 2 }),
      ({ board, depth }, evaluator, drawn, pairs) => {
        const settings: SearchSettings = { ...drawn, tableBits: 18 }
        const moves = legalMoves(board)
        fc.pre(moves.length > 0)
        kernel.load(evaluator, settings)
        const { slides } = kernel.search({ board, depth, moves, reach: 1, nodes: Infinity, pairs }, neverStop)
        const found = drawnTrace(board, { evaluator, settings }, slides, depth)
        const expected = traceTextbook(evaluator, settings)(traceRequest(board, depth), neverStop).trace
        const levels = 1 + 2 * pairs
        expect(shape(found, 0, levels)).toEqual(shape(expected, 0, levels))
        for (let node = 0; node < found.entries; node++)
          expect(found.has(node, FLAGS.NOT_RECORDED)).toBe(
            found.kind(node) === 'chance' &&
              found.columns.depth[node] === depth - pairs &&
              depth > pairs &&
              found.source(node) === undefined,
          )
      },
    ),
    { numRuns: runs(12, 120) },
  )
})

test('a larger table after a small one moves the room, and a smaller one gives it back', () => {
  const board = parseBoard('1234123412312304')
  const request = { board, depth: 2, moves: legalMoves(board), reach: 1, nodes: Infinity, pairs: 1 }
  const trees = [12, 20, 14].map(tableBits => {
    const settings: SearchSettings = { ...PLAIN_SETTINGS, table: 'deeper', tableBits }
    const evaluator = makeEvaluator('thesis')
    kernel.load(evaluator, settings)
    return shape(drawnTrace(board, { evaluator, settings }, kernel.search(request, neverStop).slides, 2), 0, 3)
  })
  expect(trees[1]).toEqual(trees[0])
  expect(trees[2]).toEqual(trees[0])
})
