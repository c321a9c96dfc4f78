/** Plays many games of one player, and summarises them. */
import type { MoveTimes } from '../../../core/stats/moveTimes'
import type { StopRule } from '../../../core/contract/files'
import type { StoredBatchGame } from '../../../core/contract/stored'
import type { Player } from '../../../core/games/twenty48/player'
import { deriveSeed } from '../../../core/random'
import { confidenceSequenceOf } from '../../../core/stats/confidenceSequence'
import type { Interval } from '../../../core/stats/intervals'
import { validationSeeds } from '../../../core/tuning/seeds'
import type { Pool, WorkOptions } from '../../compute/pool/pool'
import { playContest, type BatchGame, type Contest } from './contenders'
import type { Looks } from './looks'
import { looksAtScores, mayEndEarly } from './stopRule'
import { Tally, type GamesSummary } from './tally'

export interface BenchPlan {
  /** Most games. */
  readonly games: number
  /** Conditions to end earlier. */
  readonly stop?: Pick<StopRule, 'width' | 'minutes'>
  /** Game i is played from `deriveSeed(seed, i)`. */
  readonly seed: number
  /** Plays the unseen games of a tuning run with that seed instead, from this one on: `validationSeeds(seed, validation, games)`. */
  readonly validation?: number
  readonly player: Player
  /** Most moves of a game; absent: it ends when no move is legal. */
  readonly maxSlides?: number
}

/** The row that a batch saves for a game. */
export function rowOf({ index, result, ms }: BatchGame): StoredBatchGame {
  return { index, ...result, ms }
}

/** Totals that a batch saves for its stored games. */
export interface BenchProgress {
  /** From the start to the last game, without the time between an interruption and the resumption. */
  readonly seconds: number
  readonly times: MoveTimes
  /** Numbers of games at each extension of the plan. */
  readonly extended?: readonly number[]
}

export const NO_PROGRESS: BenchProgress = { seconds: 0, times: { counts: [] } }

/** The games that an interrupted bench has stored. */
export interface EarlierGames {
  readonly progress: BenchProgress
  readonly pages: AsyncIterable<readonly StoredBatchGame[]>
}

/** The progress of a bench. */
export interface BenchSoFar {
  readonly games: number
  readonly mean: number
}

export interface BenchSummary extends GamesSummary {
  /** For the mean, valid at every look; `null` before the burn-in, and for a batch that lacks games before its last. */
  readonly always: Interval | null
  /** Number of looks at the stop rule. */
  readonly looks: number
  /** Why it ended. */
  readonly ended: Contest['endedBy']
}

export interface BenchOptions extends WorkOptions {
  /** Games that are not played again, but count in the summary. */
  readonly earlier?: EarlierGames | undefined
  /** Called for each of the earlier games that are read, before any is played. */
  readonly onEarlier?: (game: StoredBatchGame, looks: Looks) => void
  /** Called for each game as it ends, with the summary so far. */
  readonly onGame?: (game: BatchGame, looks: Looks, soFar: BenchSoFar) => void
}

/**
 * Plays the games on all threads. The plan alone determines the games, but not their order. If a signal ends a batch early, its finished
 * games are the shorter ones, so their mean is too low. A batch that its rule ended is summarised over the seeds from the first to the last
 * that the rule used.
 * @throws {LabError} `BAD_STORE` for earlier games that are not of this plan, and errors of the pool
 */
export async function runBench(
  pool: Pool,
  plan: BenchPlan,
  { earlier, onEarlier, onGame, ...options }: BenchOptions = {},
): Promise<BenchSummary> {
  const { games, seed, player, maxSlides, stop } = plan
  const rule: StopRule = { games, margin: 0, ...stop }
  const tally = new Tally()
  if (earlier) tally.addTimes(earlier.progress.times)
  const { looks, seconds, endedBy } = await playContest(
    pool,
    { contenders: [{ player, earlier: earlier?.pages }], seeds: seedsOfGames(plan), rule, maxSlides },
    {
      ...options,
      seconds: earlier?.progress.seconds ?? 0,
      onEarlier: (game, _, looks) => {
        tally.add(game)
        onEarlier?.(game, looks)
      },
      onGame: (game, _, looks) => {
        tally.add(rowOf(game))
        tally.addGameTimes(game.times)
        onGame?.(game, looks, tally)
      },
    },
  )
  const summary = tally.summary(seconds, seed, pool.threads, mayEndEarly(rule) ? looks.seeds : undefined)
  return {
    ...summary,
    always: summary.games === looks.seeds ? confidenceSequenceOf(looks.first) : null,
    looks: looksAtScores(rule) ? looks.looks : 1 + (earlier?.progress.extended?.length ?? 0),
    ended: endedBy,
  }
}

export function seedsOfGames({ games, seed, validation }: Pick<BenchPlan, 'games' | 'seed' | 'validation'>): number[] {
  return validation === undefined
    ? Array.from({ length: games }, (_, index) => deriveSeed(seed, index))
    : validationSeeds(seed, validation, games)
}
