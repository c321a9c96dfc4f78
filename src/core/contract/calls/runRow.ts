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

type Stated = { readonly state: string }

/** Whether a run computes, or waits for it; tuning and training store `queued` for waiting. */
export const isActive = ({ state }: Stated): boolean => ['queued', 'waiting', 'running', 'stopping'].includes(state)
/** Whether a run has computed everything; analyses call it `complete`. */
export const isFinished = ({ state }: Stated): boolean => state === 'finished' || state === 'complete'
/** Whether the end of the lab, or a crash, stopped an analysis: the user paused none, and it did not fail. */
export const wasInterrupted = ({
  state,
  paused,
  problem,
}: Stated & { readonly paused?: true; readonly problem?: unknown }): boolean =>
  state === 'stopped' && !paused && problem === undefined
export const canResume = (run: Stated): boolean => !isActive(run) && !isFinished(run)

/** The event that reports the row of a run, by its kind. Apart from the contract's shapes, which a short command need not load. */
export const RUN_EVENTS = {
  tuning: 'tuning',
  training: 'training',
  bench: 'comparison',
  comparison: 'comparison',
  wallTest: 'wallTest',
  study: 'study',
  sweep: 'sweep',
  arena: 'tournament',
  analysis: 'gameAnalysis',
  playouts: 'playouts',
  calibration: 'calibration',
} as const
