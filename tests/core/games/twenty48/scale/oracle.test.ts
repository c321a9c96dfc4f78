/** Held against an independent program: tests/oracle/calibrationFits.py. */
import { describe, expect, test } from 'vitest'
import { finish } from '../../../../../src/core/sliced'
import type { Interval } from '../../../../../src/core/stats/intervals'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import {
  chanceInDoubt,
  chanceOf,
  pointsAt,
  stagesNear,
  type Ends,
  type Points,
  type Reliability,
  type Stage,
  type StageNoise,
} from '../../../../../src/core/games/twenty48/scale/calibration'
import { fitStages, reliabilityOf } from '../../../../../src/core/games/twenty48/scale/fit'
import { fitLosses, type LossCurve } from '../../../../../src/core/games/twenty48/scale/lossCurve'
import { noiseOf, type NoiseSample } from '../../../../../src/core/games/twenty48/scale/noise'
import type { DecidedValue, SampledGame } from '../../../../../src/core/games/twenty48/scale/sampledGame'
import { golden } from '../../../support/golden'

type Row = readonly [rank: number, isExpert: 0 | 1, sum: number, value: number, score: number, weight: number]
type Game = Omit<SampledGame, 'positions'> & { readonly positions: readonly Row[] }

interface Place extends DecidedValue {
  readonly rank: number
  readonly sum: number
  readonly score: number
  readonly ends: Ends
  readonly inDoubt: number
  /** Of the ranks above its own: the share, and the ends of its interval. */
  readonly chances: readonly (readonly [share: number, ...Interval])[]
  readonly points: Points
}

interface Case {
  readonly games: 'long' | 'short'
  readonly lost: number | null
  readonly stages: readonly Stage[]
  readonly reliability: Reliability
  readonly places: readonly Place[]
}

interface Fits {
  readonly long: readonly Game[]
  readonly short: readonly Game[]
  readonly cases: readonly Case[]
  readonly samples: readonly (Pick<NoiseSample, 'depth' | 'values' | 'before'> & { readonly board: string })[]
  readonly noise: readonly StageNoise[]
  readonly pairs: readonly (readonly [goal: number, ownLoss: number, loss: number, most: number])[]
  readonly losses: readonly LossCurve[]
}

const { cases, samples, noise, pairs, losses, ...played } = golden<Fits>('calibrationFits')

const sampled = (game: Game): SampledGame => ({
  ...game,
  positions: game.positions.map(([rank, isExpert, sum, value, score, weight]) => ({
    ...{ rank, sum, value, score, weight, decider: isExpert ? 'expert' : 'search' },
  })),
})

describe.each(cases)('$games games, a lost board worth $lost', ({ games, lost, stages, reliability, places }) => {
  const its = played[games].map(sampled)

  test('have these stages and curves', () => {
    expect(finish(fitStages(its, lost ?? undefined))).toEqual(stages)
  })

  test('are predicted so well, one in three by a fit to the others', () => {
    expect(finish(reliabilityOf(its, lost ?? undefined))).toEqual(reliability)
  })

  test.each(places)('say this of rank $rank, sum $sum, value $value', place => {
    const { decider, score, value, ends } = place
    const near = stagesNear({ stages }, place, decider)!
    expect(chanceInDoubt(near, value)?.rank).toBe(place.inDoubt)
    for (const [i, expected] of place.chances.entries()) {
      const { share, interval } = chanceOf(near, place.rank + 1 + i, value)
      for (const [j, found] of [share, ...interval].entries()) expect(Math.abs(found - expected[j]!)).toBeLessThan(1e-9)
    }
    expect(pointsAt(near, score, value, ends)).toEqual(place.points)
  })
})

test('a search is so noisy', () => {
  const boards = samples.map(({ board, values, before, ...rest }): NoiseSample => {
    const none = { up: null, down: null, left: null, right: null }
    return {
      ...rest,
      board: parseBoard(board),
      decider: 'search',
      values: { ...none, ...values },
      before: { ...none, ...before },
    }
  })
  expect(noiseOf(cases[0]!, boards)).toEqual(noise)
})

test('moves lose so much', () => {
  expect(fitLosses(pairs.map(([goal, ownLoss, loss, most]) => ({ goal, ownLoss, loss, most })))).toEqual(losses)
})
