import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { emptyCells, legalMoves, MOVES, slide, withTile } from '../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../src/core/search/settings'
import { stepTo } from '../../../src/core/games/twenty48/tree/boards'
import { FLAGS } from '../../../src/core/trace/format'
import * as arbitrary from '../support/arbitraries'
import { searchSlides } from '../support/search'
import { faultsOf, hitFaultsOf, traceRequest, treeOf } from '../support/traces'
import { runs } from '../../setup/extent'
import { traceTextbook } from '../../support/textbook'
import { boardOf, reachOf } from '../support/boards'

vi.setConfig({ testTimeout: 120_000 }) // the textbook is slow, and a busy machine slower

const thesis = makeEvaluator('thesis')

describe('a recorded search of the textbook', () => {
  test('finds what the search that is not recorded finds, count for count and bit for bit', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, settings) => {
        const { trace, slides } = traceTextbook(evaluator, settings)(traceRequest(board, depth), neverStop)
        const plain = searchSlides(board, depth, evaluator, settings)
        expect(slides).toEqual(plain)
        expect(trace.head.nodes).toBe(MOVES.length + plain.reduce((sum, { nodes }) => sum + nodes, 0))
        expect(trace.columns.nodes[0]).toBe(trace.head.nodes)
        expect(trace.children(0).map(child => MOVES[trace.columns.edge[child]!])).toEqual(legalMoves(board))
      }),
      { numRuns: runs(6, 60) },
    )
  })

  test('has in every node the value, the count and the flags that its formula gives', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, settings) => {
        const { trace } = traceTextbook(evaluator, settings)(traceRequest(board, depth), neverStop)
        expect(faultsOf(trace)).toEqual([])
        expect(hitFaultsOf(trace)).toEqual([])
      }),
      { numRuns: runs(6, 60) },
    )
  })
})

describe('addresses', () => {
  const settings: SearchSettings = { ...PLAIN_SETTINGS, table: 'exact', cut: 0.001 }
  const { trace } = traceTextbook(thesis, settings)(traceRequest(parseBoard('1234123412312314'), 2), neverStop)
  const nodes = Array.from({ length: trace.entries }, (_, node) => node)

  test('the edges from the root lead back to the node', () => {
    for (const node of nodes) expect(trace.follow(trace.edges(node))).toBe(node)
    expect(trace.follow([...trace.edges(0), 0, 99])).toBeUndefined()
  })

  test('a step is the slide or the tile of its edge', () => {
    expect(stepTo(trace, 0)).toBeUndefined()
    for (const node of nodes.slice(1)) {
      const before = boardOf(trace, trace.parent(node)!)
      const step = stepTo(trace, node)!
      const after = 'move' in step ? slide(before, step.move)!.board : withTile(before, step.spawn)
      expect(boardOf(trace, node)).toEqual(after)
      expect('move' in step).toBe(trace.kind(trace.parent(node)!) === 'max')
    }
  })

  test('a cumulative probability is that of the search to the last bit: divided by the cells first, then times the tile', () => {
    for (const node of nodes.slice(1)) {
      const step = stepTo(trace, node)!
      const above = reachOf(trace, trace.parent(node)!)
      if ('move' in step) expect(reachOf(trace, node)).toBe(above)
      else {
        const cells = emptyCells(boardOf(trace, trace.parent(node)!)).length
        expect(reachOf(trace, node)).toBe((above / cells) * (step.spawn.rank === 1 ? 0.9 : 0.1))
      }
    }
  })
})

describe('a node searched again as a root of its own', () => {
  test('without a table is the same tree, with its depth and cumulative probability', () => {
    const drawn = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), which: arbitrary.search })
    fc.assert(
      fc.property(drawn, arbitrary.evaluator, arbitrary.settings, ({ at, which: { board, depth } }, evaluator, loose) => {
        const tracer = traceTextbook(evaluator, { ...loose, table: 'off' })
        const { trace } = tracer(traceRequest(board, depth), neverStop)
        const node = Math.floor(at * trace.entries)
        const kind = trace.kind(node) === 'max' ? 'max' : 'chance'
        const root = { board: boardOf(trace, node), kind } as const
        const again = tracer(
          traceRequest(root.board, trace.columns.depth[node]!, { root, reach: reachOf(trace, node) }),
          neverStop,
        ).trace
        expect(faultsOf(again)).toEqual([])
        expect(again.value(0)).toBe(trace.value(node))
        expect({ ...treeOf(again), edge: 0 }).toEqual({ ...treeOf(trace, node), edge: 0 })
      }),
      { numRuns: runs(8, 60) },
    )
  })
})

describe('the cap', () => {
  const settings: SearchSettings = { ...PLAIN_SETTINGS, table: 'deeper' }
  const board = parseBoard('1234123412312304')
  const whole = traceTextbook(thesis, settings)(traceRequest(board, 2), neverStop)

  test.each([1 / 4096, 1 / 512, 1 / 64, 1 / 16])('of %f MiB changes no value and no count', mebibytes => {
    const { trace, slides } = traceTextbook(thesis, settings)(traceRequest(board, 2, { mebibytes }), neverStop)
    expect(trace.entries).toBeLessThanOrEqual(mebibytes * 32768)
    expect(trace.entries).toBeLessThan(whole.trace.entries)
    expect(slides).toEqual(whole.slides)
    expect(trace.head).toEqual(whole.trace.head)
    expect(faultsOf(trace)).toEqual([])
    expect(hitFaultsOf(trace)).toEqual([])
    let unrecorded = 0
    for (let node = 0; node < trace.entries; node++) {
      const same = whole.trace.follow(trace.edges(node))!
      expect(trace.value(node)).toBe(whole.trace.value(same))
      expect(trace.columns.nodes[node]).toBe(whole.trace.columns.nodes[same])
      const isCutOff = trace.children(node).length < whole.trace.children(same).length
      expect(trace.has(node, FLAGS.NOT_RECORDED)).toBe(isCutOff)
      if (isCutOff) unrecorded++
    }
    expect(unrecorded).toBeGreaterThan(0)
  })

  test('leaves out what is deep, not what comes last: the first two pairs are there of every slide', () => {
    const deep = traceRequest(parseBoard('1234123412312314'), 4, { mebibytes: 1 / 4 })
    const { trace } = traceTextbook(thesis, { ...PLAIN_SETTINGS, cut: 0.01 })(deep, neverStop)
    expect(trace.flagNames(0)).toEqual([])
    let deepest = Infinity
    for (let node = 0; node < trace.entries; node++) {
      const isLow = trace.columns.depth[node]! + 1 >= trace.head.depth
      if (isLow) expect(trace.has(node, FLAGS.NOT_RECORDED)).toBe(false)
      if (trace.has(node, FLAGS.NOT_RECORDED)) deepest = Math.min(deepest, node)
    }
    expect(deepest).toBeLessThan(trace.entries)
  })
})

describe('a stopped search', () => {
  test('leaves whole what it finished, and says of the rest that it was stopped', () => {
    const board = parseBoard('1234123412312314')
    const tracer = traceTextbook(thesis, { ...PLAIN_SETTINGS, table: 'off' })
    const whole = tracer(traceRequest(board, 2), neverStop)
    const { trace, slides } = tracer(traceRequest(board, 2, { nodes: 500 }), neverStop)
    expect(trace.head.stopped).toBe('limit')
    expect(trace.head.nodes).toBeGreaterThanOrEqual(500)
    expect(slides).toEqual(whole.slides.slice(0, slides.length))
    expect(faultsOf(trace)).toEqual([])
    expect([trace.flagNames(0), trace.value(0)]).toEqual([['stopped'], undefined])
    let unfinished = 0
    for (let node = 0; node < trace.entries; node++) {
      const same = whole.trace.follow(trace.edges(node))!
      if (trace.has(node, FLAGS.STOPPED)) unfinished++
      else expect(trace.value(node)).toBe(whole.trace.value(same))
    }
    expect(unfinished).toBeGreaterThan(trace.children(0).length - slides.length)
    expect(unfinished).toBeLessThan(trace.entries)
  })
})

describe('a board without a slide', () => {
  test.each([
    ['heuristic', 'none', ['terminal']],
    [-5, 'none', ['terminal']],
    [-5, 3, ['terminal', 'floor']],
  ] as const)('with dead %s and floor %s is worth that', (dead, floor, flags) => {
    const board = parseBoard('1212212112122121')
    const { trace, slides } = traceTextbook(thesis, { ...PLAIN_SETTINGS, dead, floor })(traceRequest(board, 3), neverStop)
    expect([trace.entries, slides, trace.flagNames(0)]).toEqual([1, [], flags])
    expect(faultsOf(trace)).toEqual([])
  })
})
