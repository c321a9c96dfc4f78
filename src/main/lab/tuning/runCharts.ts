import type { EvaluationPoints, PopulationView, TuningColumns } from '../../../core/contract/calls'
import type { StoredEvaluation, StoredIteration } from '../../../core/contract/storedRuns'
import { columnsOf, type Growth } from '../../../core/growingColumns'
import { CONFIDENCE, FEWEST_GAMES } from '../../../core/stats/intervals'
import { tQuantile } from '../../../core/stats/distributions'
import { weightOf } from '../../../core/stats/weightScale'
import type { Luck } from '../../../core/tuning/luck'
import type { GameNoise, NoiseSource } from '../../../core/tuning/noise'
import type { TunedParameter } from '../../../core/tuning/tunedParameter'
import { weightList } from './runViews'

/** Numbers that `StoredIteration.positions` has for a coordinate, in their order. */
const POSITION_COLUMNS = ['gbest', 'median', 'p10', 'p90'] as const

/**
 * The noise of an evaluation in a batch: from its own games, or from one game of the run at a level, which is the batch's or the given one.
 */
function noiseOf(
  { noise, mean, games, evaluations, failed }: StoredIteration,
  game: GameNoise | undefined,
): { readonly noise: number; readonly from: NoiseSource } | undefined {
  if (noise !== null) return { noise, from: 'evaluations' }
  const isSingle = games === evaluations - failed // with more games the noise differs, and is unknown
  return game && mean !== null && isSingle ? { noise: game.at(mean), from: game.from } : undefined
}

/** @param game the noise of one game, for batches without their own @param luck of the run's evaluations */
export function chartColumns(
  iterations: readonly StoredIteration[],
  tuned: readonly TunedParameter[],
  game: GameNoise | undefined,
  luck: Luck | undefined,
): Omit<TuningColumns, keyof Growth | 'basis'> {
  const column = <T>(valueOf: (iteration: StoredIteration) => T): T[] => iterations.map(valueOf)
  const noises = iterations.map(each => noiseOf(each, game))
  return {
    ...columnsOf(
      iterations,
      'iteration',
      'gbest',
      'best',
      'mean',
      'median',
      'p10',
      'p90',
      'spread',
      'diversity',
      'speed',
      'atBounds',
    ),
    evaluations: column(each => each.first + each.evaluations),
    meanHalf: column(({ spread, evaluations, failed }) => {
      const n = evaluations - failed
      return spread && half(spread / Math.sqrt(n), n)
    }),
    noise: noises.map(each => each?.noise ?? null),
    noiseFrom: noises.findLast(each => each !== undefined)?.from ?? null,
    luck: column(({ first, evaluations, mean }) => (luck && mean !== null ? luck.amountOf(first + evaluations, mean) : null)),
    luckFrom: luck?.from ?? null,
    games: column(each => each.gamesBefore + each.games),
    gamesPerSecond: column(({ games, ms }) => (ms > 0 ? (1000 * games) / ms : null)),
    weights: tuned.map((parameter, d) => {
      const [gbest, median, p10, p90] = POSITION_COLUMNS.map((_, i) =>
        column(({ positions }) => positions[POSITION_COLUMNS.length * d + i]!),
      ) as [number[], number[], number[], number[]]
      const weights = (coordinates: readonly number[]) => coordinates.map(coordinate => weightOf(parameter, coordinate))
      return {
        id: parameter.id,
        gbest: weights(gbest).map(weight => (Number.isNaN(weight) ? null : weight)),
        ...{ median: weights(median), p10: weights(p10), p90: weights(p90) },
      }
    }),
  }
}

export function populationOf(
  iteration: number,
  evaluations: readonly StoredEvaluation[],
  tuned: readonly TunedParameter[],
): PopulationView {
  return {
    iteration,
    ids: evaluations.map(({ id }) => id),
    particles: evaluations.map(({ particle }) => particle),
    weights: evaluations.map(({ position }) => weightList(position, tuned)),
    velocities: evaluations.map(({ velocity }) => velocity && [...velocity]),
    origins: evaluations.map(
      ({ position, velocity }) =>
        velocity &&
        weightList(
          position.map((coordinate, d) => coordinate - velocity[d]!),
          tuned,
        ),
    ),
    fitness: evaluations.map(({ fitness }) => fitness),
  }
}

/** @param evaluations only those that did not fail */
export function pointsOf(
  evaluations: readonly StoredEvaluation[],
  of: number,
  tuned: readonly TunedParameter[],
): Omit<EvaluationPoints, keyof Growth | 'best'> {
  const weights = evaluations.map(({ position }) => weightList(position, tuned))
  return {
    ...columnsOf(evaluations, 'id', 'iteration', 'standardError'),
    half: evaluations.map(({ standardError, games }) =>
      standardError === null || games < FEWEST_GAMES ? null : half(standardError, games),
    ),
    fitness: evaluations.map(({ fitness }) => fitness!),
    weights: tuned.map((_, d) => weights.map(row => row[d]!)),
    of,
  }
}

/** Half the width of Student's 95 % interval of the mean of n values. */
function half(standardError: number, n: number): number {
  return tQuantile(n - 1, (1 - CONFIDENCE) / 2) * standardError
}
