/** Reproductions of published results: each is one command, which resumes after a stop and ends with a page. */
import { existsSync } from 'node:fs'
import { contentHash } from '../../../core/contentHash'
import type { GameLine } from '../../../core/contract/files'
import type { MatchOrder } from '../../../core/contract/matches'
import type { MatchResult } from '../../../core/match/match'
import type { Clocks } from '../../../core/match/playMatch'
import type { Player } from '../../../core/games/twenty48/player'
import { face } from '../../../core/games/twenty48/board'
import { makePosition } from '../../../core/games/twenty48/notation'
import { deriveSeed } from '../../../core/random'
import { LabError } from '../../../core/errors'
import type { Pool } from '../../compute/pool/pool'
import { badFile } from '../../files/fileProblem'
import type { ResultsFile } from './resultsFile'

export interface StudyListener {
  readonly signal: AbortSignal
  /** Work of one kind begins: its name, the number of games or trees, and how many of them are done. */
  readonly onStage: (name: string, games: number, done: number) => void
  /** `count` more games or trees are done. */
  readonly onGames: (count: number) => void
}

/** The context of a reproduction. */
export interface Bench extends StudyListener {
  readonly pool: Pick<Pool, 'threads' | 'playGames' | 'playTasks' | 'playMatches' | 'playPassages'>
  /** In this process, immediately. */
  readonly playHere: (order: MatchOrder, clocks: Clocks) => MatchResult
  readonly results: ResultsFile
}

export interface Reproduction {
  /** Fingerprint of results that do not come from games: two labs with the same one have the same results. Absent: `fingerprintOf`. */
  readonly fingerprint?: () => string
  /** Computes missing results. @param most games, seeds or trees of each; a small number is for a trial */
  readonly compute: (bench: Bench, most: number) => Promise<void>
  /** True if an unfinished reproduction has enough for a page; absent: a page needs all. */
  readonly isEnough?: (results: ResultsFile, most: number) => boolean
  /** The page, from the results alone. */
  readonly page: (results: ResultsFile, command: string, most: number) => string
  /** A picture of the results as SVG, which the page shows. */
  readonly picture?: (results: ResultsFile, most: number) => string
}

/** Games of one player from one seed. */
export interface GameBatch {
  readonly name: string
  readonly player: Player
  readonly games: number
  readonly seed: number
}

/**
 * Its games in the results, without those of another player under the same name.
 * @throws {LabError} `BAD_FILE` for a game under the number of another: it would count twice
 */
export function gamesOf(results: ResultsFile, batch: GameBatch): GameLine[] {
  const games = results.games(batch.name, playerKey(batch))
  const wrong = games.find(({ game, seed }) => seed !== deriveSeed(batch.seed, game))
  if (wrong) throw badFile(results.path, `game ${wrong.game} of "${batch.name}" has the seed of another game`)
  return games
}

/** Distinguishes its games from those of another player or seed. */
export function playerKey({ player, seed }: GameBatch): string {
  return contentHash({ player, seed })
}

/** Plays the games that the results lack. @throws {LabError} `CANCELLED` where it was stopped, and of the pool */
export async function playMissing({ pool, results, signal, onStage, onGames }: Bench, batch: GameBatch): Promise<void> {
  const { name, player, games, seed } = batch
  const missing = new Map<number, number>()
  for (let game = 0; game < games; game++)
    if (!results.has({ kind: 'game', batch: name, game, player: playerKey(batch) })) missing.set(deriveSeed(seed, game), game)
  onStage(name, games, games - missing.size)
  await pool.playGames(
    player,
    [...missing.keys()],
    ({ result }) => {
      const { seed, score, slides, nodes, maxRank, board } = result
      results.add({
        kind: 'game',
        batch: name,
        game: missing.get(seed)!,
        seed,
        player: playerKey(batch),
        score,
        largest: face(maxRank),
        slides,
        nodes,
        board: makePosition(board),
      })
      onGames(1)
    },
    { signal },
  )
  stopIfAsked(signal, results)
}

export function stopIfAsked({ aborted }: AbortSignal, { path }: ResultsFile): void {
  if (!aborted) return
  const done = existsSync(path) ? `What is done is in ${path}; the same command resumes there.` : 'Nothing is done yet.'
  throw new LabError('CANCELLED', `Stopped. ${done}`)
}

/** 1 … last */
export function seedsUpTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1)
}
