/** Decides when an evaluation may stop because its outcome is settled. */
import { unreachable } from '../errors'
import { tQuantile } from '../stats/distributions'
import { badSetting, inRange, wholeInRange } from '../settingChecks'
import { meanOf, measure, valueOf, type Fitness, type GameOutcome } from './fitness'

/** `off`: every evaluation plays all its games. */
export type Racing = 'off' | RacingRule

interface RacingRule {
  /** Games between two looks. */
  readonly every: number
  /** Largest share of stopped evaluations that would have reached the rival's fitness with all their games. */
  readonly error: number
}

/** With fewer scores, a mean is not close enough to normal. */
const FEWEST_GAMES = 5

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function checkRacing(racing: Racing, games: number): void {
  if (racing === 'off') return
  wholeInRange('objective.racing.every', racing.every, FEWEST_GAMES, 1e6)
  inRange('objective.racing.error', racing.error, 1e-4, 0.2)
  if (racing.every >= games)
    throw badSetting(
      'objective.racing.every',
      `the first look, after ${racing.every}, must come before an evaluation ends, which is after ${games}: look earlier, play more, or switch racing off`,
    )
}

/**
 * Number of games to play before the next call; 0: the evaluation is complete, or hopeless and ends with the games it has. Takes all
 * outcomes so far in the order of their seeds, so that the answer depends on no thread.
 * @param rival fitness that the candidate must exceed to change anything; `undefined`: nothing is stopped
 */
export function gamesToPlay(
  { fitness, games, racing }: { readonly fitness: Fitness; readonly games: number; readonly racing: Racing },
  rival: number | undefined,
  outcomes: readonly GameOutcome[],
): number {
  const played = outcomes.length
  if (racing === 'off' || rival === undefined) return games - played
  if (played > 0 && played < games && played % racing.every === 0 && isHopeless(fitness, games, racing, rival, outcomes)) return 0
  return Math.min(games, played - (played % racing.every) + racing.every) - played
}

/**
 * Means: with k of n games played, x̄ₙ − x̄ₖ over s·√(1/k − 1/n) has Student's t distribution with k − 1 degrees of freedom where
 * scores are normal, and nearly so where k is not small. The evaluation stops when the upper prediction bound
 * x̄ₖ + t(1 − α/J; k − 1)·s·√(1/k − 1/n) of its own complete mean is below the rival's fitness; with J looks the whole
 * evaluation errs with probability α at most (Bonferroni). It asks what decides, the complete mean against the fitness
 * that is recorded: how much of the rival's fitness was luck does not matter for it. Source of the bound: G. J. Hahn, "Factors for
 * calculating two-sided prediction intervals for samples from a normal distribution", JASA 64 (1969); of the use: O. Maron and
 * A. W. Moore, "Hoeffding races", NIPS 1993.
 *
 * Wins: a pair is worth 0 … 1, with so few values between that no normal distribution is near. For any distribution in 0 … 1,
 * P(x̄ₙ − x̄ₖ ≥ ε) ≤ exp(−2ε²/(1/k − 1/n)), so the bound is x̄ₖ + √((1/k − 1/n)·ln(J/α)/2), and never above what all pairs to
 * come could add: no more than a share α errs, whatever the games. Source: W. Hoeffding, "Probability inequalities for sums of bounded
 * random variables", JASA 58 (1963), theorem 2, with ranges 1/k − 1/n of the played and 1/n of the other pairs.
 *
 * Shares and quantiles: it stops when not even the best outcome of all games to come could reach the rival: no error at all.
 */
function isHopeless(
  fitness: Fitness,
  games: number,
  { every, error }: RacingRule,
  rival: number,
  outcomes: readonly GameOutcome[],
): boolean {
  const k = outcomes.length
  const looks = Math.ceil(games / every) - 1
  switch (fitness.kind) {
    case 'mean':
    case 'logMean':
    case 'score': {
      const { fitness: soFar, standardError } = meanOf(outcomes.map(outcome => valueOf(fitness, outcome)))
      if (standardError === 0 && fitness.kind === 'score') return false // from few draws, so it does not show how pairs differ
      const t = tQuantile(k - 1, error / looks)
      return soFar + t * standardError! * Math.sqrt(1 - k / games) < rival
    }
    case 'wins': {
      const soFar = meanOf(outcomes.map(outcome => valueOf(fitness, outcome))).fitness
      const certain = (k * soFar + games - k) / games
      return Math.min(certain, soFar + Math.sqrt(((1 / k - 1 / games) * Math.log(looks / error)) / 2)) < rival
    }
    case 'reach':
    case 'survival':
    case 'median':
    case 'quantile': {
      const best = Array.from({ length: games - outcomes.length }, () => BEST_OUTCOME)
      return measure(fitness, [...outcomes, ...best]).fitness < rival
    }
    default:
      return unreachable(fitness)
  }
}

/** No game has a higher outcome: the largest board has less than 4 million points. */
const BEST_OUTCOME: GameOutcome = { score: 4e6, maxRank: 17, wins: 1 }
