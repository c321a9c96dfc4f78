/** The result of players that played the same seeds, or of the one player of a bench. */
import { confidenceSequence } from '../../../core/stats/confidenceSequence'
import { FEWEST_GAMES, tInterval, type Interval } from '../../../core/stats/intervals'
import { correlation, mean } from '../../../core/stats/summary'
import { holm, pairedT } from '../../../core/stats/tests'
import { verdictOf, type Verdict } from '../../../core/stats/verdict'
import type { Contest } from './contest'
import { levelOf, pairsOf } from './looks'
import { looksAtScores, mayEndEarly, type ComparePlan } from './plan'
import type { GamesSummary, Tally } from './tally'

interface ComparedPlayer extends GamesSummary {
  readonly name: string
  /** For the mean, valid at every look, 95 %; `null` before the burn-in, and for games that lack some before their last. */
  readonly always: Interval | null
  /** True if the same seed reproduces the game: not under a time limit. */
  readonly reproducible: boolean
}

/** Difference of the scores of two players, seed by seed: a − b. */
export interface Difference {
  readonly a: string
  readonly b: string
  readonly mean: number | null
  /** Student's t at `level`, for a single look at a fixed number of games; `null` for fewer than ten games. Not used for the verdict. */
  readonly interval: Interval | null
  /** At `level`, valid at every look. */
  readonly always: Interval | null
  /** Level of both intervals, chosen so that those of all pairs hold together with 95 %. */
  readonly level: number
  readonly looks: number
  /** Significance of the paired t test, for a single look. */
  readonly p: number | null
  /** The same, by Holm over all pairs. */
  readonly holm: number | null
  /** By `always`: games can be added to any comparison after its result was seen. */
  readonly verdict: Verdict
}

export interface Comparison {
  readonly players: readonly ComparedPlayer[]
  /** None for a bench. */
  readonly differences: readonly Difference[]
  /** The test is by pairs of games on one seed, so it uses the correlation of their scores. */
  readonly correlation: {
    readonly test: 'paired t'
    readonly used: true
    readonly pairs: readonly { readonly a: string; readonly b: string; readonly r: number | null }[]
  }
  /** Games of each player that count. */
  readonly games: number
  /** Number of looks at the stop rule. */
  readonly looks: number
  /** Why it ended. */
  readonly ended: Contest['endedBy']
}

interface Played extends Contest {
  /** One per player. */
  readonly tallies: readonly Tally[]
  readonly threads: number
  /** Number of extensions of the plan. */
  readonly extensions: number
}

/**
 * Summarises the seeds that every player has played, from the first on. A bench that no rule can end counts all its games: if a signal
 * ended it early, they are the shorter ones, so their mean is too low.
 */
export function compared(
  { players, seed }: Pick<ComparePlan, 'players' | 'seed'>,
  { looks, endedBy, seconds, tallies, threads, extensions }: Played,
): Comparison {
  const { seeds, rule } = looks
  const looked = looksAtScores(rule) ? looks.looks : 1 + extensions
  const scores = looks.scores.map(each => [...each.subarray(0, seeds)])
  const within = players.length > 1 || mayEndEarly(rule) ? seeds : undefined
  const named = players.map(({ name, player }, place): ComparedPlayer => {
    const summary = tallies[place]!.summary(seconds, seed, threads, within)
    const always = summary.games === seeds ? confidenceSequence(scores[place]!) : null
    return { name, ...summary, always, reproducible: player.limits.ms === undefined }
  })
  const pairs = pairsOf(players.length).map(([a, b]) => ({
    names: { a: players[a]!.name, b: players[b]!.name },
    scores: [scores[a]!, scores[b]!] as const,
    differences: scores[a]!.map((score, i) => score - scores[b]![i]!),
  }))
  const isListed = seeds < FEWEST_GAMES
  const ps = isListed ? [] : pairs.map(({ differences }) => pairedT(differences).p)
  const adjusted = holm(ps)
  const level = levelOf(players.length)
  return {
    players: named,
    differences: pairs.map(({ names, differences }, i): Difference => {
      const always = confidenceSequence(differences, { level })
      const interval = isListed || !always ? null : tInterval(differences, level) // with too few differences neither has a spread
      return {
        ...names,
        ...{ mean: seeds === 0 ? null : mean(differences), interval, always, level, looks: looked },
        ...{ p: ps[i] ?? null, holm: adjusted[i] ?? null },
        verdict: verdictOf(always, rule.margin),
      }
    }),
    correlation: {
      ...{ test: 'paired t', used: true },
      pairs: pairs.map(({ names, scores: [a, b] }) => ({ ...names, r: correlation(a, b) })),
    },
    ...{ games: named[0]!.games, looks: looked, ended: endedBy },
  }
}

/** The result of one player, as its batch stores it and `lab bench --json` has it. */
export type BenchSummary = Omit<ComparedPlayer, 'name' | 'reproducible'> & Pick<Comparison, 'looks' | 'ended'>

export function summaryOf({ players, looks, ended }: Comparison, place = 0): BenchSummary {
  const { name: _, reproducible: _r, ...summary } = players[place]!
  return { ...summary, looks, ended }
}
