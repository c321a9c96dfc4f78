import type { MatchesOrder } from '../../../core/contract/compute'
import { readMatch, type MatchOrder } from '../../../core/contract/matches'
import type { MatchResult } from '../../../core/match/match'
import { MatchInPlay, type Clocks } from '../../../core/match/playMatch'
import { ChunkJob, type Worked } from './chunkJobs'

const CLOCKS: Clocks = {
  now: () => performance.now(),
  processor() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
}

/** Matches, one after another, action by action. An interrupted action is searched again. */
export class MatchesJob extends ChunkJob<MatchOrder, MatchResult> {
  #inPlay: MatchInPlay<unknown> | undefined

  constructor(
    order: MatchesOrder,
    tell: (results: readonly MatchResult[]) => void,
    /** Whether it was released, or a search waits for the thread. */
    private readonly isInterrupted: () => boolean,
  ) {
    super(undefined, order.matches, tell)
  }

  protected work(order: MatchOrder): Worked<MatchResult> {
    this.#inPlay ??= new MatchInPlay(readMatch(order), CLOCKS)
    const result = this.#inPlay.step(this.isInterrupted)
    if (!result) return this.isInterrupted() ? 'cut' : 'more'
    this.#inPlay = undefined
    return { result }
  }
}
