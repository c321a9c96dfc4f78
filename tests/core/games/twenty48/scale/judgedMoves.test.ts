import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legalMoves, maxRank, MOVES, type Move } from '../../../../../src/core/games/twenty48/board'
import { chanceOfEnd } from '../../../../../src/core/games/twenty48/losingRisk'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { chancesOfMoves } from '../../../../../src/core/games/twenty48/scale/calibration'
import { judgedAgain, judgedNode, judgeMoves, judgeTree } from '../../../../../src/core/games/twenty48/scale/judgedMoves'
import { calibrationOf } from '../../../../support/calibration'

/** The largest tile is 32. A value from −10 to 10 is a chance of 128 from 0 to 1, and 0 to 1,000 points to come. */
const calibration = calibrationOf(5, { goal: 7, from: -10, to: 10, points: 1000 })
const board = parseBoard('5300000000000000')
const at = { board, score: 500 }
const values = { up: 8, down: 7.9, left: 4, right: null }

describe('what the moves of a board cost', () => {
  test('in chance, in points and in the own unit, by one tile for all: the first in doubt after the best', () => {
    const { up, down, left, right } = judgeMoves(at, { values }, { calibration })
    expect(right).toBeUndefined()
    expect(up).toMatchObject({ ownLoss: 0, loss: 0, pointsLoss: 0, class: 'equal', chance: { rank: 7 } })
    expect(up!.chance!.share).toBeCloseTo(0.9)
    expect(up!.points!.mean).toBe(1400)
    expect(down).toMatchObject({ class: 'inaccuracy', pointsLoss: 5 })
    expect(down!.loss).toBeCloseTo(0.005)
    expect(left).toMatchObject({ ownLoss: 4, class: 'blunder', pointsLoss: 200 })
    expect(left!.loss).toBeCloseTo(0.2)
    expect(left!.chance).toEqual(chancesOfMoves(calibration, board, values, 'search')!.left)
  })

  test('is equal within the noise of the search, and has its class by the thresholds', () => {
    const noise = [{ rank: maxRank(at.board), depth: 3, boards: 50, change: 0.006 }]
    expect(judgeMoves(at, { values }, { calibration: { ...calibration, noise } }).down!.class).toBe('equal')
    const thresholds = { inaccuracy: 0.001, mistake: 0.3 }
    const { down, left } = judgeMoves(at, { values }, { calibration, thresholds })
    expect([down!.class, left!.class]).toEqual(['mistake', 'mistake'])
    const again = judgedAgain(judgeMoves(at, { values }, { calibration }).down!, 0, thresholds)
    expect(again).toEqual(down)
  })

  test('is rough if its chance or the best one is uncertain, because no game of the player had so low a value', () => {
    const survival = { values: [-10, 5, 10], shares: [0, 0.75, 1], games: [1e6, 1e6, 1e6] } // no game had less than 5
    const stages = calibration.stages.map(stage => ({ ...stage, survival }))
    const roughOf = (given: typeof values) => {
      const moves = judgeMoves(at, { values: given }, { calibration: { ...calibration, stages } })
      return [moves.up, moves.down, moves.left].map(its => its?.isRough)
    }
    expect(roughOf(values)).toEqual([undefined, undefined, true])
    expect(roughOf({ ...values, up: 1, down: 0.9, left: 1 })).toEqual([undefined, true, undefined]) // an equal loses nothing
    expect(judgeMoves(at, { values }, { calibration }).left).not.toHaveProperty('isRough')
  })

  test('of a board that is over is certain', () => {
    const survival = { values: [-10, 5, 10], shares: [0, 0.75, 1], games: [1e6, 1e6, 1e6] }
    const stages = calibration.stages.map(stage => ({ ...stage, survival }))
    const judge = judgeTree(at, { values, best: 'up' }, { calibration: { ...calibration, stages } })
    const node = { value: -9, points: 0, difference: null, reach: 0.1 }
    const chanceOf = (isOver: boolean) => judgedNode({ ...node, isOver }, 1, judge).chance!
    expect([chanceOf(false).uncertain, chanceOf(true).uncertain]).toEqual([true, undefined])
    expect(chanceOf(true).share).toBe(chanceOf(false).share)
  })

  test('is known in the own unit alone without a calibration, and where no game of it had such a board', () => {
    const own = { up: { value: 8, ownLoss: 0 }, left: { value: 4, ownLoss: 4 } }
    expect(judgeMoves(at, { values }, {})).toMatchObject(own)
    expect(judgeMoves(at, { values }, {}).left).not.toHaveProperty('class')
    const other = judgeMoves({ ...at, board: parseBoard('6300000000000000') }, { values }, { calibration })
    expect(other.left).toEqual({ value: 4, ownLoss: 4 })
  })

  test('is known in the own unit alone where the search was stopped before its depth', () => {
    const stopped = { values, best: 'up', stopped: 'request' } as const
    expect(judgeMoves(at, stopped, { calibration })).toEqual(judgeMoves(at, { values }, {}))
    expect(judgeTree(at, stopped, { calibration })).toBeUndefined()
    expect(judgeTree(at, { ...stopped, stopped: 'limit' }, { calibration })).toBeDefined()
  })

  test('is unknown for a move that was searched less deep', () => {
    const depths = { up: 3, down: 3, left: 2, right: null }
    const { up, left } = judgeMoves(at, { values, depths, cuts: { up: 0, down: 0, left: 0, right: null } }, { calibration })
    expect(up!.class).toBe('equal')
    expect(left).toMatchObject({ ownLoss: undefined, chance: { rank: 7 } })
    expect(left).not.toHaveProperty('class')
    const cuts = { up: 0, down: 0, left: 0, right: null }
    const higher = judgeMoves(at, { values: { ...values, left: 9 }, depths, cuts }, { calibration })
    expect(higher.up).toMatchObject({ ownLoss: 0, class: 'equal' }) // the best of those that can be compared
  })

  test('is a difference of the chances themselves where an expert decides, calibrated or not', () => {
    const settings = { network: '0', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
    const chances = { up: 0.7, down: 0.66, left: 0.7 * (1 - 1e-12), right: null }
    const searched = { values: chances, expert: { decides: true, settings, walls: 4, chances } }
    const { up, down, left } = judgeMoves(at, searched, {})
    expect(up).toMatchObject({ chance: { rank: 10, share: 0.7, interval: [0.7, 0.7] }, class: 'equal' })
    expect(down!.loss).toBeCloseTo(0.04)
    expect(down!.class).toBe('mistake')
    expect(left).toMatchObject({ loss: 0, class: 'equal' })
    // chances lose nothing by the curve of the evaluator's values
    const losses = [{ goal: 10, pairs: 40, ownLosses: [0.01], losses: [0.3] }]
    expect(judgeMoves(at, searched, { calibration: { ...calibration, losses } }).down!.loss).toBeCloseTo(0.04)
  })

  test('is a risk, and a fifth of what is left, where lost boards explain the value: in proportion to the best move, which may risk the game too', () => {
    const lost = -1e9
    // the few games of the calibration whose values contained lost boards were all lost
    const stages = calibration.stages.map(stage => ({
      ...stage,
      survival: { values: [lost, ...stage.survival.values.slice(1)], shares: [0, 0, 1], games: [1e6, 1e6, 1e6] },
    }))
    const losses = [{ goal: 7, pairs: 40, ownLosses: [1], losses: [0.01], most: 100 }]
    const mixed = (risk: number, value: number) => risk * lost + (1 - risk) * value
    const judged = (best: number, risk: number) =>
      judgeMoves(
        at,
        { values: { up: best, down: mixed(risk, 7), left: -50, right: null } },
        { calibration: { ...calibration, stages, losses } },
      )
    const { up, down, left } = judged(8, 0.01)
    expect(down!.chance!.share).toBeCloseTo(0.9 * 0.99 * 0.8, 6)
    expect(down).toMatchObject({ class: 'blunder', loss: expect.closeTo(0.9 * (1 - 0.99 * 0.8), 6) as number })
    expect(down!.points!.mean).toBe(500 + Math.round(1000 * 0.9 * 0.99 * 0.8))
    expect(down!.pointsLoss).toBe(up!.points!.mean - down!.points!.mean)
    expect(down!.chance!.interval[0]).toBeGreaterThan(0)
    expect(down!.chance!.interval[1]).toBe(up!.chance!.interval[1])
    expect(left!.chance!.share).toBe(0) // no lost board explains it: by its value
    expect(judged(8, 0.3).down!.chance!.share).toBeCloseTo(0.9 * 0.7 * 0.8, 6)
    const both = judged(mixed(0.05, 8), 0.24)
    expect(both.down!.chance!.share).toBeCloseTo(both.up!.chance!.share * (0.76 / 0.95) * 0.8, 6)
  })

  test('is equal below half a point where an expert decides, whatever was measured of the search', () => {
    const settings = { network: '0', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
    const chances = { up: 0.7, down: 0.699, left: 0.694, right: null }
    const searched = { values: chances, best: 'up' as const, expert: { decides: true, settings, walls: 4, chances } }
    const noise = [{ rank: 5, depth: 3, boards: 50, change: 0.02 }]
    const close = [true, false].map(crowded => ({ crowded, pairs: 50, spread: 0.1 }))
    for (const measured of [{}, { noise }, { close }]) {
      const scale = { calibration: { ...calibration, ...measured } }
      const { down, left } = judgeMoves(at, searched, scale)
      expect([down!.class, left!.class]).toEqual(['equal', 'inaccuracy'])
      const inTree = judgeTree(at, searched, scale)!
      expect(inTree({ value: 0.699, best: 0.7, move: 'down' })).toMatchObject({ loss: down!.loss, class: 'equal' })
      // deeper than the moves of the board
      expect([0.399, 0.39, 0.2].map(value => inTree({ value, best: 0.4 }).class)).toEqual(['equal', 'inaccuracy', 'blunder'])
    }
    expect(judgeTree(at, searched, {})!({ value: 0.3, best: 0.4 })).toMatchObject({ chance: { rank: 10, share: 0.3 } })
  })

  test('has its class in a tree by the thresholds of the board, and by the noise of depth 0', () => {
    const noise = [1, 3].map(depth => ({ rank: 5, depth, boards: 50, change: depth === 1 ? 0.004 : 0.02 }))
    const searched = { values, best: 'up', depth: 3 } as const
    const deeper = { value: 7.9, best: 8 } // half a point
    const judged = judgeTree(at, searched, { calibration: { ...calibration, noise } })!
    expect([judged({ ...deeper, move: 'down' }).class, judged(deeper).class]).toEqual(['equal', 'inaccuracy'])
    const thresholds = { inaccuracy: 0.001, mistake: 0.3 }
    expect(judgeTree(at, searched, { calibration, thresholds })!(deeper).class).toBe('mistake')
  })

  test('includes a game that the next tile ends, though the value says nothing of it', () => {
    const full = parseBoard('4735 8628 7368 1451')
    const ends = legalMoves(full).find(move => chanceOfEnd(full, move) === 1)!
    const better = legalMoves(full).find(move => chanceOfEnd(full, move) < 0.5)!
    const all = { up: null, down: null, left: null, right: null, [better]: 5, [ends]: 5 }
    const judged = judgeMoves(
      { board: full, score: 0 },
      { values: all, best: better },
      {
        calibration: calibrationOf(8, { goal: 10, from: -10, to: 10, points: 10 }),
      },
    )
    expect(judged[ends]).toMatchObject({ ownLoss: 0, class: 'blunder' })
    // both make the 512, so the 1,024 is in doubt
    expect(judged[better]!.chance).toMatchObject({ rank: 10, share: expect.closeTo(0.75, 9) as number })
    expect(judged[ends]!.loss).toBe(judged[better]!.chance!.share)
  })

  describe('where the next tile may end the game, which the values do not contain', () => {
    /** The largest tile is 128: a value from −10 to 10 is a chance of 256 from 0 to 1. */
    const blind = calibrationOf(7, { goal: 8, from: -10, to: 10, points: 1000 })
    const judged = (text: string, its: Partial<Record<Move, number>>) => {
      const none = { up: null, down: null, left: null, right: null }
      return judgeMoves({ board: parseBoard(text), score: 500 }, { values: { ...none, ...its } }, { calibration: blind })
    }

    test('no move has a larger chance than that of going on, the best move included', () => {
      // one tile in ten lets the game go on after `up`, none after `down`, each of which makes a 64
      const { up, down } = judged('3535 7345 3467 1532', { up: 4.9, down: 5 })
      expect(down!.chance).toEqual({ rank: 8, share: 0, interval: [0, 0] })
      expect(down!.points).toEqual({ mean: 564, interval: [564, 564] })
      expect(up!.chance!.share).toBeCloseTo((0.1 * 0.745) / 0.75)
      expect(up!.chance!.interval[1]).toBeLessThanOrEqual(0.1)
      expect(up!.points!.mean).toBeLessThan(500 + 0.1 * 1000 + 0.9 * 64)
    })

    test('another move has the share of the best move’s chance that survives: none if it ends for certain', () => {
      const { up, down, left, right } = judged('3561 3323 5614 2735', { left: 8, up: 7.9, down: 7.9, right: 7.9 })
      expect(left!.chance!.share).toBeCloseTo(0.9)
      expect(up!.chance!.share).toBeCloseTo(0.1)
      expect([down!.chance!.share, right!.chance!.share]).toEqual([0, 0])
      expect(right).toMatchObject({ class: 'blunder', loss: left!.chance!.share })
      const worse = judged('5724 1674 4721 3576', { up: 4.9, down: 5 })
      expect(worse.down!.chance!.share).toBeCloseTo(0.1)
      expect(worse.up!.chance!.share).toBe(0)
    })

    test('moves with one risk differ by their values still', () => {
      const { up, down } = judged('4236 6523 6412 2371', { up: 9, down: 8 })
      expect(up!.chance!.share).toBeCloseTo(0.1)
      expect(down!.chance!.share).toBeCloseTo((0.1 * 0.9) / 0.95)
      expect(down!.loss).toBeGreaterThan(0)
    })

    test('points are those of games that go on, and of the move where none does', () => {
      const { left, up } = judged('3561 3323 5614 2735', { left: 0, up: -1 })
      expect(left!.chance!.share).toBeCloseTo(0.5)
      // 0.5 of 0.9 that go on make the tile, with 1,000 points; 0.1 end with the 16 of the move
      expect(left!.points!.mean).toBe(1002)
      expect(up!.points!.mean).toBeLessThan(left!.points!.mean)
    })
  })

  test('is of a larger tile than those that a move makes at once, so that making one is no blunder', () => {
    const makes512 = parseBoard('3451672134562788') // right: the two 256s
    const its = calibrationOf(8, { goal: 10, from: -10, to: 10, points: 10 })
    // the 512 is in doubt by the curve
    const stages = its.stages.map(stage => ({ ...stage, survivors: { ...stage.survivors, goals: [0.9, 0.8, 0] } }))
    const found = { values: { up: -8, down: 5, left: -9, right: -2 } }
    const chances = judgeMoves({ board: makes512 }, found, { calibration: { ...its, stages } })
    expect(chances.down!.chance).toMatchObject({ rank: 10, share: expect.closeTo(0.75 * 0.8, 9) as number })
    expect(chances.right!.chance!.rank).toBe(10)
    expect(
      judgeTree({ board: makes512 }, { ...found, best: 'down' }, { calibration: { ...its, stages } })!({ value: 5, best: 5 }),
    ).toMatchObject({ chance: { rank: 10 } })
  })

  test('is counted from the move with the largest chance, where the best one ends the game for certain', () => {
    const { up, down } = judgeMoves(
      { board: parseBoard('3535734534671532') },
      { values: { up: 4.9, down: 5, left: null, right: null } },
      { calibration: calibrationOf(7, { goal: 8, from: -10, to: 10, points: 1000 }) },
    )
    expect(up).toMatchObject({ loss: 0, ownLoss: expect.closeTo(0.1, 9) as number })
    expect(down).toMatchObject({ ownLoss: 0, loss: up!.chance!.share, class: 'blunder' })
    expect(down!.pointsLoss).toBe(up!.points!.mean - down!.points!.mean)
  })

  test('never ranks a lower value above a higher one', () => {
    const value = fc.double({ min: -12, max: 12, noNaN: true })
    fc.assert(
      fc.property(value, value, value, (up, down, left) => {
        const judged = judgeMoves(at, { values: { up, down, left, right: null } }, { calibration })
        const moves = MOVES.flatMap(move => judged[move] ?? []).toSorted((a, b) => a.value - b.value)
        moves.slice(1).forEach((each, i) => expect(each.loss!).toBeLessThanOrEqual(moves[i]!.loss!))
        expect(Math.min(...moves.map(({ loss }) => loss!))).toBe(0)
      }),
    )
  })
})
