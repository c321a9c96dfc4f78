import type { JobId, StopCell } from '../../../core/contract/compute'
import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { choose } from '../../../core/games/twenty48/search/choice'
import type { DeepenOptions } from '../../../core/games/twenty48/search/deepening'
import { drive, type SearchSteps, type Stop } from '../../../core/games/twenty48/search/engine'
import { clockOf } from '../../../core/games/twenty48/search/gameClock'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import type { Kernel } from '../../../core/kernel/port'
import { stopWithin } from './timeLimit'

/**
 * Searches one slide of a game on this thread, with its own clock. Releasing the job stops the search through the cell. The limit does not
 * bound an expert, and begins after it.
 * @param isWanted whether another search needs the thread
 */
export function searchSlide(
  kernel: Kernel,
  steps: SearchSteps<SearchReport>,
  { ms }: { readonly ms?: number | undefined },
  stopCell: StopCell,
  job: JobId,
  isWanted = () => false,
): SearchReport {
  const isReleased = (): boolean => Atomics.load(stopCell, 2) >= job || isWanted()
  const stopOfExpert = stopWithin(undefined, isReleased)
  let stop: Stop | undefined
  return drive(steps, request => kernel.search(request, request.expert ? stopOfExpert : (stop ??= stopWithin(ms, isReleased))))
}

/**
 * The searches of the moves of one game, one after the other. A clock runs over the game if the player's limits are for its moves on average.
 * @param isWanted as of `searchSlide`
 */
export function searchesOfGame(
  kernel: Kernel,
  player: Player,
  stopCell: StopCell,
  job: JobId,
  isWanted?: () => boolean,
): (board: Board, options?: Pick<DeepenOptions, 'variation'>) => SearchReport {
  const { settings, limits } = player
  const clock = clockOf(limits, settings.cut, () => performance.now())
  return (board, options) => {
    const pace = clock?.begin()
    const ms = pace ? pace.mostMs : limits.ms
    const report = searchSlide(kernel, choose(board, player, { ...options, pace }), { ms }, stopCell, job, isWanted)
    if (report.stopped !== 'request') clock?.end(report.nodes)
    return report
  }
}
