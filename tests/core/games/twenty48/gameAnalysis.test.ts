import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assessSlide, GameAnalysis, isMistake, type SlideAssessment } from '../../../../src/core/games/twenty48/gameAnalysis'
import { LosingRisk } from '../../../../src/core/games/twenty48/losingRisk'
import { MOVES, type Board } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import type { SearchReport, SlideValues } from '../../../../src/core/games/twenty48/search/report'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import * as arbitrary from '../../support/arbitraries'
import { drawnGame, engineGame, searchWith } from '../../support/games'
import { textbook } from '../../../support/textbook'

const player = { evaluator: makeEvaluator('power'), settings: PLAIN_SETTINGS, limits: { depth: 0 } }
const risk = new LosingRisk(player)
/** No tile can end a game here. */
const OPEN = parseBoard('1100000000000000')
const engine = textbook(player.evaluator, player.settings)
const search = async (board: Board): Promise<SearchReport> => searchWith(engine, board, player.limits)

function report(values: SlideValues): SearchReport {
  return {
    board: parseBoard('1100000000000000'),
    best: 'up',
    values,
    depths: values,
    cuts: values,
    depth: 3,
    cut: 0,
    nodes: 1,
    probes: 0,
    hits: 0,
    stopped: 'limit',
    ...{ pv: [], pvNodes: 0, pvMs: 0 },
  }
}

/** Every slide of a game, each searched on the board that it was played on. */
function all(timeline: Timeline): Promise<SlideAssessment[]> {
  const { turns } = timeline.replay
  return Promise.all(
    turns.map(async ({ move }, i) => assessSlide(i + 1, move, timeline.at(i).board, await search(timeline.at(i).board), risk)),
  )
}

describe('a slide beside the best one', () => {
  test('by hand', () => {
    expect(assessSlide(7, 'left', OPEN, report({ up: 10, down: null, left: 7, right: -2 }), risk)).toEqual({
      step: 7,
      move: 'left',
      best: 'up',
      values: { up: 10, down: null, left: 7, right: -2 },
      depth: 3,
      loss: 3,
      share: 0.25,
      risks: { up: 0, down: null, left: 0, right: 0 },
      ownRisks: { up: 0, down: null, left: 0, right: 0 },
      risk: 0,
      ownRisk: 0,
    })
    expect(assessSlide(1, 'right', OPEN, report({ up: null, down: null, left: 5, right: 5 }), risk)).toMatchObject({
      best: 'left',
      loss: 0,
      share: 0,
    })
    expect(assessSlide(1, 'left', OPEN, report({ up: null, down: null, left: -5, right: null }), risk)).toMatchObject({
      loss: 0,
      share: 0,
    })
    // mirror images differ in their last bits
    for (const left of [1e6 + 2e-9, 1e6 - 2e-9])
      expect(assessSlide(1, 'left', OPEN, report({ up: 1e6, down: null, left, right: null }), risk)).toMatchObject({
        loss: 0,
        share: 0,
      })
  })

  const value = fc.oneof(fc.constant(null), fc.integer({ min: -1000, max: 1000 }))
  const values = fc
    .record({ up: value, down: value, left: value, right: value })
    .filter(each => MOVES.some(move => each[move] !== null))

  test('loses from 0 to all there was to lose, and nothing only if it is as good as the best', () => {
    fc.assert(
      fc.property(values, arbitrary.move, (each, move) => {
        fc.pre(each[move] !== null)
        const { loss, share, best } = assessSlide(1, move, OPEN, report(each), risk)
        expect(loss).toBe(each[best]! - each[move])
        expect(loss).toBeGreaterThanOrEqual(0)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(share === 0).toBe(loss === 0)
        const worst = Math.min(...MOVES.flatMap(one => each[one] ?? []))
        expect(share === 1).toBe(loss > 0 && each[move] === worst)
      }),
    )
  })
})

describe('a whole game', () => {
  test('of the engine itself has no mistakes, and every slide is assessed once', async () => {
    const timeline = Timeline.of(engineGame(3, player, 120))
    const found = await all(timeline)
    expect(found.map(({ step }) => step)).toEqual(Array.from({ length: timeline.length }, (_, i) => i + 1))
    expect(found.every(({ loss, share }) => loss === 0 && share === 0)).toBe(true)
  })

  test('is summed up alike in any order, with the mistakes in the order of the game', async () => {
    const found = await all(Timeline.of(drawnGame(4)))
    const threshold = { loss: 0, share: 0.5 }
    const forward = new GameAnalysis(threshold)
    found.forEach(each => forward.add(each))
    const { summary } = forward
    expect(summary.slides).toBe(found.length)
    expect(summary.best).toBe(found.filter(({ loss, risk }) => loss === 0 && risk === 0).length)
    expect(summary.mistakes).toEqual(found.filter(each => isMistake(each, threshold)))
    expect(summary.mistakes.length).toBeGreaterThan(5)
    expect(summary.mistakes.length).toBeLessThan(found.length - summary.best)
    const shuffled = new GameAnalysis(threshold)
    found.toSorted((a, b) => ((a.step * 7919) % 101) - ((b.step * 7919) % 101)).forEach(each => shuffled.add(each))
    expect(shuffled.summary.mistakes).toEqual(summary.mistakes)
    expect(shuffled.summary.loss).toBeCloseTo(summary.loss, 6)
  })

  test('a mistake reaches both thresholds and loses something', () => {
    const slide = assessSlide(1, 'left', OPEN, report({ up: 10, down: null, left: 7, right: -2 }), risk)
    expect(isMistake(slide, { loss: 3, share: 0.25 })).toBe(true)
    expect(isMistake(slide, { loss: 3.01, share: 0.25 })).toBe(false)
    expect(isMistake(slide, { loss: 3, share: 0.26 })).toBe(false)
    expect(isMistake({ ...slide, loss: 0, share: 0 }, { loss: 0, share: 0 })).toBe(false)
  })
})
