import type { JobId, StopCell } from '../../../core/contract/compute'
import type { Kernel } from '../../../core/kernel/port'
import { drive, type SearchSteps } from '../../../core/games/twenty48/search/engine'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import type { SearchLimits } from '../../../core/search/settings'
import { stopWithin } from './timeLimit'

/**
 * Searches one slide of a game on this thread, with its own clock. Releasing the job stops the search through the cell.
 * @param isWanted whether another search needs the thread
 */
export function searchSlide(
  kernel: Kernel,
  steps: SearchSteps<SearchReport>,
  { ms }: SearchLimits,
  stopCell: StopCell,
  job: JobId,
  isWanted = () => false,
): SearchReport {
  const stop = stopWithin(ms, () => Atomics.load(stopCell, 2) >= job || isWanted())
  return drive(steps, request => kernel.search(request, stop))
}
