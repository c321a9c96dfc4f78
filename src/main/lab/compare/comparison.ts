/** Compares players that played the same seeds. */
import { deriveSeed } from '../../../core/random'
import { confidenceSequence } from '../../../core/stats/confidenceSequence'
import { correlation } from '../../../core/stats/correlation'
import { holm } from '../../../core/stats/holm'
import { FEWEST_GAMES, meanInterval, tInterval, type Interval } from '../../../core/stats/intervals'
import { msPerMove, type TimedGame } from '../../../core/stats/moveTimes'
import { max, mean, median } from '../../../core/stats/summary'
import { pairedT } from '../../../core/stats/tests'
import { verdictOf, type Verdict } from '../../../core/stats/verdict'
import type { Contest } from './contenders'
import { levelOf, pairsOf } from './looks'
import { looksAtScores } from './stopRule'

/** Averages are `null` before the first seed that all players have played. */
interface ComparedPlayer {
  readonly name: string
  readonly games: number
  readonly mean: number | null
  /** As in a bench of the same games, 95 %; `null` for fewer than ten. */
  readonly interval: Interval | null
  /** Valid at every look, 95 %; `null` before the burn-in. */
  readonly always: Interval | null
  readonly median: number | null
  readonly max: number | null
  /** In the order of the seeds; present only for fewer than ten games. */
  readonly scores?: readonly number[]
  /** As in a bench of the same games: the mean time of a move on its thread. */
  readonly msPerMove: number | null
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
  /** Of the paired t test, for a single look. */
  readonly p: number | null
  /** The same, by Holm over all pairs. */
  readonly holm: number | null
  /** By `always`: games can be added to any comparison after its result was seen. */
  readonly verdict: Verdict
}

export interface Comparison {
  readonly players: readonly ComparedPlayer[]
  readonly differences: readonly Difference[]
  /** The test is by pairs of games on one seed, so it uses the correlation of their scores. */
  readonly correlation: {
    readonly test: 'paired t'
    readonly used: true
    readonly pairs: readonly { readonly a: string; readonly b: string; readonly r: number | null }[]
  }
  /** Seeds that all players have played, and that count. */
  readonly games: number
  readonly looks: number
  readonly ended: Contest['endedBy']
}

interface Compared {
  readonly name: string
  readonly reproducible: boolean
  /** By the number of the seed, with those of games that do not count. */
  readonly times: readonly TimedGame[]
}

/**
 * @param seed of the comparison
 * @param extensions number of extensions of the plan
 */
export function compared(
  players: readonly Compared[],
  { looks, endedBy }: Contest,
  { seed, extensions }: { readonly seed: number; readonly extensions: number },
): Comparison {
  const { seeds: games, rule } = looks
  const scores = looks.scores.map(each => [...each.subarray(0, games)])
  const looked = looksAtScores(rule) ? looks.looks : 1 + extensions
  const level = levelOf(players.length)
  const pairs = pairsOf(players.length).map(([a, b]) => {
    const differences = scores[a]!.map((score, i) => score - scores[b]![i]!)
    return { a, b, differences }
  })
  const isListed = games < FEWEST_GAMES
  const ps = isListed ? [] : pairs.map(({ differences }) => pairedT(differences).p)
  const adjusted = holm(ps)
  const named = (a: number, b: number) => ({ a: players[a]!.name, b: players[b]!.name })
  return {
    players: players.map((player, place) => playerOf(player, scores[place]!, seed)),
    differences: pairs.map(({ a, b, differences }, i): Difference => {
      const always = confidenceSequence(differences, { level })
      const interval = isListed || !always ? null : tInterval(differences, level) // with too few differences neither has a spread
      return {
        ...named(a, b),
        ...{ mean: games === 0 ? null : mean(differences), interval, always, level, looks: looked },
        ...{ p: ps[i] ?? null, holm: adjusted[i] ?? null },
        verdict: verdictOf(always, rule.margin),
      }
    }),
    correlation: {
      ...{ test: 'paired t', used: true },
      pairs: pairs.map(({ a, b }) => ({ ...named(a, b), r: correlation(scores[a]!, scores[b]!) })),
    },
    ...{ games, looks: looked, ended: endedBy },
  }
}

function playerOf({ name, reproducible, times }: Compared, scores: readonly number[], seed: number): ComparedPlayer {
  const isListed = scores.length < FEWEST_GAMES
  const known = scores.length > 0
  return {
    ...{ name, games: scores.length, mean: known ? mean(scores) : null },
    interval: isListed ? null : meanInterval(bySeed(scores, seed), seed),
    always: confidenceSequence(scores),
    median: known ? median(scores) : null,
    max: known ? max(scores) : null,
    ...(isListed && { scores }),
    msPerMove: msPerMove(times.slice(0, scores.length)) ?? null,
    reproducible,
  }
}

/** In the order in which a bench resamples them. */
function bySeed(scores: readonly number[], seed: number): number[] {
  const games = scores.map((score, index) => ({ score, seed: deriveSeed(seed, index) }))
  return games.sort((a, b) => a.seed - b.seed).map(({ score }) => score)
}
