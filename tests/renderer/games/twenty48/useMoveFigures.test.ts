import { describe, expect, test } from 'vitest'
import type { ValueLine } from '../../../../src/core/contract/calls'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { playerHash } from '../../../../src/core/games/twenty48/playerHash'
import type { Calibration } from '../../../../src/core/games/twenty48/scale/calibration'
import { convertedLine, isDepthOf, playerOfLine, scaledLine } from '../../../../src/renderer/src/games/twenty48/useMoveFigures'
import { calibrationOf } from '../../../support/calibration'
import { PROFILES } from '../../../renderer/helpers'

const near = calibrationOf(7, { goal: 8, from: 0, to: 100, points: 1000 })
const far = calibrationOf(9, { goal: 11, from: 0, to: 100, points: 1000 })
const calibration: Calibration = { ...near, stages: [...near.stages, ...far.stages] }
const GRAPH = { score: [10, 20, 30, 40], largest: [7, 7, 9, 3], sum: [200, 200, 800, 10] }
const [thesis, power] = PROFILES as unknown as [(typeof PROFILES)[0], (typeof PROFILES)[0]]
const line = (change: Partial<ValueLine> = {}): ValueLine => ({
  ...{ hash: playerHash(power), profile: 'power', family: 'power', unit: 'power', value: [50, 60, 70, 80] },
  ...{ depth: [3, 3, 3, 3], ...change },
})

describe('a line of values in the scale of people', () => {
  test('is chances with the tile of each, and unknown where no game of the calibration had such a board', () => {
    const { value, goals, unit } = convertedLine(line(), GRAPH, calibration, 'chance')
    expect(unit).toBe('chance')
    expect(value).toEqual([0.5, 0.6, 0.7, null])
    expect(goals).toEqual([8, 8, 11, null])
  })

  test('has a tile that only grows: a bad value lowers the chance, and another tile is not put in its place', () => {
    const stages = near.stages.map(stage => ({ ...stage, survivors: { ...stage.survivors, goals: [1, 0.5, 0] } }))
    const good = line({ value: [100, 2, 100, 98] })
    const { value, goals } = convertedLine(good, { ...GRAPH, largest: [7, 7, 7, 7] }, { ...calibration, stages }, 'chance')
    expect(goals).toEqual([9, 9, 9, 9])
    expect(value).toEqual([0.5, 0.01, 0.5, 0.49])
  })

  test('is points with those that were made', () => {
    const { value, goals, unit } = convertedLine(line(), GRAPH, calibration, 'points')
    expect([unit, goals]).toEqual(['points', undefined])
    expect(value).toEqual([510, 620, 730, null])
  })

  test('has nothing for searches of other depths than the calibrated player’s', () => {
    const { value } = convertedLine(line({ depth: [3, 1, null, 3] }), GRAPH, calibration, 'chance')
    expect(value).toEqual([0.5, null, 0.7, null])
    expect(isDepthOf({ limits: { depth: 'distinct' } }, 3)).toBe(true)
    expect(isDepthOf({ limits: { depth: 'distinct' } }, 2)).toBe(false)
    expect(isDepthOf({ limits: { ms: 20 } }, 2)).toBe(true)
  })
})

describe('the player of a line', () => {
  const mover: Player = { evaluator: power.evaluator, settings: power.settings, limits: { depth: 1 } }

  test('is one that plays, with its own limits; else a profile, with the profile’s', () => {
    expect(playerOfLine(line(), { players: [undefined, mover], profiles: PROFILES })?.limits).toEqual({ depth: 1 })
    expect(playerOfLine(line(), { players: [], profiles: PROFILES })?.limits).toEqual({ depth: power.depth })
    const strange = line({ hash: 'strange' })
    expect(playerOfLine(strange, { players: [mover], profiles: PROFILES })).toBeUndefined()
    expect(playerOfLine({ hash: playerHash(thesis) }, { players: [mover], profiles: PROFILES })?.limits.depth).toBe('distinct')
  })

  test('decides the scale: a line without a calibration stays in its own unit', () => {
    const asked: Player[] = []
    const calibrations = {
      find: (_: string, player: Player) => (asked.push(player), player.limits.depth === 3 ? calibration : null),
    }
    const known = { players: [], profiles: PROFILES, calibrations, scale: 'chance' as const }
    expect(scaledLine(line(), GRAPH, known).unit).toBe('chance')
    expect(scaledLine(line(), GRAPH, { ...known, players: [mover] })).toEqual(line())
    expect(asked.map(({ limits }) => limits.depth)).toEqual([3, 1])
    expect(scaledLine(line(), GRAPH, { ...known, scale: 'unit' })).toEqual(line())
    // an expert's values are chances of its tile in each
    const ofExpert = line({ value: [null, 0.6, 0.4, null], unit: 'chance', goal: 10 })
    for (const scale of ['chance', 'points', 'unit'] as const)
      expect(scaledLine(ofExpert, GRAPH, { ...known, scale })).toEqual({ ...ofExpert, goals: [null, 10, 10, null] })
  })
})
