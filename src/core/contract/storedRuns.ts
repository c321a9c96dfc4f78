/** What the store keeps of tuning runs; see `stored.ts` for the conventions. */
import type { LabErrorData } from '../errors'
import type { Interval } from '../stats/intervals'
import type { GameOutcome } from '../tuning/fitness'
import type { Purpose } from '../tuning/optimizer'

/**
 * `queued`: waits for the run that computes. `paused`: by a person, or because the lab ended or was killed. `stopped`: given up
 * by a person before its end. `failed`: something besides an evaluation went wrong. All but `queued` and `running` can be
 * taken up again where they stood; a `finished` one when it is extended.
 */
export type RunState = 'queued' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed'

/** How far a run has come; all of it changes with its checkpoint. */
export interface RunProgress {
  /** Complete batches. */
  readonly iterations: number
  /** Evaluations told to the optimiser, failed ones among them. */
  readonly evaluations: number
  readonly failed: number
  /** Evaluations that were made a second time because the first failed. */
  readonly retried: number
  readonly games: number
  /** Time spent computing, validation included. */
  readonly ms: number
  /** What the optimiser holds for best. */
  readonly best: StoredBest | null
}

/** What the chosen best came to on unseen seeds. */
export interface StoredValidated {
  readonly candidate: number
  readonly position: readonly number[]
  readonly games: number
  readonly mean: number
  /** For one look. */
  readonly interval: Interval
  /** Holds at every look; absent from runs of earlier labs. */
  readonly always?: Interval | null
}

export interface StoredBest {
  /** The candidate. */
  readonly id: number
  readonly position: readonly number[]
  /** As the optimiser has it: the mean of all evaluations of the point. */
  readonly fitness: number
  readonly evaluations: number
}

/** `finish`: search to the end of the budget, then validate. `validate`: only play the validations that wait. */
export type RunGoal = 'finish' | 'validate'

export interface NewRun {
  readonly name: string
  /** A `TuningConfig`; its budget grows when the run is extended. */
  readonly config: unknown
  readonly provenance: unknown
}

export interface StoredRun extends NewRun, RunProgress {
  readonly id: number
  readonly state: RunState
  readonly goal: RunGoal
  readonly validated: StoredValidated | null
  readonly error: LabErrorData | null
  readonly created: number
  /** When it was computed first, and when it ended; `null` before. */
  readonly started: number | null
  readonly ended: number | null
  /** When something of it was written last. */
  readonly updated: number
}

/** Of one evaluation. Positions and velocities are in the optimiser's coordinates, one number a tuned parameter. */
export interface StoredEvaluation {
  /** The candidate's. */
  readonly id: number
  readonly iteration: number
  readonly purpose: Purpose
  readonly particle: number | null
  /** The candidate that was evaluated again. */
  readonly again: number | null
  readonly position: Float64Array
  readonly velocity: Float64Array | null
  /** `null` of an evaluation that failed. */
  readonly fitness: number | null
  readonly standardError: number | null
  /** Of the scores. */
  readonly mean: number | null
  readonly meanError: number | null
  readonly games: number
  /** Whether racing stopped it. */
  readonly stopped: boolean
  /** Time of its games on their threads. */
  readonly ms: number
  /** Why it failed. */
  readonly error: string | null
}

/** One complete batch, as charts draw it. */
export interface StoredIteration {
  readonly iteration: number
  /** Ids of its evaluations are `first` … `first + evaluations − 1`. */
  readonly first: number
  readonly evaluations: number
  readonly failed: number
  readonly games: number
  /** Of all batches before it. */
  readonly gamesBefore: number
  /** From the batch before to this one, while it was computed. */
  readonly ms: number
  /** The optimiser's best after it. */
  readonly gbest: number | null
  readonly gbestId: number | null
  /** Of the fitness of its evaluations; `null` where all of them failed. */
  readonly best: number | null
  readonly mean: number | null
  readonly median: number | null
  readonly p10: number | null
  readonly p90: number | null
  /** Standard deviation between its evaluations. */
  readonly spread: number | null
  /** Root mean square of the standard errors of its evaluations. */
  readonly noise: number | null
  /**
   * Mean distance to the centroid, mean length of the velocities, in diagonals of the bounds, `null` where a swarm without limits has left
   * all numbers behind; share of coordinates at a bound.
   */
  readonly diversity: number | null
  readonly speed: number | null
  readonly atBounds: number
  /** Four numbers a coordinate: gbest (`NaN` before there is one), median, 10 % and 90 % quantile of its positions. */
  readonly positions: Float64Array
}

/** What a transaction adds to a run. */
export interface RunAdvance {
  readonly evaluations: readonly StoredEvaluation[]
  readonly iterations: readonly StoredIteration[]
  /** JSON; what is in it is known to `main/lab/tuning/runSearch.ts`. */
  readonly checkpoint: unknown
  readonly progress: RunProgress
}

export const EVALUATION_SORTS = ['id', 'fitness', 'mean', 'standardError', 'games', 'ms'] as const
export type EvaluationSort = (typeof EVALUATION_SORTS)[number]

export interface EvaluationFilter {
  /** Closed range of batches. */
  readonly from?: number
  readonly to?: number
  readonly failed?: boolean
  readonly stopped?: boolean
  readonly minFitness?: number
  /** Only these, as far as they are there. */
  readonly ids?: readonly number[]
}

export interface EvaluationQuery extends EvaluationFilter {
  readonly run: number
  readonly sort: EvaluationSort
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
}

/** Who plays in a validation: a candidate of the run, or the weights that the run was given to improve. */
export type ValidationSubject = 'candidate' | 'origin'

/** Games on seeds that no evaluation of any run plays. */
export interface NewValidation {
  readonly run: number
  readonly subject: ValidationSubject
  /** `null` of the origin, as its position. */
  readonly candidate: number | null
  readonly position: readonly number[] | null
  /** Batches that were complete when it was begun. */
  readonly iteration: number
  /** Why it is made: to choose between the best few, or to say what the chosen one is worth. */
  readonly purpose: 'select' | 'report'
  /** Whether a person named the candidate: such a report is no part of the choice of the best, and has games of its own. */
  readonly byHand: boolean
  /** Games `from` … `from + games − 1` of the run's validation seeds. */
  readonly from: number
  readonly games: number
}

export interface StoredValidation extends NewValidation {
  readonly id: number
  readonly created: number
  /** Games played so far. */
  readonly done: number
  /** What they came to; `null` before the last of them. */
  readonly summary: unknown
}

/** One game of a validation, or one pair of games against an opponent. */
export interface ValidationGame extends Required<GameOutcome> {
  /** 0 … games − 1 */
  readonly place: number
  /** Of a pair the moves of both games. */
  readonly slides: number
  readonly ms: number
}
