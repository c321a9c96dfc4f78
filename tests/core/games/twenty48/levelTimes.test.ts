import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { faceSum } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { neverStop, type Stop } from '../../../../src/core/games/twenty48/search/engine'
import { cutThreshold, PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { FLAGS } from '../../../../src/core/trace/format'
import { type Clock } from '../../../../src/core/trace/levelTimes'
import type { Trace } from '../../../../src/core/trace/trace'
import type { Tracer, TraceRequest } from '../../../../src/core/games/twenty48/tree/tracer'
import * as arbitrary from '../../support/arbitraries'
import { newTracedKernel } from '../../support/kernel'
import { traceRequest } from '../../support/traces'
import { runs } from '../../../setup/extent'
import { traceTextbook } from '../../../support/textbook'
import { reachOf } from '../../support/boards'

vi.setConfig({ testTimeout: 120_000 }) // the textbook is slow, and a busy machine slower

/** Reads 1, 2, 3, …: each stretch between two readings is as long as any other, so that times can be counted. */
let readings = 0
const count: Clock = () => ++readings
const counting = newTracedKernel(count)
const midgame = parseBoard('1234123412312314')

/** A search with its times, and how often the clock was read. */
function timed(tracer: Tracer, request: TraceRequest, stop: Stop = neverStop) {
  readings = 0
  const { trace } = tracer(request, stop)
  return { trace, levelMs: trace.head.levelMs!, readings }
}

/** What each level should come to, given how much a node's own time is; the root's aside. */
function expected(trace: Trace, ownOf: (node: number) => number): number[] {
  const sums: number[] = []
  for (let node = 1; node < trace.entries; node++) {
    const level = trace.path(node).length - 1
    sums[level] = (sums[level] ?? 0) + ownOf(node)
  }
  while (sums.at(-1) === 0) sums.pop()
  return sums.slice(1)
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

describe('times by level', () => {
  test('of the textbook are those of the nodes that have children: from each to the next below it', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, settings) => {
        const { trace, levelMs, readings } = timed(traceTextbook(evaluator, settings, count), traceRequest(board, depth))
        expect(levelMs.slice(1)).toEqual(
          expected(trace, node => (trace.columns.children[node]! > 0 ? trace.columns.children[node]! + 1 : 0)),
        )
        expect(total(levelMs)).toBe(readings - 1)
      }),
      { numRuns: runs(8, 40) },
    )
  })

  test('of the kernel are those of its chance nodes, and of the slides after a tile that it does not do at once', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, settings) => {
        fc.pre(faceSum(board) + 4 * depth < 2 ** 16) // where a 65536 may appear nothing is done at once
        const { trace, levelMs, readings } = timed(counting.tracer(evaluator, settings), traceRequest(board, depth))
        const isTimed = (node: number): boolean =>
          trace.kind(node) === 'chance'
            ? !trace.has(node, FLAGS.TABLE_HIT)
            : trace.kind(node) === 'max' && trace.columns.depth[node]! > 0 && reachOf(trace, node) >= cutThreshold(settings.cut)
        expect(levelMs.slice(1)).toEqual(
          expected(trace, node => (isTimed(node) ? 1 + trace.children(node).filter(isTimed).length : 0)),
        )
        expect(total(levelMs)).toBe(readings - 1)
      }),
      { numRuns: runs(9, 60) },
    )
  })

  test('of a search that is stopped, finds no room or begins at an afterstate still come to all the time there was', () => {
    const settings = { ...PLAIN_SETTINGS, table: 'off' as const }
    const evaluator = makeEvaluator('thesis')
    const afterstate = { root: { board: midgame, kind: 'chance' as const } }
    for (const tracer of [counting.tracer(evaluator, settings), traceTextbook(evaluator, settings, count)])
      for (const rest of [
        {},
        { nodes: 300 },
        { nodes: 5000 },
        { mebibytes: 1 / 64 },
        afterstate,
        { ...afterstate, nodes: 3000 },
      ]) {
        let polls = 0
        const whole = timed(tracer, traceRequest(midgame, 2, rest))
        const stopped = timed(tracer, traceRequest(midgame, 2, rest), () => (++polls > 2 ? 'request' : undefined))
        for (const { levelMs, readings } of [whole, stopped]) {
          expect(total(levelMs)).toBe(readings - 1)
          expect(levelMs.every(ms => ms >= 0)).toBe(true)
        }
      }
  })

  test('are of one search, not of those before it', () => {
    const tracer = counting.tracer(makeEvaluator('power'), PLAIN_SETTINGS)
    const first = timed(tracer, traceRequest(midgame, 1))
    timed(tracer, traceRequest(midgame, 3))
    expect(timed(tracer, traceRequest(midgame, 1)).levelMs).toEqual(first.levelMs)
  })
})
