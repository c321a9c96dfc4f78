/** Summarises the games of one player. */
import { type GameTimes, type MoveTimes, msPerMove, timeQuantile, TimesSum } from '../../../core/stats/moveTimes'
import type { StoredBatchGame } from '../../../core/contract/stored'
import { face, MAX_RANK } from '../../../core/games/twenty48/board'
import type { GamesSummary } from '../../../core/contract/calls'
import { FEWEST_GAMES, meanInterval, wilsonInterval } from '../../../core/stats/intervals'
import { max, mean, median } from '../../../core/stats/summary'

const FACES = Array.from({ length: MAX_RANK }, (_, i) => i + 1)

export type TalliedGame = Pick<StoredBatchGame, 'index' | 'seed' | 'score' | 'maxRank' | 'slides' | 'nodes' | 'ms'>

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
    }
  }
}

function byFace<T>(valueOf: (rank: number) => T): Record<string, T> {
  return Object.fromEntries(FACES.map(rank => [String(face(rank)), valueOf(rank)]))
}

function shareOf(count: number, games: number): number {
  return games === 0 ? 0 : count / games
}
