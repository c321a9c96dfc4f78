import { describe, expect, test } from 'vitest'
import { makeTuning, parseTuning } from '../../../../src/core/contract/files'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { clusteredShare } from '../../../../src/core/stats/clusteredShare'
import { clustersOf, measure, type GameOutcome } from '../../../../src/core/tuning/fitness'
import { gameNoise } from '../../../../src/core/tuning/noise'
import { isWallObjective, originOf, searchText, unitOf } from '../../../../src/core/contract/tuning/objective'
import { gamesToPlay } from '../../../../src/core/tuning/racing'
import { checkTuning } from '../../../../src/core/contract/tuning/tuningConfig'
import {
  boardOf,
  gamesOfPhases,
  phaseOf,
  withoutFound,
  type WallObjective,
} from '../../../../src/core/contract/tuning/wallObjective'
import { wallOrigin, wallTuning } from '../../../../src/core/contract/tuning/presets'
import { refusal } from '../../support/errors'

const EXPERT = { network: '0123456789abcdef', target: 9, least: 4, layers: 2, cut: 0.01, below: 0.1 }
const source = { evaluator: makeEvaluator('power'), settings: PLAIN_SETTINGS, depth: 1 } as const
const config = wallTuning(source)

/** Four walls: 8192, 4096, 2048 and 512, and a sum just below 29 · 512. */
const boardWith = (last: number) => ({
  position: makePosition([13, 12, 11, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last]),
  game: last,
})
const set = [boardWith(1), boardWith(2), boardWith(3)]
const found = { search: set, select: set, report: set.toReversed() }
const spec: WallObjective = {
  ...config.objective,
  games: 6,
  racing: 'off',
  walls: { ...config.objective.walls, boards: 3, found },
}

const phases = (...values: number[]): GameOutcome[] => values.map(wins => ({ score: 900, wins }))

describe('the objective of the wall test', () => {
  test('is of all parameters of the player, in phases, and comes back from its file', () => {
    expect(checkTuning(config)).toBe(config)
    expect([unitOf(spec), isWallObjective(spec), searchText(spec)]).toEqual(['phase', true, 'at depth 1'])
    expect(originOf(spec)).toBe(source.evaluator.parameters)
    expect(config.objective.tuned.map(({ id }) => id)).toEqual(Object.keys(source.evaluator.parameters))
    expect(parseTuning(makeTuning(config), 'a file')).toEqual(config)
    expect(parseTuning(makeTuning({ ...config, objective: spec }), 'a file').objective).toEqual(withoutFound(spec))
  })

  test('plays one phase from each board, then the next from each, to the next multiple and 64 more', () => {
    expect([0, 1, 2, 3, 5].map(place => boardOf(spec, 'search', place).game)).toEqual([1, 2, 3, 1, 3])
    expect(gamesOfPhases(spec, 'report', 4)).toEqual([3, 2, 1, 3])
    const { start, sums } = phaseOf(spec, 'search', 4, 77)
    expect(start).toMatchObject({ board: parseBoard(set[1]!.position), score: 0, slides: 0 })
    expect(sums).toEqual([31 * 512 + 64]) // from 29 · 512 and 4
    expect(phaseOf(spec, 'search', 4, 77)).toEqual(phaseOf(spec, 'search', 4, 77))
    expect(phaseOf(spec, 'search', 4, 78).start.random).not.toEqual(start.random)
  })

  test('counts phases of one game as alike: its error is larger where games differ, and never 0', () => {
    const values = [1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0]
    const outcomes = phases(...values)
    const alone = measure(spec.fitness, outcomes).standardError!
    const grouped = measure(spec.fitness, outcomes, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]).standardError!
    const mixed = measure(spec.fitness, outcomes, [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]).standardError!
    expect(grouped).toBeGreaterThan(1.5 * alone)
    expect(mixed).toBeCloseTo(alone, 12)
    expect(measure(spec.fitness, phases(1, 1, 1, 1), [1, 1, 2, 2]).standardError).toBeGreaterThan(0.1)
    expect(clustersOf(values, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])).toEqual(
      [3, 0, 3, 0].map(successes => ({ successes, trials: 3 })),
    )
    expect(clusteredShare(clustersOf(values, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]))[0]).toBeLessThan(0.5)
  })

  test('races without error: it stops once not even all phases to come could reach the rival', () => {
    const raced = { ...spec, games: 20, racing: { every: 5, error: 0.05 } } as const
    const lost = phases(...Array<number>(10).fill(0))
    expect(gamesToPlay(raced, 0.5, lost)).toBe(5)
    expect(gamesToPlay(raced, 0.501, lost)).toBe(0)
    expect(gameNoise(raced.fitness, [])).toBeUndefined()
  })

  test('takes no expert: it would decide in place of the weights', () => {
    const settings = { ...source.settings, expert: EXPERT }
    expect(wallOrigin({ ...source, settings })).toEqual(source)
    const refused = refusal('BAD_SETTING', () => checkTuning(wallTuning({ ...source, settings })))
    expect(refused.message).toMatch(/^objective[.]settings[.]expert: /)
  })

  test.each([
    [{ games: 23 }, /^objective[.]games: 24 boards need as many phases/],
    [{ walls: { ...config.objective.walls, boards: 1 } }, /^objective[.]walls[.]boards/],
    [{ walls: { ...config.objective.walls, given: set } }, /^objective[.]walls[.]given: has 3 boards/],
    [{ walls: { ...spec.walls, walls: 5 } }, /^objective[.]walls[.]found[.]search[.]0[.]position/],
  ])('refuses %j by name', (part, message) => {
    const wrong = { ...config, objective: { ...config.objective, racing: 'off', ...part } } as const
    expect(refusal('BAD_SETTING', () => checkTuning(wrong)).message).toMatch(message)
  })

  test('has intervals of 95 %, and no other level', () => {
    const wrong = { ...config, validation: { games: 50, level: 0.9 } }
    expect(refusal('BAD_SETTING', () => checkTuning(wrong)).message).toMatch(/^validation[.]level/)
  })
})
