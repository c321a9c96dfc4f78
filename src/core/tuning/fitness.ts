/**
 * The fitness of the games of one evaluation; larger is better. For games against an opponent, a "game" here is a pair: both sides of one
 * start.
 */
import { unreachable } from '../errors'
import { face, MAX_RANK } from '../games/twenty48/board'
import { designEffect, type Cluster } from '../stats/clusteredShare'
import { mean, sampleStandardDeviation } from '../stats/summary'
import { badSetting, inRange, oneOf } from '../settingChecks'

/**
 * Over the games of 2048 of an evaluation: `mean` of the scores, in points; `logMean` of ln(1 + score), which a few lucky games move less;
 * `median` and `quantile` of the scores; `reach`: the share of games that reached a tile of this face or a larger one.
 */
export type BoardFitness =
  | { readonly kind: 'mean' | 'logMean' | 'median' }
  | { readonly kind: 'quantile'; readonly p: number }
  | { readonly kind: 'reach'; readonly face: number }
const BOARD_FITNESS_KINDS = ['mean', 'logMean', 'median', 'quantile', 'reach'] as const

/**
 * Over the pairs of games of an evaluation, for the tuned player: `score`: mean of its utility at the end, in two-player games what it is ahead
 * by; `wins`: mean of 1 for a win, ½ for a draw, 0 for a loss.
 */
export interface MatchFitness {
  readonly kind: (typeof MATCH_FITNESS_KINDS)[number]
}
export const MATCH_FITNESS_KINDS = ['score', 'wins'] as const

/** Over the phases of the wall test: the share that was survived. */
export interface SurvivalFitness {
  readonly kind: 'survival'
}

export type Fitness = BoardFitness | MatchFitness | SurvivalFitness

/** True if its games are pairs against an opponent. */
export function isMatchFitness(fitness: Fitness): fitness is MatchFitness {
  return (MATCH_FITNESS_KINDS as readonly string[]).includes(fitness.kind)
}

/** True if all pairs of a validation have the same result: they then show no variation, and their interval has no width. */
export function sameOutcome(fitness: Fitness, standardError: number | null): boolean {
  return isMatchFitness(fitness) && standardError === 0
}

/** The data of a game for a fitness. A game that was cut short counts as it stood then. */
export interface GameOutcome {
  /** Points in 2048; for a pair, the mean utility of the tuned player; for a phase, points within it. */
  readonly score: number
  /** In 2048. */
  readonly maxRank?: number | null
  /** For a pair: 0, ¼, ½, ¾ or 1; for a phase, 1 if it was survived and 0 if not. */
  readonly wins?: number | null
}

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function checkMatchFitness({ kind }: MatchFitness): void {
  oneOf('objective.fitness.kind', kind, MATCH_FITNESS_KINDS)
}

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function checkFitness(fitness: BoardFitness): void {
  oneOf('objective.fitness.kind', fitness.kind, BOARD_FITNESS_KINDS)
  if (fitness.kind === 'quantile') inRange('objective.fitness.p', fitness.p, 0, 1)
  if (fitness.kind === 'reach' && !FACES.includes(fitness.face))
    throw badSetting('objective.fitness.face', `${fitness.face} is not a tile of 4 … ${face(MAX_RANK)}`)
}

const FACES = Array.from({ length: MAX_RANK - 1 }, (_, i) => face(i + 2))

export interface Measured {
  readonly fitness: number
  /** Standard error of the fitness, in the same unit; `null` if there are too few games. */
  readonly standardError: number | null
}

/**
 * @param outcomes at least one
 * @param groups for phases: the game that each board comes from
 */
export function measure(fitness: Fitness, outcomes: readonly GameOutcome[], groups?: readonly number[]): Measured {
  const values = outcomes.map(outcome => valueOf(fitness, outcome))
  switch (fitness.kind) {
    case 'mean':
    case 'logMean':
    case 'score':
      return meanOf(values)
    case 'reach':
      return shareOf(values)
    case 'survival':
      return shareOf(values, groups ? effectOf(clustersOf(values, groups)) : 1)
    case 'wins':
      return winsOf(values)
    case 'median':
      return quantileOf(values, 0.5)
    case 'quantile':
      return quantileOf(values, fitness.p)
    default:
      return unreachable(fitness)
  }
}

/** The fitness of `measure`, from `valueOf` each game, without its error: for the many evaluations of a resampling. */
export function fitnessOf(fitness: Fitness, values: number[]): number {
  switch (fitness.kind) {
    case 'mean':
    case 'logMean':
    case 'reach':
    case 'score':
    case 'wins':
    case 'survival':
      return mean(values)
    case 'median':
      return quantileBetween(values, 0.5)
    case 'quantile':
      return quantileBetween(values, fitness.p)
    default:
      return unreachable(fitness)
  }
}

/** The value of one game in the fitness: points, ln(1 + points), 1 for a tile that was reached, or the share of a pair that was won. */
export function valueOf(fitness: Fitness, { score, maxRank, wins }: GameOutcome): number {
  switch (fitness.kind) {
    case 'logMean':
      return Math.log1p(score)
    case 'reach':
      return face(maxRank!) >= fitness.face ? 1 : 0
    case 'wins':
    case 'survival':
      return wins!
    case 'mean':
    case 'median':
    case 'quantile':
    case 'score':
      return score
    default:
      return unreachable(fitness)
  }
}

/** Mean and its standard error s/√n. */
export function meanOf(values: readonly number[]): Measured {
  const error = values.length < 2 ? null : sampleStandardDeviation([...values]) / Math.sqrt(values.length)
  return { fitness: mean([...values]), standardError: error }
}

/** The phases of each game. @param values 1 for a survived phase */
export function clustersOf(values: readonly number[], groups: readonly number[]): Cluster[] {
  const clusters = new Map<number, Cluster>()
  for (const [i, value] of values.entries()) {
    const { successes, trials } = clusters.get(groups[i]!) ?? { successes: 0, trials: 0 }
    clusters.set(groups[i]!, { successes: successes + value, trials: trials + 1 })
  }
  return [...clusters.values()]
}

/** Like `clusteredShare`: where it cannot be estimated, the phases of a game count as one. */
function effectOf(clusters: readonly Cluster[]): number {
  return designEffect(clusters) ?? clusters.reduce((sum, { trials }) => sum + trials, 0) / clusters.length
}

/**
 * Share of ones. Its error is half the width of Wilson's interval at z = 1 (`wilsonInterval`), which is not 0 at none or all.
 * @param effect the design effect: values of one group are alike, and count as fewer
 */
function shareOf(values: readonly number[], effect = 1): Measured {
  const n = values.length / effect
  const share = mean([...values])
  return { fitness: share, standardError: Math.sqrt((share * (1 - share)) / n + 1 / (4 * n * n)) / (1 + 1 / n) }
}

/** Linear between order statistics: type 7 of R. J. Hyndman and Y. Fan, Am. Stat. 50 (1996). */
function quantileBetween(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * p
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return low + (at - Math.floor(at)) * (high - low)
}

/**
 * Like `shareOf`, with the variance of the pairs instead of p(1 − p), which is at least as large: the two games of a pair share a start, and
 * a draw is in between. A minimum variance makes the error positive even if all pairs have the same result.
 */
function winsOf(values: readonly number[]): Measured {
  const n = values.length
  const share = mean([...values])
  if (n < 2) return { fitness: share, standardError: null }
  const variance = sampleStandardDeviation([...values]) ** 2
  return { fitness: share, standardError: Math.sqrt(variance / n + 1 / (4 * n * n)) / (1 + 1 / n) }
}

/**
 * The number that a summary shows for a validated game: points in 2048, whatever the fitness; for a pair, the value in the fitness; for a
 * phase, 1 or 0.
 */
export function summaryValue(fitness: Fitness, outcome: GameOutcome): number {
  return fitness.kind === 'wins' || fitness.kind === 'survival' ? outcome.wins! : outcome.score
}

/**
 * The error is half the distance of the order statistics np ± √(np(1 − p)), a 68 % interval without assumptions on the distribution; source: R. S. Woodruff,
 * "Confidence intervals for medians and other position measures", JASA 47 (1952). Unknown where these lie outside the values, as at
 * p = 0.99 of 10, and at the ends, p = 0 and 1.
 */
function quantileOf(values: readonly number[], p: number): Measured {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  const spread = Math.sqrt(n * p * (1 - p))
  const [from, to] = [Math.floor(n * p - spread), Math.ceil(n * p + spread)]
  // too far out for so few values: one of the ends lies beyond all of them, or both are the same
  const isKnown = n > 1 && from >= 0 && to <= n && from < to
  return {
    fitness: quantileBetween(values, p),
    standardError: isKnown ? (sorted[Math.min(n - 1, to)]! - sorted[from]!) / 2 : null,
  }
}
