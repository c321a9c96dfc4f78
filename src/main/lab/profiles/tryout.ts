import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import { LabError } from '../../../core/errors'
import type { Pool } from '../../compute/pool/pool'

/** The longest wait for new values after the user has moved a slider. */
const LONGEST_MS = 2_000

/** Searches for a user who tries out weights: only the last request matters. */
export class Tryout {
  #running: AbortController | undefined

  constructor(private readonly pool: Pool) {}

  /** @throws {LabError} `CANCELLED` if another request came meanwhile; errors of the pool */
  async search(board: Board, player: Player): Promise<SearchReport> {
    this.close()
    const abort = new AbortController()
    this.#running = abort
    const ms = Math.min(player.limits.ms ?? LONGEST_MS, LONGEST_MS)
    try {
      const { report } = await this.pool.search(board, { ...player, limits: { ...player.limits, ms } }, { signal: abort.signal })
      if (abort.signal.aborted) throw new LabError('CANCELLED', 'Other weights were tried meanwhile.')
      return report
    } finally {
      if (this.#running === abort) this.#running = undefined
    }
  }

  close(): void {
    this.#running?.abort()
  }
}
