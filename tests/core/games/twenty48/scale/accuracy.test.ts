import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readBuiltInProfile } from '../../../../../src/core/contract/files/builtInProfile'
import { accuracyOf, accuracyOfLoss, countedLoss } from '../../../../../src/core/games/twenty48/accuracy'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { calibrationKey, isJudge, JUDGE, judgeFrom } from '../../../../../src/core/games/twenty48/playerHash'
import type { JudgedMove, JudgedMoves } from '../../../../../src/core/games/twenty48/scale/judgedMoves'
import type { LossClass } from '../../../../../src/core/games/twenty48/scale/lossClass'

const strongest = readBuiltInProfile(readFileSync('resources/profiles/strongest.json', 'utf8'))
const judge = judgeFrom(strongest)

const PLAIN = parseBoard('7654321000000000')
/** Four different tiles from 1024 on. */
const WALLS = parseBoard('DCBA321000000000')

const judged = (loss: number, its?: LossClass): JudgedMove => ({ value: 0, ownLoss: loss, loss, ...(its && { class: its }) })
const lossOf = (moves: JudgedMoves, board = PLAIN) => countedLoss(board, moves, 'up', judge)

test('the calibration of the judge is the one that ships for its profile', () => {
  const { evaluator, settings, depth } = strongest
  expect(settings.cut).toBe(JUDGE.ownCut)
  expect(calibrationKey({ evaluator, settings, limits: { depth } })).toBe(JUDGE.calibration)
})

test('the judge is one player, with a table of any size', () => {
  expect(isJudge(judge)).toBe(true)
  expect(isJudge({ ...judge, settings: { ...judge.settings, tableBits: 20 } })).toBe(true)
  const { expert: _, ...alone } = judge.settings
  for (const other of [
    { ...judge, settings: { ...judge.settings, cut: JUDGE.ownCut } },
    { ...judge, settings: alone },
    { ...judge, limits: { depth: 1 } },
    { ...judge, limits: { ...judge.limits, ms: 5 } },
  ])
    expect(isJudge(other)).toBe(false)
})

test('a move counts with its loss if it loses something, whatever the others do', () => {
  expect(lossOf({ up: judged(0.03, 'mistake'), left: judged(0, 'equal'), right: judged(0, 'equal') })).toBe(0.03)
  expect(lossOf({ up: judged(0.001, 'inaccuracy'), left: judged(0, 'equal') })).toBe(0.001)
})

test('a move that loses nothing counts only as the one that does not', () => {
  expect(lossOf({ up: judged(0.0001, 'equal'), left: judged(0.02, 'inaccuracy'), down: judged(0.3, 'blunder') })).toBe(0)
  expect(lossOf({ up: judged(0, 'equal'), left: judged(0.0001, 'equal'), down: judged(0.3, 'blunder') })).toBe(null)
  expect(lossOf({ up: judged(0, 'equal') })).toBe(null)
})

test('a move that cannot be told from another, or has no chance, does not count', () => {
  expect(lossOf({ up: judged(0.001), left: judged(0, 'equal') })).toBe(null)
  expect(lossOf({ up: judged(0, 'equal'), left: judged(0.001) })).toBe(null)
  expect(lossOf({ up: { value: 1, ownLoss: 4 }, left: { value: 5, ownLoss: 0 } })).toBe(null)
})

test('no move counts where the expert of the judge would decide', () => {
  const moves = { up: judged(0.03, 'mistake'), left: judged(0, 'equal') }
  expect(lossOf(moves, WALLS)).toBe(null)
  const { expert: _, ...settings } = judge.settings
  expect(countedLoss(WALLS, moves, 'up', { ...judge, settings })).toBe(0.03)
})

test('accuracy is the mean of 100 · exp(−k · loss in percentage points) over the moves that count', () => {
  expect(accuracyOfLoss(0)).toBe(100)
  expect(accuracyOfLoss(0.001)).toBeCloseTo(8.2085, 3) // shared pictures have it: another steepness makes them differ
  expect(accuracyOf([0, null, 0.01, null])).toMatchObject({ mean: (100 + accuracyOfLoss(0.01)) / 2, counted: 2 })
  expect(accuracyOf([null])).toBe(undefined)
  expect(accuracyOf([])).toBe(undefined)
})

test('its interval has the accuracy within, narrows with moves like these, stays in 0 … 100, and is unknown of moves all alike', () => {
  const of = (times: number) => accuracyOf(Array.from({ length: times }, () => [0, 0.001, 0.0003, 0.02]).flat())!
  const [few, many] = [of(3), of(30)]
  expect(few.interval![0]).toBeLessThan(few.mean)
  expect(few.interval![1]).toBeGreaterThan(few.mean)
  expect(many.interval![1] - many.interval![0]).toBeLessThan((few.interval![1] - few.interval![0]) / 2.5)
  const [low, high] = accuracyOf([0, 0, 0, 0.0001])!.interval!
  expect(low).toBeGreaterThanOrEqual(0)
  expect(high).toBeLessThanOrEqual(100)
  expect([accuracyOf([0.01])!.interval, accuracyOf([0, 0, 0])!.interval]).toEqual([null, null])
})
