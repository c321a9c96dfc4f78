/** The result of players that played the same seeds, or of the one player of a bench. */
import { confidenceSequence } from '../../../core/stats/confidenceSequence'
import type { ComparedPlayer, ComparePlan, Comparison, Difference } from '../../../core/contract/calls'
import { FEWEST_GAMES, tInterval } from '../../../core/stats/intervals'
import { correlation, mean } from '../../../core/stats/summary'
import { holm, pairedT } from '../../../core/stats/tests'
import { verdictOf } from '../../../core/stats/verdict'
import type { Contest } from './contest'
import { levelOf, pairsOf, type Looks } from './looks'
import { looksAtScores, mayEndEarly } from './plan'
import type { Tally } from './tally'

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
  const looked = looksTaken(looks, extensions)
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

/** @param extensions of the plan: the result before each may have been seen */
export function looksTaken({ rule, looks }: Looks, extensions: number): number {
  return looksAtScores(rule) ? looks : 1 + extensions
}

/** The result of one player, as its batch stores it and `lab bench --json` has it. */
export type BenchSummary = Omit<ComparedPlayer, 'name' | 'reproducible'> & Pick<Comparison, 'looks' | 'ended'>

export function summaryOf({ players, looks, ended }: Comparison, place = 0): BenchSummary {
  const { name: _, reproducible: _r, ...summary } = players[place]!
  return { ...summary, looks, ended }
}
