import type { JobId, StopCell } from '../../../core/contract/compute'
import type { Kernel } from '../../../core/kernel/port'
import { drive, type SearchSteps } from '../../../core/search/engine'
import type { SearchReport } from '../../../core/search/report'
import type { SearchLimits } from '../../../core/search/settings'
import { isRoot, stopsOf } from './timeLimit'

/**
 * Runs a search of a game's slide on the thread itself, with a clock of its own. A released job stops it by the cell.
 *
 * @param isWanted whether it is to make way for another search
 */
export function searchSlide(
  kernel: Kernel,
  steps: SearchSteps<SearchReport>,
  { ms }: SearchLimits,
  stopCell: StopCell,
  job: JobId,
  isWanted = () => false,
): SearchReport {
  const released = (): boolean => Atomics.load(stopCell, 2) >= job || isWanted()
  const [root, variation] = stopsOf(performance.now(), ms, released)
  return drive(steps, request => kernel.search(request, isRoot(request) ? root : variation))
}
