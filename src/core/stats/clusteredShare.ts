/** Shares of trials that come in groups, such as several positions of one game: trials of a group are not independent. */
import { FEWEST_GAMES, mostlyEqualInterval, tInterval, wilsonInterval, Z, type Interval } from './intervals'
import { tQuantile } from './distributions'

/** The trials of one group; groups are independent of each other. */
export interface Cluster {
  readonly successes: number
  /** At least one. */
  readonly trials: number
}

/**
 * How many times larger the variance of the share is than with independent trials: Σ(s − p·n)²·g/(g − 1) over N·p(1 − p), for g groups
 * with s successes of n trials, N trials and share p in all. Groups that differ less than chance count as independent: never below 1.
 *
 * Source: L. Kish, "Survey Sampling" (1965), 5.4 and 8.2, with the linearised variance of a ratio.
 *
 * @returns `undefined` where it cannot be estimated: for one group, or if all trials had the same result
 */
export function designEffect(clusters: readonly Cluster[]): number | undefined {
  const { successes, trials } = totalOf(clusters)
  const share = successes / trials
  const groups = clusters.length
  if (groups < 2 || successes === 0 || successes === trials) return undefined
  const squares = clusters.reduce((sum, each) => sum + (each.successes - share * each.trials) ** 2, 0)
  return Math.max(1, (squares * groups) / (groups - 1) / (trials * share * (1 - share)))
}

/**
 * 95 % interval of the share: Wilson's with the trials divided by the design effect, and by (t/z)², as the effect is an estimate from few
 * groups. If the effect cannot be estimated, the trials of a group count as one.
 *
 * Source: E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number of positive counts estimated from
 * survey data", Survey Methodology 24 (1998), with Wilson's interval in place of Clopper and Pearson's, as C. Franco, R. J. A. Little,
 * T. A. Louis and E. V. Slud compare them in J. Surv. Stat. Methodol. 7 (2019).
 *
 * @param usual design effect of a larger set of the same kind: taken where it is larger, or where these trials give none
 */
export function clusteredShare(clusters: readonly Cluster[], usual?: number): Interval {
  const { successes, trials } = totalOf(clusters)
  if (clusters.length < 2) return [0, 1]
  const own = designEffect(clusters)
  const effect = own === undefined ? (usual ?? trials / clusters.length) : Math.max(own, usual ?? 1)
  const all = effect * (tQuantile(clusters.length - 1, 0.025) / Z) ** 2
  return wilsonInterval(successes / all, trials / all)
}

/** The results of two players in the same trials of one group. */
export interface PairedCluster {
  readonly one: number
  readonly other: number
  readonly trials: number
}

/**
 * One share − the other, within −1 … 1, and its 95 % interval by groups: Student's of the linearised ratio, as in `designEffect`, or a wider
 * one where most groups have no difference. `null` for fewer than ten groups, and if no group differs from the others.
 */
export function pairedShareDifference(clusters: readonly PairedCluster[]): {
  readonly difference: number
  readonly interval: Interval | null
} {
  const trials = clusters.reduce((sum, each) => sum + each.trials, 0)
  const perGroup = clusters.length / trials
  // their mean is the difference of the shares
  const values = clusters.map(({ one, other }) => (one - other) * perGroup)
  const difference = values.reduce((sum, value) => sum + value, 0) / clusters.length
  // a large group that differs as all do says nothing against them: the sizes of groups are no spread
  const linearised = () =>
    tInterval(clusters.map(group => difference + (group.one - group.other - difference * group.trials) * perGroup))
  const found = clusters.length < FEWEST_GAMES ? undefined : mostlyEqualInterval(values, linearised)
  const interval: Interval | null = found ? [Math.max(-1, found[0]), Math.min(1, found[1])] : null
  return { difference, interval }
}

function totalOf(clusters: readonly Cluster[]): Cluster {
  const sum = (of: keyof Cluster) => clusters.reduce((total, each) => total + each[of], 0)
  return { successes: sum('successes'), trials: sum('trials') }
}
