/** Series of which the processor time is told of each move. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { readMatch } from '../../../../core/contract/matches'
import type { MatchResult } from '../../../../core/match/match'
import { playMatch, type Clocks } from '../../../../core/match/playMatch'
import { stopIfAsked, type Bench } from '../reproduction'
import { lineOf, missingMatches, orderOf, type Numbered, type Series } from './series'

/** Of each series, which count nowhere: code is compiled when it has run for a while. */
const WARM_UPS = [0, 1, 2]

/** Of this process, to the microsecond; that of a thread may be counted by ticks of some ms, and a move of greedy takes less. */
const CLOCKS: Clocks = {
  now: () => performance.now(),
  processor() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/**
 * Plays them in this process, one at a time. The threads of the pool are not started, so that the processor time is that of the match in play.
 *
 * @throws {LabError} `CANCELLED` where it was stopped
 */
export async function timeMissing(bench: Bench, stage: string, all: readonly Series[]): Promise<void> {
  const { results, signal, onGames } = bench
  const missing = missingMatches(bench, stage, all)
  const time = async (numbered: Numbered): Promise<MatchResult> => {
    await otherWork()
    stopIfAsked(signal, results)
    return playMatch(readMatch(orderOf(numbered)), CLOCKS)
  }
  if (missing.length > 0) for (const match of WARM_UPS) for (const series of all) await time({ series, match })
  for (const numbered of missing) {
    results.add(lineOf(numbered, await time(numbered)))
    onGames(1)
  }
}
