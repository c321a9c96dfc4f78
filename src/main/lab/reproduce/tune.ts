/** Tuning runs of a study, without a store. */
import type { TuneRow } from '../../../core/contract/files'
import { face } from '../../../core/games/twenty48/board'
import { mean } from '../../../core/stats/summary'
import { playerAt } from '../../../core/contract/tuning/boardObjective'
import { optimizerOf } from '../../../core/tuning/optimizers'
import { validationSeeds } from '../../../core/tuning/seeds'
import { weightsAt } from '../../../core/tuning/tunedParameter'
import { isBudgetSpent, plannedEvaluations } from '../../../core/contract/tuning/tuningConfig'
import { PoolObjective } from '../tuning/objective'
import { stopIfAsked, type Bench } from './bench'
import { hashOf, tuningOf } from './rows'

/** Runs side by side: no thread waits for the last games of another's batch, and a kill loses little. */
const AT_ONCE = 4

/** Searches with each seed that the results lack, and has the best that it found play the games of a validation. */
export async function searchMissing(bench: Bench, row: TuneRow): Promise<void> {
  if (row.past) return
  const seeds = Array.from({ length: row.runs }, (_, i) => i + 1)
  const missing = seeds.filter(seed => !bench.results.has({ kind: 'run', row: row.name, of: hashOf(row), seed }))
  const config = tuningOf(row, 0)
  const games = Math.min(row.mostGames ?? Infinity, plannedEvaluations(config) * config.objective.games) + config.validation.games
  bench.onStage(row.name, games * seeds.length, games * (seeds.length - missing.length), 'games')
  const next = missing.values() // shared by all lanes
  const lane = async (): Promise<void> => {
    for (const seed of next) await search(bench, row, seed)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

async function search(bench: Bench, row: TuneRow, seed: number): Promise<void> {
  const { pool, results, signal, onGames } = bench
  const { mostGames = Infinity, name } = row
  const config = tuningOf(row, seed)
  const { objective, validation } = config

  // Step 1. The search: the same candidates and games as `lab tune` of that seed.
  const optimizer = optimizerOf(config)
  const evaluations = new PoolObjective(pool, objective, seed)
  let games = 0
  while (games < mostGames && !isBudgetSpent(config.budget, optimizer)) {
    await evaluations.evaluate(
      optimizer.ask(),
      ({ candidate, result, error }) => {
        if (!result) throw new Error(`candidate ${candidate.id} of "${name}", seed ${seed}: ${error}`)
        games += result.games
        onGames(result.games)
        optimizer.tell([{ id: candidate.id, fitness: result.fitness }])
      },
      signal,
    )
    stopIfAsked(bench)
  }

  // Step 2. What its best is worth.
  const { params, fitness: reported } = optimizer.best!
  const scores: number[] = []
  let rank = 0
  await pool.playGames(
    playerAt(objective, params),
    validationSeeds(seed, 0, validation.games),
    ({ result }) => {
      scores.push(result.score)
      rank = Math.max(rank, result.maxRank)
      onGames(1)
    },
    { signal },
  )
  stopIfAsked(bench)
  const worth = mean(scores.sort((a, b) => a - b)) // sorted: sums do not depend on who was first
  const found = { games, reported, worth, largest: face(rank), weights: weightsAt(objective.tuned, params) }
  results.add({ kind: 'run', row: name, of: hashOf(row), seed, ...found })
}
