/** What the rows of runs of several kinds have. */
import type { LabErrorData } from '../../errors'

export interface RunStanding<Rests extends string = 'paused' | 'failed' | 'finished'> {
  /** `stopping`: paused, until its computation has ended. */
  readonly state: Rests | 'waiting' | 'running' | 'stopping'
  /** Runs of its kind that wait before it; absent unless it waits. */
  readonly ahead?: number
  /** Remaining milliseconds; absent unless it computes and its pace is known. */
  readonly leftMs?: number
  /** Why it failed, or cannot resume; absent once it is resumed. */
  readonly problem?: LabErrorData
  readonly deleted?: boolean
}

/** The row of a run whose results are lines. */
export interface LineRunRow extends RunStanding {
  readonly id: number
  readonly name: string
}
