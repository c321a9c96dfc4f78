import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyCells, legalMoves, MAX_RANK, maxRank, MOVES, slide, type Board } from '../../../../src/core/games/twenty48/board'
import { assessSlide, GameAnalysis, MISTAKE_THRESHOLD } from '../../../../src/core/games/twenty48/gameAnalysis'
import { compileEvaluator, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { boundsOf, lineFormOf } from '../../../../src/core/games/twenty48/heuristics/lineForm'
import { CERTAIN, chanceOfEnd, largestWithin, LosingRisk } from '../../../../src/core/games/twenty48/losingRisk'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { bestSlide, slideValues } from '../../../../src/core/games/twenty48/search/report'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../../src/core/search/settings'
import * as arbitrary from '../../support/arbitraries'
import { searchSlides } from '../../support/search'
import { runs } from '../../../setup/extent'

const fullBoard = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 16, maxLength: 16 })

const playerWith = (change: Partial<SearchSettings>, weights = {}) => ({
  evaluator: makeEvaluator('thesis', weights),
  settings: { ...PLAIN_SETTINGS, ...change },
  limits: { depth: 1 },
})

/** The slides of a board as a search of the textbook values them. */
function searched(board: Board, depth: number, player: ReturnType<typeof playerWith>) {
  const found = new Map(searchSlides(board, depth, player.evaluator, player.settings).map(({ move, value }) => [move, value]))
  const values = slideValues(move => found.get(move) ?? null)
  return { values, depth, best: bestSlide(values)! }
}

describe('the chance that the next tile ends the game', () => {
  test('is what all tiles say that may come', () => {
    fc.assert(
      fc.property(fullBoard, arbitrary.move, (board, move) => {
        const after = slide(board, move)?.board
        let expected = 0
        for (const cell of after ? emptyCells(after) : [])
          for (const [rank, chance] of [
            [1, 0.9],
            [2, 0.1],
          ] as const)
            if (legalMoves(after!.with(cell, rank)).length === 0) expected += chance / emptyCells(after!).length
        expect(chanceOfEnd(board, move)).toBeCloseTo(expected, 12)
      }),
      { numRuns: runs(500, 2000) },
    )
  })
})

describe('the bounds of an evaluator', () => {
  test('hold every board whose tiles are no larger', () => {
    const known = new Map<string, ReturnType<typeof boundsOf>>()
    fc.assert(
      fc.property(arbitrary.board, arbitrary.evaluator, (board, evaluator) => {
        const most = maxRank(board)
        fc.pre(most <= 11) // more take long to list
        const key = JSON.stringify([evaluator, most])
        const [low, high] = known.get(key) ?? boundsOf(lineFormOf(evaluator), most)
        const value = compileEvaluator(evaluator)(board)
        const slack = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high))
        expect(value).toBeGreaterThanOrEqual(low - slack)
        expect(value).toBeLessThanOrEqual(high + slack)
      }),
      { numRuns: runs(20, 60) },
    )
  })
})

describe('a risk', () => {
  const risky = fc.constantFrom<SearchSettings['dead']>(-1e9, -1e6, 'heuristic', 0, -5)

  test('of the next tile is found whatever a dead board is worth', () => {
    fc.assert(
      fc.property(fullBoard, risky, (board, dead) => {
        fc.pre(legalMoves(board).length > 1)
        const player = playerWith({ dead })
        const { best, ...report } = searched(board, 1, player)
        const { risks, own } = new LosingRisk(player).of(board, best, report)
        for (const move of legalMoves(board)) {
          expect(risks[move]).toBeGreaterThanOrEqual(
            move === best ? 0 : chanceOfEnd(board, move) - chanceOfEnd(board, best) - 1e-12,
          )
          expect(risks[move]).toBeLessThanOrEqual(1)
          expect(own[move]).toBeGreaterThanOrEqual(Math.max(risks[move]!, chanceOfEnd(board, move)))
          expect(own[move]).toBeLessThanOrEqual(1)
        }
        expect(risks[best]).toBe(0)
        for (const move of MOVES) expect(risks[move] === null).toBe(report.values[move] === null)
      }),
      { numRuns: runs(80, 300) },
    )
  })

  test('is in step with the probability of a lost board that a value contains', () => {
    const player = playerWith({ dead: -1e9 })
    const risk = new LosingRisk(player)
    const board = parseBoard('1231 2312 3123 1011')
    for (const share of [1, 0.5, 0.1, 0.01]) {
      const values = { up: 20, down: 20 - 1e9 * share, left: null, right: 19 }
      expect(risk.of(board, 'up', { values, depth: 2 }).risks).toEqual({
        ...{ up: 0, left: null, right: 0 },
        down: expect.closeTo(share, 4) as number,
      })
    }
  })

  test('is none where the evaluator alone can make the difference', () => {
    for (const dead of [-1e9, 'heuristic', 0] as const) {
      const risk = new LosingRisk(playerWith({ dead }))
      const values = { up: 20, down: -20, left: null, right: 19 }
      expect(risk.of(parseBoard('1231 2312 3123 1001'), 'up', { values, depth: 2 }).risks).toEqual({
        ...values,
        up: 0,
        down: 0,
        right: 0,
      })
    }
  })
})

describe('an analysis', () => {
  test.each([-1e9, -1e12, 'heuristic', 0] as const)(
    'adds up no lost board, with dead %s: the sum is the same as without the slides that risk the game',
    dead => {
      const player = playerWith({ dead })
      const risk = new LosingRisk(player)
      const [all, harmless] = [new GameAnalysis(MISTAKE_THRESHOLD), new GameAnalysis(MISTAKE_THRESHOLD)]
      const found = fc.sample(fullBoard, { numRuns: runs(150, 400), seed: 7 }).flatMap((board, i) => {
        const report = searched(board, 0, { ...player, settings: { ...player.settings, leaf: 'spawned' } })
        return legalMoves(board).map(move => assessSlide(i + 1, move, { board, score: 0 }, report, { risk }))
      })
      for (const each of found) {
        all.add(each)
        if (each.risk === 0) harmless.add(each)
      }
      const { loss, lost, risked, mistakes } = all.summary
      expect(loss).toBe(harmless.summary.loss)
      expect(Math.abs(loss)).toBeLessThan(1e6)
      expect(lost).toBe(found.filter(each => each.risk > 0 && each.ownRisk >= CERTAIN).length)
      expect(lost + risked).toBeGreaterThan(0)
      expect(mistakes.filter(each => each.risk > 0)).toHaveLength(lost + risked)
    },
  )
})

test('no rank is beyond the largest', () => {
  const player = playerWith({ dead: -1e9 })
  const board = parseBoard('H000 0000 0000 0000').with(1, MAX_RANK - 1)
  const values = { up: null, down: 0, left: null, right: -1e8 }
  expect(new LosingRisk(player).of(board, 'down', { values, depth: 60 }).risks.right).toBeGreaterThan(0)
})

describe('the largest tile that some slides can make', () => {
  test('is no larger than all faces together make it', () => {
    const board = parseBoard('B251 3412 9841 2192') // its faces are 3,662
    for (const slides of [8, 9, 10]) expect(largestWithin(board, slides)).toBe(11)
    expect(largestWithin(parseBoard('1100 0000 0000 0000'), 1)).toBe(2)
    expect(largestWithin(parseBoard('1100 0000 0000 0000'), 60)).toBe(7)
  })

  test('is one that no game passes', () => {
    fc.assert(
      fc.property(
        arbitrary.board,
        fc.array(fc.tuple(arbitrary.move, fc.nat(15), fc.boolean()), { maxLength: 12 }),
        (start, turns) => {
          let [board, slides] = [start, 0]
          for (const [move, cell, isFour] of turns) {
            const after = slide(board, move)?.board
            if (!after) continue
            slides++
            const empty = emptyCells(after)
            board = after.with(empty[cell % empty.length]!, isFour ? 2 : 1)
            expect(maxRank(board)).toBeLessThanOrEqual(largestWithin(start, slides))
          }
        },
      ),
    )
  })
})

test.each([7, 8, 9])('a small chance of a lost board is a risk where the search is deep: depth %d', depth => {
  const risk = new LosingRisk(playerWith({ dead: -1e9 }))
  for (const board of ['B251 3412 9841 2192', 'A251 3412 9841 2192'].map(parseBoard)) {
    const values = { up: -4000, down: -4000 - 5_000_427, left: null, right: -5000 }
    expect(risk.of(board, 'up', { values, depth }).risks).toMatchObject({
      up: 0,
      down: expect.closeTo(0.005, 4) as number,
      right: 0,
    })
  }
})

describe('a move that certainly ends the game', () => {
  // down ends it, up does so with a 4 alone
  const board = parseBoard('4735 8628 7368 1451')
  const certain = legalMoves(board).find(move => chanceOfEnd(board, move) === 1)!
  const better = legalMoves(board).find(move => chanceOfEnd(board, move) < 0.5)!
  const valued = (of: number, lost: number) =>
    slideValues(move => (move === better ? of : move === certain ? lost : legalMoves(board).includes(move) ? lost : null))

  test.each([-1e9, 'heuristic', 0] as const)('lost it, though the best risked it too: dead %s', dead => {
    const risk = new LosingRisk(playerWith({ dead }))
    expect(chanceOfEnd(board, better)).toBe(0.1)
    const values = valued(dead === -1e9 ? -1e8 : 3, dead === -1e9 ? -1e9 : -5)
    const slide = assessSlide(1, certain, { board, score: 0 }, { values, depth: 1 }, { risk })
    expect(slide).toMatchObject({ risk: expect.closeTo(0.9, 3) as number, ownRisk: 1 })
    const analysis = new GameAnalysis(MISTAKE_THRESHOLD)
    analysis.add(slide)
    expect(analysis.summary).toMatchObject({ best: 0, loss: 0, lost: 1, risked: 0 })
  })

  test('is not the best, though its value is as high', () => {
    const risk = new LosingRisk(playerWith({ dead: 0 }))
    const slide = assessSlide(1, certain, { board, score: 0 }, { values: valued(0, 0), depth: 1 }, { risk })
    const best = MOVES.find(move => slide.values[move] !== null)
    if (best === certain) throw new Error('the board is of no use here')
    const analysis = new GameAnalysis(MISTAKE_THRESHOLD)
    analysis.add(slide)
    expect(slide.loss).toBe(0)
    expect(analysis.summary).toMatchObject({ best: 0, lost: 1 })
  })
})

test('a player says if its values cannot distinguish lost boards further ahead', () => {
  const board = parseBoard('B251 3412 9841 2192')
  const tells = (change: Partial<SearchSettings>, depth: number) =>
    new LosingRisk(playerWith(change, { h1: -2, h2: 3, h3: 3, h4: 7 })).showsDistantRisks(board, depth)
  expect(tells({ dead: -1e9 }, 8)).toBe(true)
  expect(tells({ dead: -1e9, floor: 0 }, 8)).toBe(false)
  for (const dead of [0, 'heuristic'] as const) expect([tells({ dead }, 1), tells({ dead }, 2)]).toEqual([true, false])
})
