/** Series whose processor time is measured move by move. */
import { setImmediate as otherWork } from 'node:timers/promises'
import type { MatchResult } from '../../../../core/match/match'
import type { Clocks } from '../../../../core/match/playMatch'
import { stopIfAsked, type Bench } from '../reproduction'
import { lineOf, missingMatches, orderOf, type Numbered, type Series } from './series'

/**
 * Processor time of this process in milliseconds, to the microsecond. A system may count that of a single thread by ticks of some ms,
 * and a move of greedy takes less.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Limits in time are of time that passes. */
const PASSING = { now: () => performance.now(), processor: processorMs } satisfies Clocks

/** A search looks at its clock at each position, which takes less time than the system needs to say what the processor has done. */
const READ_EVERY_MS = 0.1

/**
 * Limits in time are of processor time, so other programs on the machine take nothing from a search.
 *
 * @param passing milliseconds that have passed @param processor milliseconds of processor time
 * @returns clocks whose `now` is up to `READ_EVERY_MS` late
 */
function processorClocks(passing: () => number, processor: () => number): Clocks {
  let readAt = -Infinity
  let read = 0
  const now = () => {
    const passed = passing()
    if (passed - readAt >= READ_EVERY_MS) [readAt, read] = [passed, processor()]
    return read
  }
  return { now, processor }
}

export interface Timing {
  readonly stage: string
  /** What a limit in time counts. */
  readonly limits: 'passing' | 'processor'
  /** Matches of each series that are played first and not counted: code is compiled after it has run for a while. */
  readonly warmUps: number
}

/**
 * Plays them in this process, one at a time. The threads of the pool have nothing to do meanwhile, so the processor time is that of the
 * match in play.
 *
 * @throws {LabError} `CANCELLED` where it was stopped
 */
export async function timeMissing(bench: Bench, { stage, limits, warmUps }: Timing, all: readonly Series[]): Promise<void> {
  const { results, signal, onGames, playHere } = bench
  const missing = missingMatches(bench, stage, all)
  const clocks = limits === 'processor' ? processorClocks(PASSING.now, processorMs) : PASSING
  const time = async (numbered: Numbered): Promise<MatchResult> => {
    await otherWork()
    stopIfAsked(signal, results)
    return playHere(orderOf(numbered), clocks)
  }
  if (missing.length > 0) for (let match = 0; match < warmUps; match++) for (const series of all) await time({ series, match })
  for (const numbered of missing) {
    results.add(lineOf(numbered, await time(numbered)))
    onGames(1)
  }
}
