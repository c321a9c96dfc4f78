/** Many games of one player, and what they come to. */
import type { GameTimes, MoveTimes } from '../../../core/contract/compute'
import type { StoredBatchGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { GameResult, Player } from '../../../core/games/twenty48/player'
import { face, MAX_RANK } from '../../../core/games/twenty48/board'
import { deriveSeed } from '../../../core/random'
import { meanInterval, wilsonInterval, type Interval } from '../../../core/stats/intervals'
import { timeQuantile, TimesSum } from '../../../core/stats/moveTimes'
import { max, mean, median } from '../../../core/stats/summary'
import { validationSeeds } from '../../../core/tuning/seeds'
import type { WorkOptions, PlayedGame, Pool } from '../../compute/pool/pool'

export interface BenchPlan {
  readonly games: number
  /** Game i is played from `deriveSeed(seed, i)`. */
  readonly seed: number
  /** The unseen games of a tuning run of that seed instead, from this one on: `validationSeeds(seed, validation, games)`. */
  readonly validation?: number
  readonly player: Player
  /** Games end after so many slides at the latest; absent: when nothing moves. */
  readonly maxSlides?: number
}

export interface BenchGame extends PlayedGame {
  /** 0 … games − 1 */
  readonly index: number
}

/** What of it a batch keeps in a row. */
export function rowOf({ index, result, ms }: BenchGame): StoredBatchGame {
  return { index, ...result, ms }
}

/** What a batch keeps of its stored games together. */
export interface BenchProgress {
  /** From the start to the last of them, without the time between an interruption and the resumption. */
  readonly seconds: number
  readonly times: MoveTimes
}

export const NO_PROGRESS: BenchProgress = { seconds: 0, times: { counts: [] } }

/** The games that an interrupted bench has stored. */
export interface EarlierGames {
  readonly progress: BenchProgress
  readonly pages: AsyncIterable<readonly StoredBatchGame[]>
}

/** How far a bench is. */
export interface BenchSoFar {
  readonly games: number
  readonly mean: number
}

/** Intervals are 95 %. Everything that is an average is `null` before the first game. */
export interface BenchSummary {
  readonly games: number
  readonly mean: number | null
  readonly interval: Interval | null
  readonly median: number | null
  readonly max: number | null
  /** By face, "2" … "131072": the share of games that reached the tile or a larger one. */
  readonly reach: Readonly<Record<string, { readonly share: number; readonly interval: Interval }>>
  /** By face: the share of games whose largest tile it is. */
  readonly maxTile: Readonly<Record<string, number>>
  /** Time of a slide on its thread; the percentiles within 1 %. */
  readonly msPerMove: { readonly [K in 'mean' | 'p50' | 'p95' | 'p99']: number | null }
  /** Over all threads together. */
  readonly nodesPerSecond: number
  /** From the start to the last game. */
  readonly seconds: number
}

const FACES = Array.from({ length: MAX_RANK }, (_, i) => i + 1)

export interface BenchOptions extends WorkOptions {
  /** Games that are not played again, but are part of the summary. */
  readonly earlier?: EarlierGames | undefined
  /** Hears each of the earlier games that are read, before any is played. */
  readonly onEarlier?: (game: StoredBatchGame) => void
  /** Hears each game as it ends, with the summary-to-be. */
  readonly onGame?: (game: BenchGame, soFar: BenchSoFar) => void
}

/**
 * Plays the games on all threads. Which games they are depends on the plan alone; their order does not. Of a batch that
 * was ended early the games that had ended are the shorter ones, so their mean is too low.
 *
 * @throws {LabError} `BAD_STORE` for earlier games that are not of this plan, and of the pool
 */
export async function runBench(
  pool: Pool,
  plan: BenchPlan,
  { earlier, onEarlier, onGame, ...options }: BenchOptions = {},
): Promise<BenchSummary> {
  const { seed, player, maxSlides } = plan
  const seeds = seedsOfGames(plan)
  const tally = new Tally()
  const missing = await missingGames(seeds, earlier, game => {
    tally.add(game, game.ms)
    onEarlier?.(game)
  })
  if (earlier) tally.addTimes(earlier.progress.times)
  const seedsToPlay = missing.map(index => seeds[index]!)
  const numberOf = numberGames(seedsToPlay)
  const started = performance.now()
  const play = (game: PlayedGame) => {
    tally.add(game.result, game.ms)
    tally.addGameTimes(game.times)
    onGame?.({ index: missing[numberOf(game.result.seed)]!, ...game }, tally)
  }
  await pool.playGames(maxSlides === undefined ? player : { ...player, maxSlides }, seedsToPlay, play, options)
  return tally.summary((earlier?.progress.seconds ?? 0) + (performance.now() - started) / 1000, seed)
}

function seedsOfGames({ games, seed, validation }: BenchPlan): number[] {
  return validation === undefined
    ? Array.from({ length: games }, (_, index) => deriveSeed(seed, index))
    : validationSeeds(seed, validation, games)
}

/** Reads the earlier games. @returns the numbers of the others. */
async function missingGames(
  seeds: readonly number[],
  earlier: EarlierGames | undefined,
  onEarlier: (game: StoredBatchGame) => void,
): Promise<readonly number[]> {
  const isPlayed = new Uint8Array(seeds.length)
  for await (const page of earlier?.pages ?? [])
    for (const game of page) {
      if (game.seed !== seeds[game.index])
        throw new LabError('BAD_STORE', `game ${game.index} of the batch has the seed ${game.seed}, not ${seeds[game.index]}`)
      isPlayed[game.index] = 1
      onEarlier(game)
    }
  return Array.from(seeds.keys()).filter(index => isPlayed[index] === 0)
}

/** Tells a game's number by its seed. Two games of one seed are one game twice, and get their numbers one after the other. */
export function numberGames(seeds: readonly number[]): (seed: number) => number {
  const next = new Map<number, number>()
  const following = seeds.map(() => -1)
  for (let index = seeds.length - 1; index >= 0; index--) {
    following[index] = next.get(seeds[index]!) ?? -1
    next.set(seeds[index]!, index)
  }
  return seed => {
    const index = next.get(seed)!
    next.set(seed, following[index]!)
    return index
  }
}

class Tally {
  /** By seed, so that the order in which threads finish cannot move a rounding error or a resample. */
  readonly #scores: { readonly seed: number; readonly score: number }[] = []
  readonly #gamesByRank = Array<number>(MAX_RANK + 1).fill(0)
  readonly #times = new TimesSum()
  #sum = 0
  #slides = 0
  #nodes = 0
  #ms = 0

  add(
    { seed, score, maxRank, slides, nodes }: Pick<GameResult, 'seed' | 'score' | 'maxRank' | 'slides' | 'nodes'>,
    ms: number,
  ): void {
    this.#scores.push({ seed, score })
    this.#gamesByRank[maxRank]!++
    this.#sum += score
    this.#slides += slides
    this.#nodes += nodes
    this.#ms += ms
  }

  addTimes(times: MoveTimes): void {
    this.#times.add(times)
  }

  addGameTimes(times: GameTimes): void {
    this.#times.addGame(times)
  }

  get games(): number {
    return this.#scores.length
  }

  get mean(): number {
    return this.#sum / this.games
  }

  summary(seconds: number, seed: number): BenchSummary {
    const { games } = this
    const { times } = this.#times
    const scores = this.#scores.toSorted((a, b) => a.seed - b.seed).map(({ score }) => score)
    const withScores = <T>(summarise: (scores: readonly number[]) => T): T | null => (games === 0 ? null : summarise(scores))
    return {
      games,
      mean: withScores(mean),
      interval: withScores(values => meanInterval(values, seed)),
      median: withScores(median),
      max: withScores(max),
      reach: byFace(rank => {
        const reached = this.#gamesByRank.slice(rank).reduce((sum, count) => sum + count, 0)
        return { share: shareOf(reached, games), interval: wilsonInterval(reached, games) }
      }),
      maxTile: byFace(rank => shareOf(this.#gamesByRank[rank]!, games)),
      msPerMove: {
        mean: this.#slides === 0 ? null : this.#ms / this.#slides,
        p50: timeQuantile(times, 0.5) ?? null,
        p95: timeQuantile(times, 0.95) ?? null,
        p99: timeQuantile(times, 0.99) ?? null,
      },
      nodesPerSecond: seconds === 0 ? 0 : this.#nodes / seconds,
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
