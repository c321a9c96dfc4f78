/** The result of players that played the same seeds, or of the one player of a bench. */
import { confidenceSequence, confidenceSequenceOf } from '../../../core/stats/confidenceSequence'
import type {
  ComparePlan,
  ComparedPlayer,
  Comparison,
  ComparisonCurves,
  Difference,
  GamesSummary,
  MachinePace,
} from '../../../core/contract/calls'
import { CURVE_POINTS } from '../../../core/contract/calls/comparisons'
import { FEWEST_GAMES, meanInterval, tInterval, verdictOf, wilsonInterval } from '../../../core/stats/intervals'
import { correlation, max, mean, median, quantile, RunningMoments } from '../../../core/stats/summary'
import { holm, pairedT } from '../../../core/stats/distributions'
import type { Contest } from './contest'
import { type Looks, levelOf, looksAtScores, mayEndEarly, pairsOf } from './looks'
import { type GameTimes, type MoveTimes, msPerMove, timeQuantile, TimesSum } from '../../../core/stats/moveTimes'
import type { StoredBatchGame } from '../../../core/contract/stored'
import { face, MAX_RANK } from '../../../core/games/twenty48/board'

const FACES = Array.from({ length: MAX_RANK }, (_, i) => i + 1)

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
  const within = countedSeeds(looks)
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

/** The numbers of the seeds that count are below it; `undefined`: all games do. */
function countedSeeds({ players, rule, seeds }: Looks): number | undefined {
  return players > 1 || mayEndEarly(rule) ? seeds : undefined
}

/** The points of the charts of what `compared` summarises. @param pair place among its differences; the first for a pair that is missing */
export function curvesOf(looks: Looks, tallies: readonly Tally[], pair: number): ComparisonCurves {
  const [a, b] = pairsOf(looks.players)[pair] ?? pairsOf(looks.players)[0] ?? [0, undefined]
  const of = looks.scores[a]!
  const against = b === undefined ? undefined : looks.scores[b]!
  const level = levelOf(looks.players)
  const moments = new RunningMoments()
  const [seeds, means, always]: [number[], number[], ComparisonCurves['course']['always'][number][]] = [[], [], []]
  for (const at of evenly(looks.seeds)) {
    while (moments.n <= at) moments.add(of[moments.n]! - (against?.[moments.n] ?? 0))
    seeds.push(moments.n)
    means.push(moments.mean)
    always.push(confidenceSequenceOf(moments, { level }))
  }
  return {
    players: tallies.map(tally => {
      const scores = tally.scores(countedSeeds(looks)).sort((one, other) => one - other)
      const quartiles = scores.length === 0 ? null : ([quantile(scores, 0.25), quantile(scores, 0.75)] as const)
      return { quartiles, scores: evenly(scores.length).map(at => scores[at]!) }
    }),
    course: { seeds, mean: means, always },
  }
}

/** At most `CURVE_POINTS` places of a list, evenly spaced, with the first and the last. */
function evenly(length: number): number[] {
  const count = Math.min(length, CURVE_POINTS)
  return Array.from({ length: count }, (_, i) => (count < length ? Math.round((i * (length - 1)) / (count - 1)) : i))
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

type TalliedGame = Pick<StoredBatchGame, 'index' | 'seed' | 'score' | 'maxRank' | 'slides' | 'nodes' | 'ms' | 'machine'>

/** Adds up games as they end. */
export class Tally {
  readonly #games: TalliedGame[] = []
  readonly #times = new TimesSum()
  #sum = 0

  add(game: TalliedGame): void {
    this.#games.push(game)
    this.#sum += game.score
  }

  addTimes(times: MoveTimes): void {
    this.#times.add(times)
  }

  addGameTimes(times: GameTimes): void {
    this.#times.addGame(times)
  }

  get games(): number {
    return this.#games.length
  }

  get mean(): number {
    return this.#sum / this.games
  }

  scores(within = Infinity): number[] {
    return this.#games.filter(({ index }) => index < within).map(({ score }) => score)
  }

  /**
   * By seed, so that the order in which threads finish does not affect rounding or resamples.
   * @param within counts only games with a number below it; the quantiles of times are over all
   */
  summary(seconds: number, seed: number, threads: number, within = Infinity): GamesSummary {
    const counted = this.#games.filter(({ index }) => index < within).sort((a, b) => a.seed - b.seed)
    const games = counted.length
    const { times } = this.#times
    const scores = counted.map(({ score }) => score)
    const gamesByRank = Array<number>(MAX_RANK + 1).fill(0)
    let [nodes, ms] = [0, 0]
    for (const game of counted) {
      gamesByRank[game.maxRank]!++
      nodes += game.nodes
      ms += game.ms
    }
    const withScores = <T>(summarise: (scores: readonly number[]) => T): T | null => (games === 0 ? null : summarise(scores))
    const isListed = games < FEWEST_GAMES
    return {
      games,
      mean: withScores(mean),
      interval: isListed ? null : meanInterval(scores, seed),
      ...(isListed && { scores: counted.toSorted((a, b) => a.index - b.index).map(({ score }) => score) }),
      median: withScores(median),
      max: withScores(max),
      reach: byFace(rank => {
        const reached = gamesByRank.slice(rank).reduce((sum, count) => sum + count, 0)
        return { share: shareOf(reached, games), interval: wilsonInterval(reached, games) }
      }),
      maxTile: byFace(rank => shareOf(gamesByRank[rank]!, games)),
      msPerMove: {
        mean: msPerMove(counted) ?? null,
        p50: timeQuantile(times, 0.5) ?? null,
        p95: timeQuantile(times, 0.95) ?? null,
        p99: timeQuantile(times, 0.99) ?? null,
      },
      nodesPerSecond: ms === 0 ? 0 : (1000 * nodes * Math.min(threads, games)) / ms,
      seconds,
      ...machinesOf(counted),
    }
  }
}

function machinesOf(games: readonly TalliedGame[]): Pick<GamesSummary, 'machines'> {
  const names = [...new Set(games.map(({ machine }) => machine ?? null))]
  if (names.every(name => name === null)) return {}
  const paceOf = (name: string | null): MachinePace => {
    const own = games.filter(({ machine = null }) => machine === name)
    const total = (key: 'nodes' | 'ms'): number => own.reduce((sum, game) => sum + game[key], 0)
    return { name, games: own.length, nodesPerSecond: (1000 * total('nodes')) / Math.max(total('ms'), Number.MIN_VALUE) }
  }
  return { machines: names.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)).map(paceOf) }
}

function byFace<T>(valueOf: (rank: number) => T): Record<string, T> {
  return Object.fromEntries(FACES.map(rank => [String(face(rank)), valueOf(rank)]))
}

function shareOf(count: number, games: number): number {
  return games === 0 ? 0 : count / games
}
