/** The amount by which luck alone makes the best of many equal candidates look better than it is, estimated from games played. */
import { createRandom, type Random } from '../random'
import type { Interval } from '../stats/intervals'
import { mean, quantile, sampleStandardDeviation } from '../stats/summary'
import { fitnessOf, valueOf, type Fitness, type GameOutcome } from './fitness'

/**
 * The data behind the estimate. `validation`: games of one player on unseen seeds. `evaluations`: differences between evaluations within
 * their batches, narrowed to their own standard errors. `spread`: the same for single games, which have no errors: it includes real
 * differences between candidates, so it is too large rather than too small.
 */
export type LuckSource = 'validation' | 'evaluations' | 'spread'

export interface LuckOfBest {
  /** In the fitness's unit. */
  readonly amount: number
  /** 95 %, from resampled games; for many more evaluations than games, its upper end is too low. */
  readonly interval: Interval
}

/** Resamples of the games, and evaluations made of each; more for the games themselves, because the best of few is too low. */
const REPLICAS = 100
const EVALUATIONS = 5000
const OWN_EVALUATIONS = 100_000
/** Fewest evaluations to estimate luck from, and to compare with their mean. */
const FEWEST = 10

/** Deviations of evaluations from their true value: as shares of it, or in its unit. */
export class Luck {
  /** @param replicas sorted; the first from the games themselves */
  constructor(
    readonly from: LuckSource,
    private readonly isRelative: boolean,
    private readonly replicas: readonly Float64Array[],
  ) {}

  /** @param level the true value of the candidates, in the fitness's unit */
  of(evaluations: number, level: number): LuckOfBest {
    const amounts = this.replicas.map(replica => this.#scaled(expectedMaximum(replica, evaluations), level))
    const [low, high] = quantile(amounts, [0.025, 0.975]) as [number, number]
    return { amount: amounts[0]!, interval: [low, high] }
  }

  /** Without the interval, for curves. */
  amountOf(evaluations: number, level: number): number {
    return this.#scaled(expectedMaximum(this.replicas[0]!, evaluations), level)
  }

  #scaled(deviation: number, level: number): number {
    return this.isRelative ? deviation * level : deviation
  }
}

/** Scores vary in proportion to their mean, shares and logarithms do not. */
function isRelative({ kind }: Fitness): boolean {
  return kind === 'mean' || kind === 'median' || kind === 'quantile'
}

/**
 * Estimates from games of one player: each replica draws as many games with replacement, and makes evaluations of `size` games from these.
 * @param games at least one
 * @returns in steps of about a millisecond; `undefined` if a relative deviation is meaningless
 */
export function* luckOfGames(
  fitness: Fitness,
  games: readonly GameOutcome[],
  size: number,
  seed: number,
): Generator<void, Luck | undefined> {
  const random = createRandom(seed)
  const own = games.map(game => valueOf(fitness, game))
  const replicas: Float64Array[] = []
  // one for all: there are half a million evaluations
  const evaluation = new Array<number>(size)
  for (let replica = 0; replica <= REPLICAS; replica++) {
    const pool = replica === 0 ? own : drawn(own, own.length, random)
    const worth = fitnessOf(fitness, pool)
    if (isRelative(fitness) && worth <= 0) return undefined
    const values = new Float64Array(size === 1 ? pool.length : replica === 0 ? OWN_EVALUATIONS : EVALUATIONS)
    for (let i = 0; i < values.length; i++) {
      if (size === 1) evaluation[0] = pool[i]!
      else for (let game = 0; game < size; game++) evaluation[game] = pool[random.below(pool.length)]!
      const value = fitnessOf(fitness, evaluation)
      values[i] = isRelative(fitness) ? value / worth - 1 : value - worth
      if (i % 100 === 99) yield
    }
    replicas.push(values.sort())
  }
  return new Luck('validation', isRelative(fitness), replicas)
}

interface MeasuredEvaluation {
  readonly iteration: number
  readonly fitness: number
  readonly standardError: number | null
}

/**
 * Estimates from the evaluations of a run themselves, pooled over its batches.
 * @param evaluations in their order
 * @returns in steps of about a millisecond; `undefined` for too few
 */
export function* luckOfEvaluations(
  fitness: Fitness,
  evaluations: readonly MeasuredEvaluation[],
  seed: number,
): Generator<void, Luck | undefined> {
  const deviations: number[] = []
  const errors: number[] = []
  for (const batch of batches(evaluations)) {
    const centre = mean(batch.map(each => each.fitness))
    if (isRelative(fitness) && centre <= 0) continue
    const unit = isRelative(fitness) ? centre : 1
    // deviations from a mean that includes them are too small by √((n − 1)/n)
    const widened = Math.sqrt(batch.length / (batch.length - 1))
    for (const { fitness: value, standardError } of batch) {
      deviations.push((widened * (value - centre)) / unit)
      if (standardError !== null) errors.push((standardError / unit) ** 2)
    }
  }
  if (deviations.length < FEWEST) return undefined
  const spread = sampleStandardDeviation(deviations)
  const isKnown = errors.length === deviations.length
  const narrowed = isKnown && spread > 0 ? Math.min(1, Math.sqrt(mean(errors)) / spread) : 1
  const random = createRandom(seed)
  const all = deviations.map(each => narrowed * each)
  const replicas: Float64Array[] = []
  for (let replica = 0; replica <= REPLICAS; replica++) {
    replicas.push(Float64Array.from(replica === 0 ? all : drawn(all, all.length, random)).sort())
    yield
  }
  return new Luck(isKnown ? 'evaluations' : 'spread', isRelative(fitness), replicas)
}

/** Batches; small ones are merged with the next, and a small one at the end with the last. */
function batches(evaluations: readonly MeasuredEvaluation[]): MeasuredEvaluation[][] {
  const all: MeasuredEvaluation[][] = []
  for (const each of evaluations) {
    const last = all.at(-1)
    if (last && (last.length < FEWEST || last.at(-1)!.iteration === each.iteration)) last.push(each)
    else all.push([each])
  }
  if (all.length > 1 && all.at(-1)!.length < FEWEST) {
    const rest = all.pop()!
    all.at(-1)!.push(...rest)
  }
  return all
}

function drawn(values: readonly number[], count: number, random: Random): number[] {
  return Array.from({ length: count }, () => values[random.below(values.length)]!)
}

/** Logarithm below which a share of draws is negligible. */
const NEGLIGIBLE = -40

/**
 * Mean of the largest of k draws, with replacement, from n values: Σ x(i)·((i/n)^k − ((i − 1)/n)^k) over the sorted values. It cannot
 * exceed the largest value, so it is too low for many more draws than values.
 * @param sorted ascending, at least one
 */
export function expectedMaximum(sorted: ArrayLike<number>, draws: number): number {
  const n = sorted.length
  let sum = 0
  let atMost = 1 // (i/n)^k
  for (let i = n; i > 0; i--) {
    const logarithm = draws * Math.log((i - 1) / n)
    const below = logarithm < NEGLIGIBLE ? 0 : Math.exp(logarithm)
    sum += sorted[i - 1]! * (atMost - below)
    if (below === 0) break
    atMost = below
  }
  return sum
}
