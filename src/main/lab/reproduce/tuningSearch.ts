/** Runs of a tuning experiment, without a store. */
import { contentHash } from '../../../core/contentHash'
import type { RunLine } from '../../../core/contract/files'
import { face } from '../../../core/games/twenty48/board'
import { mean } from '../../../core/stats/summary'
import { playerAt, type BoardObjective } from '../../../core/contract/tuning/boardObjective'
import { optimizerOf } from '../../../core/tuning/optimizers'
import { validationSeeds } from '../../../core/tuning/seeds'
import { weightsAt } from '../../../core/tuning/tunedParameter'
import { isBudgetSpent, plannedEvaluations, type TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import { PoolObjective } from '../tuning/objective'
import { stopIfAsked, type Bench } from './reproduction'
import type { ResultsFile } from './resultsFile'

/** One way to search, with its name. */
export interface Row {
  readonly name: string
  /** Absent: labs of today cannot search so; the results have its runs from before. */
  readonly config?: (seed: number) => TuningConfig<BoardObjective>
  /** No batch begins after this number of games, whatever the budget of the run; absent: by that budget alone. */
  readonly mostGames?: number
}

type SearchedRow = Row & Required<Pick<Row, 'config'>>

/** Runs side by side: no thread waits for the last games of another's batch, and a kill loses little. */
const AT_ONCE = 4

/** Searches with each seed that the results lack, and has the best that it found play the games of a validation. */
export async function searchMissing(bench: Bench, row: Row, seeds: readonly number[]): Promise<void> {
  if (!isSearched(row)) return
  const { name } = row
  const missing = seeds.filter(seed => !bench.results.has({ kind: 'run', row: name, seed, config: configHash(row, seed) }))
  const games = gamesOf(row)
  bench.onStage(name, games * seeds.length, games * (seeds.length - missing.length))
  const next = missing.values() // shared by all lanes
  const lane = async (): Promise<void> => {
    for (const seed of next) await search(bench, row, seed)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** Runs of a row in the results: those of other settings under the same name are not its own. */
export function runsOf(results: ResultsFile, row: Row): RunLine[] {
  return results.runs(row.name, isSearched(row) ? seed => configHash(row, seed) : undefined)
}

/** A row of before counts where the results have it. */
export function isIn(results: ResultsFile, row: Row): boolean {
  return isSearched(row) || runsOf(results, row).length > 0
}

function isSearched(row: Row): row is SearchedRow {
  return row.config !== undefined
}

/** The same as when optimisers had `reassess`, so that results of then count. */
function configHash({ config, mostGames }: SearchedRow, seed: number): string {
  const run = config(seed)
  return contentHash({ config: { ...run, optimizer: { ...run.optimizer, reassess: 0 } }, mostGames: mostGames ?? null })
}

/** With those of the validation; of the search at most. */
function gamesOf({ config, mostGames = Infinity }: SearchedRow): number {
  const run = config(0)
  return Math.min(mostGames, plannedEvaluations(run) * run.objective.games) + run.validation.games
}

async function search(bench: Bench, row: SearchedRow, seed: number): Promise<void> {
  const { name, config: configOf, mostGames = Infinity } = row
  const { pool, results, signal, onGames } = bench
  const config = configOf(seed)
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
    stopIfAsked(signal, results)
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
  stopIfAsked(signal, results)
  const worth = mean(scores.sort((a, b) => a - b)) // sorted: sums do not depend on who was first
  const weights = weightsAt(objective.tuned, params)
  results.add({
    kind: 'run',
    row: name,
    seed,
    config: configHash(row, seed),
    games,
    reported,
    worth,
    largest: face(rank),
    weights,
  })
}
