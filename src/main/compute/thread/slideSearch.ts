import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { choose } from '../../../core/games/twenty48/search/choice'
import type { DeepenOptions } from '../../../core/games/twenty48/search/deepening'
import { drive, type DrawnReport, type SearchSteps, type Stop } from '../../../core/games/twenty48/search/engine'
import { clockOf } from '../../../core/games/twenty48/search/gameClock'
import type { Kernel } from '../../../core/kernel/port'

/**
 * Searches one slide of a game on this thread, with its own clock. The limit does not bound an expert, and begins after it.
 * @param isInterrupted whether the job was released, or another search needs the thread
 */
export function searchSlide(
  kernel: Kernel,
  steps: SearchSteps<DrawnReport>,
  { ms }: { readonly ms?: number | undefined },
  isInterrupted: () => boolean,
): DrawnReport {
  const stopOfExpert = stopWithin(undefined, isInterrupted)
  let stop: Stop | undefined
  return drive(steps, request => kernel.search(request, request.expert ? stopOfExpert : (stop ??= stopWithin(ms, isInterrupted))))
}

/**
 * The searches of the moves of one game, one after the other. A clock runs over the game if the player's limits are for its moves on average.
 * @param isInterrupted as of `searchSlide`
 */
export function searchesOfGame(
  kernel: Kernel,
  player: Player,
  isInterrupted: () => boolean,
): (board: Board, options?: Pick<DeepenOptions, 'variation' | 'pairs'>) => DrawnReport {
  const { settings, limits } = player
  const clock = clockOf(limits, settings.cut, () => performance.now())
  return (board, options) => {
    const pace = clock?.begin()
    const ms = pace ? pace.mostMs : limits.ms
    const report = searchSlide(kernel, choose(board, player, { ...options, pace }), { ms }, isInterrupted)
    if (report.stopped !== 'request') clock?.end(report.nodes)
    return report
  }
}

/** Stops a search that begins now after `ms`, if any, and when it is released. */
export function stopWithin(ms: number | undefined, isReleased: () => boolean): Stop {
  if (ms === undefined) return () => (isReleased() ? 'request' : undefined)
  const end = performance.now() + ms
  return () => (isReleased() ? 'request' : performance.now() >= end ? 'limit' : undefined)
}
