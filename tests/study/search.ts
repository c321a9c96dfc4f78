import { mean } from '../../src/core/stats/summary'
import { playerAt } from '../../src/core/tuning/objective'
import { optimizerOf } from '../../src/core/tuning/runOptimizer'
import { validationSeeds } from '../../src/core/tuning/seeds'
import { isBudgetSpent, type TuningConfig } from '../../src/core/tuning/tuningConfig'
import type { Pool } from '../../src/main/compute/pool/pool'
import { PoolObjective } from '../../src/main/lab/tuning/objective'

export interface Found {
  readonly games: number
  /** What the search believes its best to be worth. */
  readonly reported: number
  /** Mean score of the same weights on games that nothing was chosen by. */
  readonly worth: number
}

/**
 * A whole run, without a store: the same candidates and games as `lab tune`, and the same best before any choice among contenders.
 *
 * @param onGames hears of games that were played
 */
export async function search(config: TuningConfig, pool: Pool, onGames: (count: number) => void): Promise<Found> {
  const optimizer = optimizerOf(config)
  const objective = new PoolObjective(pool, config.objective, config.seed)
  let games = 0
  while (!isBudgetSpent(config.budget, optimizer) && optimizer.ask().length > 0)
    await objective.evaluate(
      optimizer.ask(),
      ({ candidate, result, error }) => {
        if (!result) throw new Error(`candidate ${candidate.id} of "${config.title}", seed ${config.seed}: ${error}`)
        games += result.games
        onGames(result.games)
        optimizer.tell([{ id: candidate.id, fitness: result.fitness, weight: result.games }])
      },
      new AbortController().signal,
    )
  const best = optimizer.best!
  const scores: number[] = []
  const seeds = validationSeeds(config.seed, 0, config.validation.games)
  await pool.playGames(playerAt(config.objective, best.params), seeds, ({ result }) => {
    scores.push(result.score)
    onGames(1)
  })
  return { games, reported: best.fitness, worth: mean(scores.sort((a, b) => a - b)) } // sorted: sums do not depend on who was first
}
