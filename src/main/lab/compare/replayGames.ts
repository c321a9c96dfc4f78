/** Plays stored games again, and compares the results. */
import type { StoredBatch, StoredBatchGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { GameResult } from '../../../core/games/twenty48/player'
import type { Pool } from '../../compute/pool/pool'
import type { Experiment } from './storedComparisons'

type Outcome = Pick<GameResult, 'score' | 'slides' | 'board'>

/** A game with a different result. */
interface DifferentGame {
  /** Name of the batch. */
  readonly name: string
  readonly game: number
  readonly seed: number
  readonly stored: Outcome
  readonly played: Outcome
}

export interface ReplayedGames {
  /** Number of games played again. */
  readonly games: number
  /** The first by batch and number; absent where all are identical. */
  readonly first: DifferentGame | undefined
  /** Players under a time limit, whose games cannot be reproduced. */
  readonly skipped: readonly string[]
  /** First hex digits of the kernels' sha-256. */
  readonly kernel: { readonly stored: string; readonly here: string }
}

export interface ReplayOptions {
  /** Ends it early. */
  readonly signal: AbortSignal
  readonly onStart: (total: number) => void
  readonly onGame: (games: number) => void
}

/** @throws {LabError} `BAD_SETTING` if every player has a time limit, and errors of the pool */
export async function replayGames(
  { pool, kernel }: { readonly pool: Pool; readonly kernel: string },
  stored: readonly StoredBatch[],
  { plan, provenances, earlier }: Experiment,
  { signal, onStart, onGame }: ReplayOptions,
): Promise<ReplayedGames> {
  const all = stored.map(({ title: name, stored }, place) => ({
    ...{ name, stored, player: plan.players[place]!.player, pages: earlier[place]!.pages },
  }))
  const able = all.filter(({ player }) => player.limits.ms === undefined)
  const skipped = all.filter(each => !able.includes(each)).map(({ name }) => name)
  if (able.length === 0)
    throw new LabError('BAD_SETTING', 'Its games were decided by a clock: the same seeds play other games each time.')
  onStart(able.reduce((sum, { stored }) => sum + stored, 0))
  let games = 0
  let first: DifferentGame | undefined
  for (const { player, pages, name } of able)
    for await (const page of pages) {
      const different: DifferentGame[] = []
      const seeds = page.map(({ seed }) => seed)
      const compare = ({ result }: { readonly result: GameResult }, index: number): void => {
        const stored = page[index]!
        onGame(++games)
        if (!isSame(stored, result))
          different.push({ name, game: stored.index, seed: stored.seed, stored: outcomeOf(stored), played: outcomeOf(result) })
      }
      await pool.playGames(player, seeds, compare, { signal })
      first ??= different.toSorted((a, b) => a.game - b.game)[0]
    }
  return { games, first, skipped, kernel: { stored: provenances[0]!.kernel, here: kernel } }
}

function isSame(stored: StoredBatchGame, played: GameResult): boolean {
  return (
    stored.score === played.score &&
    stored.slides === played.slides &&
    stored.board.every((rank, cell) => rank === played.board[cell])
  )
}

function outcomeOf({ score, slides, board }: Outcome): Outcome {
  return { score, slides, board }
}
