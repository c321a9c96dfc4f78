/** Games of 2048 by built-in players with other settings, and their speed. */
import { contentHash } from '../../../core/contentHash'
import type { CountLine, GameLine, GamesRow } from '../../../core/contract/files'
import { face } from '../../../core/games/twenty48/board'
import { makePosition } from '../../../core/games/twenty48/notation'
import type { Player } from '../../../core/games/twenty48/player'
import { deriveSeed } from '../../../core/random'
import { PRESETS } from '../../../core/contract/tuning/presets'
import type { Pool } from '../../compute/pool/pool'
import { badFile } from '../../files/fileProblem'
import { machineHere } from '../ground/provenance'
import { type Bench, type Results, stopIfAsked } from './results'
import { hashOf, playerOf } from './rows'

/** @throws {LabError} `BAD_FILE` for a game under the number of another: it would count twice */
export function gamesOf(results: Results, row: GamesRow): GameLine[] {
  const games = results.games(row)
  const wrong = games.find(({ game, seed }) => seed !== deriveSeed(row.seed, game))
  if (wrong) throw badFile(results.path, `game ${wrong.game} of "${row.name}" has the seed of another game`)
  return games
}

/** The latest measurement of a row's speed. */
export function speedOf(
  results: Results,
  row: GamesRow,
): { readonly nodes: number; readonly ms: number; readonly machine: string } | undefined {
  const last: CountLine | undefined = results.counts(row).at(-1)
  return last && { nodes: last.counts['nodes']![0]!, ms: last.counts['ms']![0]!, machine: last.machine! }
}

/** Plays the games that the results lack. @throws {LabError} `CANCELLED` where it was stopped, and of the pool */
export async function playMissingGames(bench: Bench, row: GamesRow): Promise<void> {
  const { pool, results, signal, onStage, onGames } = bench
  const place = { kind: 'game', row: row.name, of: hashOf(row) } as const
  const missing = Array.from({ length: row.games }, (_, game) => game).filter(game => !results.has({ ...place, game }))
  onStage(row.name, row.games, row.games - missing.length, 'games')
  await pool.playGames(
    playerOf(row),
    missing.map(game => deriveSeed(row.seed, game)),
    ({ result: { seed, score, slides, nodes, maxRank, board } }, index) => {
      const played = { values: [score], moves: [slides], nodes: [nodes], largest: face(maxRank), board: makePosition(board) }
      results.add({ ...place, game: missing[index]!, seed, ...played })
      onGames(1)
    },
    { signal },
  )
  stopIfAsked(bench)
}

/** Once on each machine, in the first game, in processor time, which other work does not affect. */
export async function measureSpeed(bench: Bench, row: GamesRow): Promise<void> {
  const { pool, results, signal, onStage } = bench
  const place = { kind: 'count', row: row.name, of: hashOf(row), first: 0, machine: machineHere() } as const
  if (row.speed === undefined || results.has(place)) return
  onStage(`speed of ${row.name}`, 1, 0, 'games')
  const [player, seeds] = [playerOf(row), [deriveSeed(row.seed, 0)]]
  await pool.playGames({ ...player, maxSlides: 1 }, seeds, () => undefined, { signal }) // a thread is ready
  const before = process.cpuUsage()
  await pool.playGames(
    { ...player, ...(row.speed !== 'game' && { maxSlides: row.speed }) },
    seeds,
    ({ result: { nodes } }) => {
      const { user, system } = process.cpuUsage(before)
      results.add({ ...place, counts: { nodes: [nodes], ms: [(user + system) / 1000] } })
    },
    { signal },
  )
  stopIfAsked(bench)
}

const SEED = 2048
const GAMES = 4
/** Long enough to reach crowded boards; about a tenth of a second in total. */
const SLIDES = 400

/** Fingerprint of games of 2048: two labs with the same one play the same games, whatever else differs in their kernels. */
export async function gamesFingerprint(pool: Pick<Pool, 'playGames'>): Promise<string> {
  const { evaluator, settings } = PRESETS['thesis-1'].config.objective
  const deep = { ...settings, cut: 0.02, table: 'deeper' } as const
  const byBoard = { ...evaluator, variants: { ...evaluator.variants, h4Minimum: 'board' } }
  const players: readonly Player[] = [
    { evaluator, settings, limits: { depth: 1 } },
    { evaluator, settings: deep, limits: { depth: 'distinct' } },
    { evaluator, settings: deep, limits: { depth: 'empty' } },
    { evaluator: byBoard, settings: deep, limits: { depth: 3 } },
  ]
  const seeds = Array.from({ length: GAMES }, (_, game) => deriveSeed(SEED, game))
  const played = players.map(async player => {
    const games: unknown[] = []
    await pool.playGames({ ...player, maxSlides: SLIDES }, seeds, ({ result: { score, slides, nodes, board } }, game) => {
      games[game] = { score, slides, nodes, board }
    })
    return games
  })
  return contentHash(await Promise.all(played))
}
