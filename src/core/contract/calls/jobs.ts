/** Long work in the background, from any service. */
import { call, idShape } from './call'

/**
 * `replay`: a saved game that is replayed, titled by its number, as `analysis` is. `playouts`: of a move, titled `game/move`. `arena`: a
 * tournament, titled by its players. `tree`: a recorded search, titled by its position. `data`: the data folder, while it is moved or
 * copied.
 */
export type JobKind =
  | 'calibration'
  | 'analysis'
  | 'playouts'
  | 'replay'
  | 'tree'
  | 'tuning'
  | 'training'
  | 'bench'
  | 'comparison'
  | 'wallTest'
  | 'study'
  | 'sweep'
  | 'import'
  | 'data'
  | 'arena'

export interface JobView {
  /** Unique while the lab runs. */
  readonly id: number
  readonly kind: JobKind
  /** The name of its subject for people, such as the name of a run or the number of a game. May be empty. */
  readonly title: string
  /** The id of the run that it computes; absent for other work. */
  readonly run?: number | string
  /** The profile whose run it is; absent for kinds whose runs belong to none. */
  readonly profile?: string
  /** `waiting` for another job or for threads; `stopping` after a cancel, until it has ended. */
  readonly state: 'running' | 'paused' | 'waiting' | 'stopping'
  /** In the job's own unit. */
  readonly done: number
  /** Absent while unknown. */
  readonly total?: number
  /** Remaining milliseconds while it runs; absent until they can be estimated. */
  readonly leftMs?: number
}

export const JOB_CALLS = {
  /** Requests a job to end early; ignored if it has ended. */
  cancelJob: call<void>()({ id: idShape }),
} as const
