import type { RecordedIteration } from '../../core/contract/compute'
import { LabError } from '../../core/errors'
import type { Board } from '../../core/games/twenty48/board'
import type { Player } from '../../core/games/twenty48/player'
import type { SearchReport } from '../../core/search/report'
import type { TraceData } from '../../core/search/trace/trace'
import type { Pool } from '../compute/pool'

/** A search that was recorded from beginning to end. */
export interface WholeSearch {
  /** Its last iteration that counts. */
  readonly data: TraceData
  readonly report: SearchReport
  readonly ms: number
}

/** Records one search, for whoever waits for it. @throws {LabError} `CANCELLED` when it was ended before anything was finished, and what the pool throws */
export async function recordSearch(
  pool: Pick<Pool, 'trace'>,
  board: Board,
  player: Player,
  mebibytes: number,
  signal?: AbortSignal,
): Promise<WholeSearch> {
  let iteration: RecordedIteration | undefined
  let ending: { report: SearchReport; ms: number } | undefined
  await pool.trace(
    player,
    { root: { board, kind: 'max' }, reach: 1, mebibytes },
    recorded => {
      iteration = recorded.iteration ?? iteration
      if (recorded.report) ending = { report: recorded.report, ms: recorded.ms }
    },
    { signal },
  )
  if (!iteration || !ending) throw new LabError('CANCELLED', 'The search was stopped before it had anything to record.')
  return { data: iteration.data, ...ending }
}
