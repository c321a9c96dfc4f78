import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { emptyCells, legalMoves, slide, SPAWNS, withTile, type Move } from '../../../../src/core/games/twenty48/board'
import { compileEvaluator, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { neverStop, type SlideResult, type Stop } from '../../../../src/core/games/twenty48/search/engine'
import { bestSlide, slideValues } from '../../../../src/core/games/twenty48/search/report'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../../src/core/search/settings'
import * as arbitrary from '../../support/arbitraries'
import { golden } from '../../support/golden'
import { searchSlides } from '../../support/search'
import { inFull, runs } from '../../../setup/extent'
import { textbook } from '../../../support/textbook'

interface SearchCase {
  readonly board: string
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly depth: number
  readonly reach: number
  readonly slides: readonly { readonly move: Move; readonly value: number; readonly nodes: number; readonly hits: number }[]
}

const thesis = makeEvaluator('thesis')
const nodesOf = (slides: readonly Pick<SlideResult, 'nodes'>[]) => slides.reduce((sum, { nodes }) => sum + nodes, 0)

vi.setConfig({ testTimeout: 60_000 }) // the textbook is slow, and a busy machine slower

describe('values, nodes and hits of an independent program (tests/oracle/expectimax.py)', () => {
  const { searches } = golden<{ searches: SearchCase[] }>('searches')

  // the kernel finds all of them as well: kernel.test.ts
  const quick = searches.filter(({ slides }) => inFull || nodesOf(slides) < 4000)
  test.each(quick)('$board at depth $depth, table $settings.table', ({ board, evaluator, settings, depth, reach, slides }) => {
    const found = searchSlides(parseBoard(board), depth, evaluator, settings, reach)
    expect(found.map(({ move, nodes, hits }) => ({ move, nodes, hits }))).toEqual(
      slides.map(({ move, nodes, hits }) => ({ move, nodes, hits })),
    )
    found.forEach(({ value }, i) =>
      expect(Math.abs(value - slides[i]!.value)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(slides[i]!.value))),
    )
  })
})

describe('laws of the settings', () => {
  test('the table is asked once at each chance node that is not a leaf', () => {
    fc.assert(
      fc.property(arbitrary.livingBoard, arbitrary.evaluator, arbitrary.settings, (board, evaluator, drawn) => {
        const settings: SearchSettings = { ...drawn, cut: 0, table: 'deeper' }
        for (const { move, probes } of searchSlides(board, 2, evaluator, settings)) {
          const after = slide(board, move)!.board
          const boards = emptyCells(after).flatMap(cell => SPAWNS.map(({ rank }) => withTile(after, { cell, rank })))
          expect(probes).toBe(1 + boards.reduce((sum, next) => sum + legalMoves(next).length, 0))
        }
      }),
      { numRuns: runs(5, 30) },
    )
  })

  test('a dead board is worth the dead value, its evaluation, or the floor if that is more', () => {
    // After the slide up a 2 or a 4 fills the last cell, and nothing moves.
    const board = parseBoard('0343545467679828')
    const slides = (settings: Partial<SearchSettings>) => searchSlides(board, 1, thesis, { ...PLAIN_SETTINGS, ...settings })
    const up = (settings: Partial<SearchSettings>) => slides(settings).find(({ move }) => move === 'up')!.value
    const after = slide(board, 'up')!.board
    const filled = [1, 2].map(rank => withTile(after, { cell: 12, rank }))
    expect(filled.map(legalMoves)).toEqual([[], []])
    const evaluate = compileEvaluator(thesis)
    expect(up({ dead: -12345 })).toBeCloseTo(-12345, 9)
    expect(up({ dead: 'heuristic' })).toBeCloseTo(0.9 * evaluate(filled[0]!) + 0.1 * evaluate(filled[1]!), 9)
    expect(up({ dead: -12345, floor: -100 })).toBeCloseTo(-100, 9)
    expect(up({ dead: 7, floor: -100 })).toBeCloseTo(7, 9)
  })
})

describe('ties', () => {
  test('go to the first of up, down, left, right', () => {
    expect(bestSlide(slideValues(() => 3))).toBe('up')
    expect(bestSlide({ up: null, down: 1, left: 2, right: 2 })).toBe('left')
    expect(bestSlide({ up: null, down: -5, left: null, right: -5 })).toBe('down')
    expect(bestSlide({ up: -1, down: 0, left: 0, right: -1 })).toBe('down')
    expect(bestSlide(slideValues(() => null))).toBeUndefined()
  })

  test('are values equal but for rounding, and no others', () => {
    for (const sign of [1, -1]) {
      const value = sign * 1_234_567
      expect(bestSlide({ up: null, down: value, left: value + 1e-6, right: null })).toBe('down')
      expect(bestSlide({ up: null, down: value, left: value + 1e-4, right: null })).toBe('left')
    }
  })

  test('count among the requested slides only', () => {
    const values = { up: 9, down: 4, left: 4, right: 3 }
    expect(bestSlide(values, ['right', 'left'])).toBe('left')
    expect(bestSlide(values, ['down', 'left'])).toBe('down')
  })
})

describe('limits', () => {
  const board = parseBoard('1234123412312314')
  const request = { board, depth: 2, moves: legalMoves(board), reach: 1 }
  const engine = textbook(thesis, { ...PLAIN_SETTINGS, table: 'off' })

  test('a budget of nodes stops at a chance node, within one set of tiles, and at the same one each time', () => {
    // A chance node at depth 1 tries 4 slides for each of at most 30 tiles before the next is asked about.
    const full = engine({ ...request, nodes: Infinity }, neverStop)
    const total = nodesOf(full.slides)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: total + 100 }), nodes => {
        const cut = engine({ ...request, nodes }, neverStop)
        const tried = nodesOf(cut.slides) + cut.unfinishedNodes
        expect(tried).toBeLessThan(nodes + 120)
        expect(cut.slides).toEqual(full.slides.slice(0, cut.slides.length))
        expect(cut.stopped).toBe(cut.slides.length < full.slides.length ? 'limit' : undefined)
        if (cut.stopped) expect(tried).toBeGreaterThanOrEqual(nodes)
        expect(engine({ ...request, nodes }, neverStop)).toEqual(cut)
      }),
      { numRuns: runs(6, 25) },
    )
  })

  test('a stop leaves the finished slides as they are and says why', () => {
    const full = engine({ ...request, nodes: Infinity }, neverStop)
    for (const [asked, reason] of [
      [1, 'request'],
      [40, 'limit'],
      [50, 'request'],
    ] as const) {
      let polls = 0
      const stop: Stop = () => (++polls >= asked ? reason : undefined)
      const iteration = engine({ ...request, nodes: Infinity }, stop)
      expect(polls).toBe(asked)
      expect(iteration.stopped).toBe(reason)
      expect(iteration.slides).toEqual(full.slides.slice(0, iteration.slides.length))
      expect(iteration.slides.length).toBeLessThan(full.slides.length)
    }
  })

  test('the horizon is met exactly where a deeper search would try more', () => {
    const plain = { ...PLAIN_SETTINGS, table: 'off' } as const
    let ended = 0
    fc.assert(
      fc.property(arbitrary.search, ({ board, depth }) => {
        fc.pre(depth === 0 || emptyCells(board).length <= 2 - depth)
        const deeper = searchSlides(board, depth + 1, thesis, plain)
        searchSlides(board, depth, thesis, plain).forEach(({ horizon, nodes }, i) => {
          expect(horizon).toBe(deeper[i]!.nodes > nodes)
          if (!horizon) ended++
        })
      }),
      { numRuns: runs(12, 40), seed: 2 },
    )
    expect(ended).toBeGreaterThan(0)
  })
})
