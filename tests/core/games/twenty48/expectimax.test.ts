import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  emptyCells,
  legalMoves,
  MOVES,
  slide,
  SPAWNS,
  withTile,
  type Board,
  type Move,
} from '../../../../src/core/games/twenty48/board'
import { compileEvaluator, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { neverStop, type SlideResult, type Stop } from '../../../../src/core/games/twenty48/search/engine'
import { textbook } from '../../../../src/core/games/twenty48/search/textbook'
import { bestSlide, slideValues } from '../../../../src/core/games/twenty48/search/report'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../../src/core/search/settings'
import * as arbitrary from '../../support/arbitraries'
import { golden } from '../../support/golden'
import { searchSlides } from '../../support/search'
import { inFull, runs } from '../../../setup/extent'

interface SearchCase {
  readonly board: string
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly depth: number
  readonly reach: number
  readonly slides: readonly { readonly move: Move; readonly value: number; readonly nodes: number; readonly hits: number }[]
}

const thesis = makeEvaluator('thesis')
const valuesOf = (slides: readonly SlideResult[]) => slides.map(({ value }) => value)
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

  test('the deeper table changes values of some of them, so that its rule is seen', () => {
    const pairs = searches.flatMap((exact, i) => {
      const deeper = searches[i - 1]
      return deeper?.board === exact.board ? [[deeper, exact] as const] : []
    })
    expect(pairs.length).toBeGreaterThan(4)
    for (const [deeper, exact] of pairs) {
      expect(deeper.settings).toEqual({ ...exact.settings, table: 'deeper' })
      expect(deeper.slides.map(({ value }) => value)).not.toEqual(exact.slides.map(({ value }) => value))
    }
  })
})

describe('by hand', () => {
  // One empty cell after the slide, so that all of the formula can be written down.
  const board = parseBoard('1123345656781234')
  const empties = (b: Board) => emptyCells(b).length
  const countEmpties = makeEvaluator('thesis', { h1: 0, h2: 0, h3: 1, h4: 0 })

  test('depth 0 is the evaluator of the afterstate, with the points if they are added', () => {
    const left = slide(board, 'left')!
    expect(left.reward).toBe(4)
    const [, value] = valueByMove(board, 0, PLAIN_SETTINGS)
    expect(value).toBe(empties(left.board))
    expect(valueByMove(board, 0, { ...PLAIN_SETTINGS, points: 'added' })[1]).toBe(empties(left.board) + 4)
  })

  test('depth 1 is 0.9 of the best answer to a 2 and 0.1 of that to a 4, over the cells', () => {
    const after = slide(board, 'left')!.board
    const cells = emptyCells(after)
    const bestAnswer = (b: Board) =>
      Math.max(
        ...MOVES.map(m => slide(b, m)?.board)
          .filter(b => b !== undefined)
          .map(empties),
      )
    const sum = cells.reduce(
      (total, cell) =>
        total + 0.9 * bestAnswer(withTile(after, { cell, rank: 1 })) + 0.1 * bestAnswer(withTile(after, { cell, rank: 2 })),
      0,
    )
    expect(valueByMove(board, 1, PLAIN_SETTINGS)[1]).toBeCloseTo(sum / cells.length, 12)
  })

  /** Of the two legal moves, up and left. */
  function valueByMove(b: Board, depth: number, settings: SearchSettings): number[] {
    const slides = searchSlides(b, depth, countEmpties, settings)
    return [slides.find(({ move }) => move === 'up')?.value ?? NaN, slides.find(({ move }) => move === 'left')!.value]
  }
})

describe('laws of the settings', () => {
  test('an exact table changes no value and tries no more slides', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, settings) => {
        const plain = searchSlides(board, depth, evaluator, { ...settings, table: 'off' })
        const exact = searchSlides(board, depth, evaluator, { ...settings, table: 'exact' })
        expect(valuesOf(exact)).toEqual(valuesOf(plain))
        expect(nodesOf(exact)).toBeLessThanOrEqual(nodesOf(plain))
        expect(plain.every(({ hits, probes }) => hits === 0 && probes === 0)).toBe(true)
      }),
      { numRuns: runs(6, 60) },
    )
  })

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

  test('depth 0 values the afterstates, whatever cut and table', () => {
    fc.assert(
      fc.property(arbitrary.livingBoard, arbitrary.evaluator, arbitrary.settings, (board, evaluator, settings) => {
        const evaluate = compileEvaluator(evaluator)
        const slides = searchSlides(board, 0, evaluator, { ...settings, leaf: 'afterstate' })
        for (const { move, value, nodes } of slides) {
          const { board: after, reward } = slide(board, move)!
          expect(value).toBe(evaluate(after) + (settings.points === 'added' ? reward : 0))
          expect(nodes).toBe(0)
        }
        expect(slides.map(({ move }) => move)).toEqual(legalMoves(board))
      }),
    )
  })

  test('a spawned leaf is the mean of the evaluator over the next tile', () => {
    fc.assert(
      fc.property(arbitrary.livingBoard, arbitrary.evaluator, (board, evaluator) => {
        const evaluate = compileEvaluator(evaluator)
        for (const { move, value } of searchSlides(board, 0, evaluator, { ...PLAIN_SETTINGS, leaf: 'spawned' })) {
          const after = slide(board, move)!.board
          const cells = emptyCells(after)
          const values = cells.flatMap(cell =>
            [1, 2].map(rank => evaluate(withTile(after, { cell, rank })) * (rank === 1 ? 0.9 : 0.1)),
          )
          const mean = values.reduce((sum, each) => sum + each, 0) / cells.length
          expect(Math.abs(value - mean)).toBeLessThanOrEqual(1e-12 * values.reduce((sum, each) => sum + Math.abs(each), 1))
        }
      }),
    )
  })

  test('no player node is worth less than the floor, and above it the floor changes nothing', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, ({ board, depth }, evaluator) => {
        fc.pre(depth > 0)
        const free = valuesOf(searchSlides(board, depth, evaluator, PLAIN_SETTINGS))
        const floor = free[0]!
        const floored = valuesOf(searchSlides(board, depth, evaluator, { ...PLAIN_SETTINGS, floor }))
        floored.forEach((value, i) => expect(value).toBeGreaterThanOrEqual(Math.max(floor, free[i]!) - 1e-9 * Math.abs(floor)))
        const low = valuesOf(searchSlides(board, depth, evaluator, { ...PLAIN_SETTINGS, floor: -1e12 }))
        expect(low).toEqual(free)
        const high = valuesOf(searchSlides(board, depth, evaluator, { ...PLAIN_SETTINGS, floor: 1e12 }))
        for (const value of high) expect(Math.abs(value - 1e12)).toBeLessThan(1)
      }),
      { numRuns: runs(5, 40) },
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

  test('points are those of every slide on the way: with nothing else to value, the best sum of points', () => {
    const nothing = makeEvaluator('thesis', { h1: 0, h2: 0, h3: 0, h4: 0 })
    const expected = (b: Board, depth: number): number => {
      if (depth === 0) return 0
      const cells = emptyCells(b)
      const best = (next: Board) =>
        Math.max(0, ...legalMoves(next).map(m => slide(next, m)!.reward + expected(slide(next, m)!.board, depth - 1)))
      return (
        cells.reduce(
          (sum, cell) => sum + 0.9 * best(withTile(b, { cell, rank: 1 })) + 0.1 * best(withTile(b, { cell, rank: 2 })),
          0,
        ) / cells.length
      )
    }
    fc.assert(
      fc.property(arbitrary.search, ({ board, depth }) => {
        for (const { move, value } of searchSlides(board, depth, nothing, { ...PLAIN_SETTINGS, points: 'added', dead: 0 })) {
          const { board: after, reward } = slide(board, move)!
          const sum = reward + expected(after, depth)
          expect(Math.abs(value - sum)).toBeLessThanOrEqual(1e-9 * Math.max(1, sum))
        }
        for (const { value } of searchSlides(board, depth, nothing, { ...PLAIN_SETTINGS, dead: 0 })) expect(value + 0).toBe(0)
      }),
      { numRuns: runs(5, 30) },
    )
  })

  test('a cut that no line reaches changes nothing; a cut of 1 leaves one pair', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.evaluator, arbitrary.settings, ({ board, depth }, evaluator, settings) => {
        const uncut = searchSlides(board, depth, evaluator, { ...settings, table: 'exact', cut: 0 })
        const barely = searchSlides(board, depth, evaluator, { ...settings, table: 'exact', cut: 1e-30 })
        expect(valuesOf(barely)).toEqual(valuesOf(uncut))
        const whole = searchSlides(board, depth, evaluator, { ...settings, table: 'off', cut: 1 })
        const onePair = searchSlides(board, Math.min(1, depth), evaluator, { ...settings, table: 'off', cut: 0 })
        expect(whole.map(({ value, nodes }) => [value, nodes])).toEqual(onePair.map(({ value, nodes }) => [value, nodes]))
      }),
      { numRuns: runs(5, 40) },
    )
  })

  test('a probability equal to the cut is not below it', () => {
    const board = parseBoard('0343545467671821')
    const after = slide(board, 'up')!.board
    const chance = 0.9 / emptyCells(after).length
    const nodes = (depth: number, cut: number, reach: number) =>
      nodesOf(searchSlides(board, depth, thesis, { ...PLAIN_SETTINGS, table: 'off', cut }, reach))
    expect(nodes(1, 0.25, 0.25)).toBe(nodes(1, 0, 0.25))
    expect(nodes(1, 0.25 * (1 + 1e-9), 0.25)).toBe(0)
    expect(nodes(2, chance, 1)).toBeGreaterThan(nodes(2, chance * (1 + 1e-9), 1))
  })

  test('with fewer lines cut there are never fewer slides tried', () => {
    fc.assert(
      fc.property(arbitrary.search, arbitrary.settings, ({ board, depth }, settings) => {
        const counts = [1, 0.1, 0.01, 0.001, 0].map(cut =>
          nodesOf(searchSlides(board, depth, thesis, { ...settings, table: 'off', cut })),
        )
        expect(counts.toSorted((a, b) => a - b)).toEqual(counts)
      }),
      { numRuns: runs(4, 20) },
    )
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

  test('mirror images of a board choose mirror slides of one value', () => {
    // Left and right are worth the same on a board that is its own mirror image, whatever the order of the sums.
    const half = fc.tuple(...Array.from({ length: 8 }, () => fc.constantFrom(0, 1, 2, 3, 7, 11)))
    fc.assert(
      fc.property(half, arbitrary.symmetricEvaluator, (cells, evaluator) => {
        const board = [0, 1, 2, 3].flatMap(row => [cells[2 * row]!, cells[2 * row + 1]!, cells[2 * row + 1]!, cells[2 * row]!])
        fc.pre(slide(board, 'left') !== undefined && emptyCells(board).length < 9)
        const slides = searchSlides(board, 1, evaluator, PLAIN_SETTINGS)
        const values = new Map(slides.map(({ move, value }) => [move, value]))
        expect(
          bestSlide(
            slideValues(move => values.get(move) ?? null),
            ['left', 'right'],
          ),
        ).toBe('left')
      }),
      { numRuns: runs(10, 60) },
    )
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

  test('depth 0 finishes in spite of a stop and an empty budget', () => {
    const iteration = engine({ ...request, depth: 0, nodes: 0 }, () => 'request')
    expect(iteration.stopped).toBeUndefined()
    expect(iteration.slides).toHaveLength(request.moves.length)
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
