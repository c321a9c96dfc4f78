/** What goes on in the background for longer than a moment, whichever service does it. */
import { z } from '../zod'
import { call, idShape } from './call'

/**
 * `replay`: a kept game that is played again, titled by its number, as `analysis` is. `playouts`: of a slide, titled `game/slide`.
 * `arena`: a tournament, titled by its players. `tree`: a recorded search, titled by its position. `data`: the data folder itself, as it is moved or copied.
 */
export type JobKind = 'analysis' | 'playouts' | 'replay' | 'tree' | 'tuning' | 'bench' | 'import' | 'data' | 'arena'

export interface JobView {
  /** Never given twice while the lab runs. */
  readonly id: number
  readonly kind: JobKind
  /** What it works on, as people know it: the name of a run, the number of a game. May be empty. */
  readonly title: string
  /** `waiting` for another job or for threads; `stopping` once it was cancelled, until it has let go. */
  readonly state: 'running' | 'paused' | 'waiting' | 'stopping'
  /** In the job's own unit. */
  readonly done: number
  /** Absent while nobody knows. */
  readonly total?: number
  /** Milliseconds still to go while it runs; absent until its progress tells. */
  readonly leftMs?: number
}

export const JOB_CALLS = {
  /** Asks a job to end early; one that has ended meanwhile needs nothing. */
  cancelJob: call<void>()(z.strictObject({ id: idShape })),
} as const
