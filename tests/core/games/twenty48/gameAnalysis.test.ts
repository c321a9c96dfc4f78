import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accuracyOf } from '../../../../src/core/games/twenty48/accuracy'
import {
  assessSlide,
  classOf,
  compareLosses,
  GameAnalysis,
  isBest,
  isMistake,
  MISTAKE_THRESHOLD,
  type SlideAssessment,
} from '../../../../src/core/games/twenty48/gameAnalysis'
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
const by = { risk: new LosingRisk(player) }
const at = (board: Board) => ({ board, score: 0 })
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
    turns.map(async ({ move }, i) => assessSlide(i + 1, move, timeline.at(i), await search(timeline.at(i).board), by)),
  )
}

describe('a slide beside the best one', () => {
  test('by hand', () => {
    expect(assessSlide(7, 'left', at(OPEN), report({ up: 10, down: null, left: 7, right: -2 }), by)).toEqual({
      step: 7,
      move: 'left',
      best: 'up',
      values: { up: 10, down: null, left: 7, right: -2 },
      depth: 3,
      loss: 3,
      chanceLoss: null,
      pointsLoss: null,
      noise: 0.005,
      moves: {
        up: { value: 10, ownLoss: 0 },
        left: { value: 7, ownLoss: 3 },
        right: { value: -2, ownLoss: 12 },
      },
      risks: { up: 0, down: null, left: 0, right: 0 },
      ownRisks: { up: 0, down: null, left: 0, right: 0 },
      risk: 0,
      ownRisk: 0,
      counted: null,
    })
    expect(assessSlide(1, 'right', at(OPEN), report({ up: null, down: null, left: 5, right: 5 }), by)).toMatchObject({
      best: 'left',
      loss: 0,
    })
    expect(assessSlide(1, 'left', at(OPEN), report({ up: null, down: null, left: -5, right: null }), by)).toMatchObject({
      loss: 0,
    })
    // mirror images differ in their last bits
    for (const left of [1e6 + 2e-9, 1e6 - 2e-9])
      expect(assessSlide(1, 'left', at(OPEN), report({ up: 1e6, down: null, left, right: null }), by)).toMatchObject({
        loss: 0,
      })
  })

  const value = fc.oneof(fc.constant(null), fc.integer({ min: -1000, max: 1000 }))
  const values = fc
    .record({ up: value, down: value, left: value, right: value })
    .filter(each => MOVES.some(move => each[move] !== null))

  test('loses nothing only if it is as good as the best', () => {
    fc.assert(
      fc.property(values, arbitrary.move, (each, move) => {
        fc.pre(each[move] !== null)
        const { loss, best } = assessSlide(1, move, at(OPEN), report(each), by)
        expect(loss).toBe(each[best]! - each[move])
        expect(loss).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('a whole game', () => {
  test('of the engine itself has no mistakes, and every slide is assessed once', async () => {
    const timeline = Timeline.of(engineGame(3, player, 120))
    const found = await all(timeline)
    expect(found.map(({ step }) => step)).toEqual(Array.from({ length: timeline.length }, (_, i) => i + 1))
    expect(found.every(({ loss }) => loss === 0)).toBe(true)
  })

  test('is summed up alike in any order, with the mistakes in the order of the game', async () => {
    const found = await all(Timeline.of(drawnGame(4)))
    const threshold = { ...MISTAKE_THRESHOLD, loss: 500 }
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

  test('of person and engine has the accuracy of each, in any order of its moves', async () => {
    const found = (await all(Timeline.of(drawnGame(4)))).map(each => ({
      ...each,
      counted: each.step % 7 ? each.step / 1e4 : null,
    }))
    const hand = [[3, 10]] as const
    const byHand = found.filter(({ step }) => step > 3 && step <= 10).map(({ counted }) => counted)
    const byEngine = found.filter(({ step }) => step <= 3 || step > 10).map(({ counted }) => counted)
    for (const moves of [found, found.toReversed()]) {
      const [alone, mixed] = [new GameAnalysis(MISTAKE_THRESHOLD), new GameAnalysis(MISTAKE_THRESHOLD, hand)]
      for (const each of moves) [alone, mixed].forEach(analysis => analysis.add(each))
      expect(alone.summary.accuracies).toEqual([{ of: 'all', ...accuracyOf(found.map(({ counted }) => counted)) }])
      expect(mixed.summary.accuracies).toEqual([
        { of: 'hand', ...accuracyOf(byHand) },
        { of: 'engine', ...accuracyOf(byEngine) },
      ])
    }
  })

  test('of a player that is not calibrated: a mistake loses at least the threshold, and something, or risks the game', () => {
    const slide = assessSlide(1, 'left', at(OPEN), report({ up: 10, down: null, left: 7, right: -2 }), by)
    const from = (loss: number) => ({ ...MISTAKE_THRESHOLD, loss })
    expect(isMistake(slide, from(3))).toBe(true)
    expect(isMistake(slide, from(3.01))).toBe(false)
    expect(isMistake({ ...slide, loss: 0 }, from(0))).toBe(false)
    expect(isMistake({ ...slide, loss: 0, risk: 0.1 }, from(5))).toBe(true)
    expect([classOf(slide), isBest(slide), isBest({ ...slide, loss: 0 })]).toEqual([undefined, false, true])
  })

  test('the total loss leaves out what counts as equal to the best', () => {
    const slide = assessSlide(1, 'left', at(OPEN), report({ up: 10, down: null, left: 7, right: -2 }), by)
    const analysis = new GameAnalysis(MISTAKE_THRESHOLD)
    analysis.add({ ...slide, chanceLoss: 0, noise: 0.005 })
    analysis.add({ ...slide, chanceLoss: 0.05, loss: 4 })
    expect(analysis.summary).toMatchObject({ best: 1, loss: 4 })
  })

  test('moves that the search cannot separate from the best have no class and are named, in the order of the game', () => {
    const slide = assessSlide(1, 'left', at(OPEN), report({ up: 10, down: null, left: 7, right: -2 }), by)
    const analysis = new GameAnalysis(MISTAKE_THRESHOLD)
    const noisy = { ...slide, chanceLoss: 0.01, noise: null }
    analysis.add({ ...noisy, step: 3 })
    analysis.add({ ...slide, step: 2, chanceLoss: 0.05, noise: 0.005 })
    analysis.add({ ...noisy, step: 1 })
    analysis.add({ ...slide, step: 4 }) // not calibrated there
    const { tooClose, classes, mistakes } = analysis.summary
    expect({ tooClose, classes, mistakes: mistakes.map(({ step }) => step) }).toEqual({
      tooClose: [1, 3],
      classes: { equal: 0, inaccuracy: 0, mistake: 1, blunder: 0 },
      mistakes: [2, 4],
    })
  })

  test('of a calibrated one: the class decides, by the thresholds, whatever the loss is in its own unit', () => {
    const slide = { loss: 1e9, noise: 0.005, risk: 0.5 }
    const of = (chanceLoss: number) => ({ ...slide, chanceLoss })
    expect([0.004, 0.02, 0.06, 0.061].map(each => classOf(of(each)))).toEqual(['equal', 'inaccuracy', 'mistake', 'blunder'])
    const counted = (least: 'inaccuracy' | 'mistake' | 'blunder') =>
      [0.004, 0.02, 0.06, 0.061].filter(each => isMistake(of(each), { ...MISTAKE_THRESHOLD, least }))
    expect([counted('inaccuracy'), counted('mistake'), counted('blunder')]).toEqual([[0.02, 0.06, 0.061], [0.06, 0.061], [0.061]])
    expect(isMistake(of(0.03), { ...MISTAKE_THRESHOLD, inaccuracy: 0.03, least: 'mistake' })).toBe(false)
    expect([isBest(of(0.004)), isBest(of(0.02))]).toEqual([true, false])
    const own = { ...slide, chanceLoss: null }
    const sorted = [of(0.01), of(0.3), { ...own, risk: 0, loss: 2 }, { ...own, risk: 0.1, loss: 1 }].toSorted(compareLosses)
    expect(sorted.map(({ chanceLoss, loss }) => chanceLoss ?? loss)).toEqual([0.3, 0.01, 1, 2])
  })
})
