/** Computes what the results of a study lack, part by part. */
import { contentHash } from '../../../core/contentHash'
import { unreachable } from '../../../core/errors'
import type { Pool } from '../../compute/pool/pool'
import { type Bench, stopIfAsked } from './results'
import { countMissing, countsFingerprint } from './counts'
import { gamesFingerprint, measureSpeed, playMissingGames } from './games'
import { matchesFingerprint, playMissingMatches } from './matches'
import { type Row, hashOf, tuningOf } from './rows'
import { playMissingPhases } from './walls'
import type { TuneRow } from '../../../core/contract/files'
import { face } from '../../../core/games/twenty48/board'
import { mean } from '../../../core/stats/summary'
import { playerAt } from '../../../core/contract/tuning/boardObjective'
import { optimizerOf } from '../../../core/tuning/optimizers'
import { validationSeeds } from '../../../core/tuning/seeds'
import { weightsAt } from '../../../core/tuning/tunedParameter'
import { isBudgetSpent, plannedEvaluations } from '../../../core/contract/tuning/tuningConfig'
import { PoolObjective } from '../tuning/objective'

/** Runs side by side: no thread waits for the last games of another's batch, and a kill loses little. */
const AT_ONCE = 4

/** @throws {LabError} `CANCELLED` if it was stopped, and errors of the pool and of the file */
export async function playStudy(bench: Bench, rows: readonly Row[]): Promise<void> {
  for (const part of partsOf(rows)) await playPart(bench, part)
}

/** Rows of one part after the other. */
function partsOf(rows: readonly Row[]): Row[][] {
  return [...new Set(rows.map(({ part }) => part))].map(part => rows.filter(row => row.part === part))
}

/** The rows of a part are of one kind. */
async function playPart(bench: Bench, rows: readonly Row[]): Promise<void> {
  const matches = rows.filter(row => row.kind === 'match')
  if (matches.length > 0) return playMissingMatches(bench, matches)
  for (const row of rows)
    switch (row.kind) {
      case 'match':
        break
      case 'games':
        await measureSpeed(bench, row)
        await playMissingGames(bench, row)
        break
      case 'tune':
        await searchMissing(bench, row)
        break
      case 'count':
        await countMissing(bench, row)
        break
      case 'walls':
        await playMissingPhases(bench, row)
        break
      default:
        unreachable(row)
    }
}

/** Fingerprint of some results of each kind in a study: two labs with the same one have the same results. */
export async function fingerprintOf(pool: Pick<Pool, 'playGames'>, rows: readonly Row[]): Promise<string> {
  const kinds = new Set(rows.map(({ kind }) => kind))
  const plays2048 = kinds.has('games') || kinds.has('tune') || kinds.has('walls')
  const [matches, counts] = [rows.filter(row => row.kind === 'match'), rows.filter(row => row.kind === 'count')]
  return contentHash([
    ...(plays2048 ? [await gamesFingerprint(pool)] : []),
    ...(matches.length > 0 ? [matchesFingerprint(matches)] : []),
    ...(counts.length > 0 ? [countsFingerprint(counts)] : []),
  ])
}

/** Searches with each seed that the results lack, and has the best that it found play the games of a validation. */
async function searchMissing(bench: Bench, row: TuneRow): Promise<void> {
  if (row.past) return
  const seeds = Array.from({ length: row.runs }, (_, i) => i + 1)
  const missing = seeds.filter(seed => !bench.results.has({ kind: 'run', row: row.name, of: hashOf(row), seed }))
  const config = tuningOf(row, 0)
  const games = Math.min(row.mostGames ?? Infinity, plannedEvaluations(config) * config.objective.games) + config.validation.games
  bench.onStage(row.name, games * seeds.length, games * (seeds.length - missing.length), 'games')
  const next = missing.values() // shared by all lanes
  const lane = async (): Promise<void> => {
    for (const seed of next) await searchWeights(bench, row, seed)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

async function searchWeights(bench: Bench, row: TuneRow, seed: number): Promise<void> {
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
