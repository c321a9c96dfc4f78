/** Plays stored batches again, and compares the games. */
import type { StoredBatch, StoredBatchGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { GameResult } from '../../../core/games/twenty48/player'
import type { Pool } from '../../compute/pool/pool'
import { unfinishedOf, type BatchReader } from './benchBatches'
import { numberGames } from './contenders'

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

export interface PlayedAgain {
  /** Number of games played again. */
  readonly games: number
  /** The first by batch and number; absent where all are identical. */
  readonly first: DifferentGame | undefined
  /** Players under a time limit, whose games cannot be reproduced. */
  readonly skipped: readonly string[]
  /** First hex digits of the kernels' sha-256. */
  readonly kernel: { readonly stored: string; readonly here: string }
}

export interface ReplayHearing {
  /** Ends it early. */
  readonly signal: AbortSignal
  readonly onBegun: (total: number) => void
  readonly onGame: (games: number) => void
}

/** @throws {LabError} `BAD_SETTING` if every player has a time limit; `BAD_STORE`, and errors of the pool */
export async function playAgain(
  { pool, kernel }: { readonly pool: Pool; readonly kernel: string },
  store: BatchReader,
  batches: readonly StoredBatch[],
  { signal, onBegun, onGame }: ReplayHearing,
): Promise<PlayedAgain> {
  const all = batches.map(batch => ({ ...unfinishedOf(store, batch), name: batch.title }))
  const able = all.filter(({ plan }) => plan.player.limits.ms === undefined)
  const skipped = all.filter(each => !able.includes(each)).map(({ name }) => name)
  if (able.length === 0)
    throw new LabError('BAD_SETTING', 'Its games were decided by a clock: the same seeds play other games each time.')
  onBegun(able.reduce((sum, { stored }) => sum + stored, 0))
  let games = 0
  let first: DifferentGame | undefined
  for (const { plan, earlier, name } of able)
    for await (const page of earlier.pages) {
      const different: DifferentGame[] = []
      const numberOf = numberGames(page.map(({ seed }) => seed))
      const compare = ({ result }: { readonly result: GameResult }): void => {
        const stored = page[numberOf(result.seed)]!
        onGame(++games)
        if (!isSame(stored, result))
          different.push({ name, game: stored.index, seed: stored.seed, stored: outcomeOf(stored), played: outcomeOf(result) })
      }
      await pool.playGames(plan.player, page.map(({ seed }) => seed), compare, { signal }) // oxfmt-ignore
      first ??= different.toSorted((a, b) => a.game - b.game)[0]
    }
  return { games, first, skipped, kernel: { stored: able[0]!.made.kernel, here: kernel } }
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
