import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { legalMoves, MOVES } from '../../../../src/core/games/twenty48/board'
import { deepen } from '../../../../src/core/games/twenty48/search/deepening'
import { drive, neverStop, type Iteration, type SlidesRequest } from '../../../../src/core/games/twenty48/search/engine'
import { slideValues, type SearchReport } from '../../../../src/core/games/twenty48/search/report'
import { stepTo } from '../../../../src/core/games/twenty48/tree/boards'
import { ImpliedEvents } from '../../../../src/core/tree/impliedEvents'
import { nodeDetails } from '../../../../src/core/tree/nodeDetails'
import * as arbitrary from '../../support/arbitraries'
import { newKernel, newTracedKernel } from '../../support/kernel'
import { faultsOf, hitFaultsOf, traceRequest, treeOf } from '../../support/traces'
import { runs } from '../../../setup/extent'
import { traceTextbook } from '../../../support/textbook'
import { boardTree } from '../../support/boards'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is slow

/** Each slide of an iteration may go to another of them: what an earlier search left in it must not matter. */
const threads = [newKernel(), newKernel(), newKernel()]
const traced = newTracedKernel()

/** Where a search is stopped: in an iteration, with these of its slides done. */
interface Interruption {
  readonly iteration: number
  readonly finished: readonly number[]
  /** Who searches which slide. */
  readonly hands: readonly number[]
}

const interruption: fc.Arbitrary<Interruption> = fc.record({
  iteration: fc.nat(3),
  finished: fc.subarray([0, 1, 2, 3]),
  hands: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
})

/** A search that deepens on three threads until somebody stops it. */
function interrupted(steps: ReturnType<typeof deepen>, { iteration: last, finished, hands }: Interruption): SearchReport {
  let iterations = 0
  return drive(steps, (request: SlidesRequest): Iteration => {
    const isStopped = iterations++ === last
    const moves = request.moves.filter((_, i) => !isStopped || finished.includes(i))
    const slides = moves.flatMap(move => {
      const thread = threads[hands[MOVES.indexOf(move)]!]!
      return thread.search({ ...request, moves: [move] }, neverStop).slides
    })
    const stopped = slides.length < request.moves.length ? 'request' : undefined
    return { slides, unfinishedNodes: stopped ? 40 : 0, stopped }
  })
}

test('a search that was stopped anywhere is recorded afterwards with the values that it reported, bit for bit', () => {
  let uneven = 0
  const drawn = fc.record({ which: arbitrary.search, deepens: fc.boolean(), at: interruption })
  fc.assert(
    fc.property(
      drawn,
      arbitrary.evaluator,
      arbitrary.settings,
      ({ which: { board, depth }, deepens, at }, evaluator, settings) => {
        for (const thread of threads) thread.load(evaluator, settings)
        const limits = deepens ? { depth, ms: 1e9 } : { depth }
        const report = interrupted(deepen(board, limits, { cut: settings.cut }), at)
        const { depths } = report
        const deepest = Math.max(...MOVES.map(move => depths[move] ?? -1))
        if (MOVES.some(move => depths[move] !== null && depths[move] < deepest)) uneven++
        for (const mebibytes of [16, 1 / 64]) {
          const request = traceRequest(board, deepest, { depths, mebibytes })
          const { trace } = traced.tracer(evaluator, settings)(request, neverStop)
          const tree = boardTree(trace)
          const recorded = new Map(
            trace.children(0).map(child => {
              const step = stepTo(trace, child)
              return [step && 'move' in step ? step.move : undefined, child]
            }),
          )
          for (const move of MOVES) {
            const child = recorded.get(move)
            expect(child === undefined ? null : tree.sum(child)).toBe(report.values[move])
            expect(child === undefined ? null : trace.columns.depth[child]).toBe(depths[move])
          }
          expect(tree.bestChild(0)).toBe(recorded.get(report.best))
          expect(faultsOf(trace)).toEqual([])
          expect(hitFaultsOf(trace)).toEqual([])
        }
      },
    ),
    { numRuns: runs(12, 150) },
  )
  expect(uneven).toBeGreaterThan(0)
})

test('only the slides that were searched deepest are compared, though another may have had a higher value', () => {
  let higher = 0
  fc.assert(
    fc.property(
      arbitrary.search,
      arbitrary.evaluator,
      arbitrary.settings,
      fc.nat(),
      ({ board, depth }, evaluator, settings, pick) => {
        const moves = legalMoves(board)
        const deep = moves[pick % moves.length]!
        const depths = slideValues(move => (move === deep ? depth + 1 : moves.includes(move) ? depth : null))
        const { trace } = traced.tracer(evaluator, settings)(traceRequest(board, depth + 1, { depths }), neverStop)
        const tree = boardTree(trace)
        const child = trace.children(0)[moves.indexOf(deep)]!
        const own = tree.sum(child)!
        if (trace.children(0).some(each => tree.sum(each)! > own)) higher++

        expect(trace.value(0)).toBe(settings.floor === 'none' ? own : Math.max(own, settings.floor))
        expect(tree.bestChild(0)).toBe(child)
        expect(nodeDetails(tree, { node: 0 }).moves.map(({ difference }) => difference)).toEqual(
          moves.map(move => (move === deep ? 0 : null)),
        )
        // a lecture has the best of what was searched so far, and drops it for what was searched deeper
        const events = new ImpliedEvents(tree)
        const sums = trace.children(0).map(each => tree.sum(each)!)
        const soFar = trace.children(0).map(each => events.event(events.endFrom(each, 0)! + 1).x)
        expect(soFar).toEqual(moves.map((_, i) => (i < moves.indexOf(deep) ? Math.max(...sums.slice(0, i + 1)) : own)))
      },
    ),
    { numRuns: runs(6, 60) },
  )
  expect(higher).toBeGreaterThan(0)
})

test('slides of their own depths make the same tree in the textbook and in the kernel, whatever the room', () => {
  const drawn = fc.record({
    which: arbitrary.search,
    less: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
    mebibytes: fc.constantFrom(16, 1 / 64),
  })
  fc.assert(
    fc.property(drawn, arbitrary.evaluator, arbitrary.settings, ({ which, less, mebibytes }, evaluator, drawnSettings) => {
      // Under a cut the kernel does the 4s first, at once: then others find the last of the room.
      const cut = mebibytes < 1 ? 0 : drawnSettings.cut
      const settings = { ...drawnSettings, cut, tableBits: 18 }
      const { board, depth } = which
      const [up, down, left, right] = less.map(each => Math.max(0, depth - each)) as [number, number, number, number]
      const request = traceRequest(board, depth, { depths: { up, down, left, right }, mebibytes })
      const found = traced.tracer(evaluator, settings)(request, neverStop)
      const expected = traceTextbook(evaluator, settings)(request, neverStop)
      expect(treeOf(found.trace)).toEqual(treeOf(expected.trace))
      expect(found.trace.head).toEqual({ ...expected.trace.head, searcher: 'kernel' })
    }),
    { numRuns: runs(6, 60) },
  )
})
