/** The noise of an evaluation of one game, which that game alone cannot show. */
import { unreachable } from '../errors'
import type { Interval } from '../stats/intervals'
import { normalQuantile } from '../stats/distributions'
import { isMatchFitness, type Fitness } from './fitness'

/**
 * The source of an evaluation's noise: the spread of its own games; if it has only one, that of validation games; without those, an
 * assumption.
 */
export type NoiseSource = 'evaluations' | 'validation' | 'assumed'

/**
 * Standard deviation of one game's score, as a share of the mean: 0.53 for the hand-tuned weights as for the tuned ones
 * (docs/tuning-results.md).
 */
export const ASSUMED_VARIATION = 0.5

/** The noise of one game. */
export interface GameNoise {
  readonly from: Exclude<NoiseSource, 'evaluations'>
  /** Standard deviation of its fitness, in the fitness's unit, for games with this mean fitness. */
  readonly at: (level: number) => number
}

/** A summary of games of one player on unseen seeds. */
export interface GamesSummary {
  readonly games: number
  /** Mean score, in points; for pairs of games, in the unit of the fitness. */
  readonly mean: number
  readonly interval: Interval
  /** Level of the interval of the mean, 0.95 for 95 %. */
  readonly level: number
  /** In the unit of the run's fitness, with its standard error. */
  readonly fitness: number
  readonly fitnessError: number | null
}

/**
 * Scores vary in proportion to their mean, so a measurement of good players applies to worse ones too; logarithms, and pairs of games
 * against an opponent, vary by the same amount at every level.
 * @param measured candidates of the run
 * @returns `undefined` for a share, whose single game shows its noise, and for pairs that were not measured, for which nothing is assumed
 */
export function gameNoise(fitness: Fitness, measured: readonly GamesSummary[]): GameNoise | undefined {
  if (fitness.kind === 'reach' || fitness.kind === 'survival') return undefined
  const spread = pooled(measured.map(summary => ({ games: summary.games, spread: spreadOf(fitness, summary) })))
  const from = spread === undefined ? 'assumed' : 'validation'
  if (isMatchFitness(fitness)) return spread === undefined ? undefined : { from, at: () => spread }
  if (fitness.kind !== 'logMean') return { from, at: level => (spread ?? ASSUMED_VARIATION) * level }
  // for a variable whose logarithm is normal
  const amount = spread ?? Math.sqrt(Math.log1p(ASSUMED_VARIATION ** 2))
  return { from, at: () => amount }
}

/** Standard deviation of one game: of logarithms for `logMean`, of pairs in their unit, otherwise as a share of the mean. */
function spreadOf(fitness: Exclude<Fitness, { kind: 'reach' | 'survival' }>, summary: GamesSummary): number | undefined {
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
    case 'quantile': // for one game it is the score; the error of the mean score is in its interval
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
