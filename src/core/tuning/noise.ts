/** How far an evaluation of one game may be off, which its own game cannot tell. */
import { unreachable } from '../errors'
import type { Interval } from '../stats/intervals'
import { normalQuantile } from '../stats/normalQuantile'
import { isMatchFitness, type Fitness } from './fitness'

/**
 * What the noise of an evaluation is known from: the spread of its own games; where it has only one, that of the games of
 * validations; and before there are any, nothing: it is assumed.
 */
export type NoiseSource = 'evaluations' | 'validation' | 'assumed'

/** Standard deviation of one game's score, as a share of the mean: 0.53 of the hand-tuned weights as of the tuned ones (docs/tuning-results.md). */
export const ASSUMED_VARIATION = 0.5

/** Of one game. */
export interface GameNoise {
  readonly from: Exclude<NoiseSource, 'evaluations'>
  /** Standard deviation of its fitness, in the fitness's unit, where games have this fitness on average. */
  readonly at: (level: number) => number
}

/** Games of one player on unseen seeds, summed up. */
export interface GamesSummary {
  readonly games: number
  /** Of the scores, in points; of pairs of games in the unit of the fitness. */
  readonly mean: number
  readonly interval: Interval
  /** Of the interval of the mean, 0.95 for 95 %. */
  readonly level: number
  /** In the unit of the run's fitness, with its standard error. */
  readonly fitness: number
  readonly fitnessError: number | null
}

/**
 * Scores vary in proportion to their mean, so what was measured of good players is told of worse ones too; logarithms, and pairs of games
 * against an opponent, vary by the same amount at every level.
 *
 * @param measured of candidates of the run
 * @returns `undefined` of a share, whose single game tells its noise; of pairs, of which nothing is assumed, before some are measured
 */
export function gameNoise(fitness: Fitness, measured: readonly GamesSummary[]): GameNoise | undefined {
  if (fitness.kind === 'reach') return undefined
  const spread = pooled(measured.map(summary => ({ games: summary.games, spread: spreadOf(fitness, summary) })))
  const from = spread === undefined ? 'assumed' : 'validation'
  if (isMatchFitness(fitness)) return spread === undefined ? undefined : { from, at: () => spread }
  if (fitness.kind !== 'logMean') return { from, at: level => (spread ?? ASSUMED_VARIATION) * level }
  // of a variable whose logarithm is normal
  const amount = spread ?? Math.sqrt(Math.log1p(ASSUMED_VARIATION ** 2))
  return { from, at: () => amount }
}

/** Standard deviation of one game: of the logarithms for `logMean`, of pairs in their unit, else as a share of the mean. */
function spreadOf(fitness: Exclude<Fitness, { kind: 'reach' }>, summary: GamesSummary): number | undefined {
  const { games, mean, interval, level, fitness: value, fitnessError } = summary
  if (games < 2 || fitnessError === null) return undefined
  const root = Math.sqrt(games)
  switch (fitness.kind) {
    case 'logMean':
    case 'score':
    case 'wins':
      return fitnessError * root
    case 'mean':
      return value > 0 ? (fitnessError * root) / value : undefined
    case 'median':
    case 'quantile': // of one game it is the score; the error of the mean score is in its interval
      return mean > 0 ? ((interval[1] - interval[0]) / 2 / normalQuantile((1 + level) / 2)) * (root / mean) : undefined
    default:
      return unreachable(fitness)
  }
}

/** Root mean square, weighted by games. */
function pooled(spreads: readonly { readonly games: number; readonly spread: number | undefined }[]): number | undefined {
  const known = spreads.filter(each => each.spread !== undefined)
  const games = known.reduce((sum, each) => sum + each.games, 0)
  if (games === 0) return undefined
  return Math.sqrt(known.reduce((sum, each) => sum + each.games * each.spread! ** 2, 0) / games)
}
