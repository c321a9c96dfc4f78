/** The store's records of tuning runs; see `stored.ts` for the conventions. */
import type { LabErrorData } from '../errors'
import type { Interval } from '../stats/intervals'
import type { GameOutcome } from '../tuning/fitness'

/**
 * `queued`: waits for the run that computes. `paused`: by the user, or because the lab ended or was killed. `stopped`: ended early by the
 * user. `failed`: an error other than a failed evaluation. All but `queued` and `running` can resume; a `finished` one once it is extended.
 */
export type TuningState = 'queued' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed'

/** Progress of a run; changes only together with its checkpoint. */
export interface TuningProgress {
  /** Complete batches. */
  readonly iterations: number
  /** Evaluations passed to the optimiser, including failed ones. */
  readonly evaluations: number
  readonly failed: number
  /** Evaluations that were repeated because they failed at first. */
  readonly retried: number
  readonly games: number
  /** Time spent computing, validation included. */
  readonly ms: number
  /** The optimiser's best. */
  readonly best: StoredBest | null
}

/** Result of the chosen best on unseen seeds. */
export interface StoredValidated {
  /** The chosen candidate: not always the one that looked best. */
  readonly candidate: number
  readonly position: readonly number[]
  readonly games: number
  /** Points; for pairs of games against an opponent and for phases, in the unit of the fitness. */
  readonly mean: number
  /** Valid for a single look. */
  readonly interval: Interval
  /** Valid at every look; absent in runs of earlier labs. */
  readonly always?: Interval | null
  /** Candidates that were validated for a report by then; absent in runs of earlier labs. */
  readonly looks?: number
}

export interface StoredBest {
  /** The candidate. */
  readonly id: number
  readonly position: readonly number[]
  /** The mean of all evaluations of the point, in the fitness's unit. */
  readonly fitness: number
  /** More than one only in runs of earlier labs. */
  readonly evaluations: number
}

/** `finish`: search to the end of the budget, then validate. `validate`: only play pending validations. */
export type TuningGoal = 'finish' | 'validate'

export interface NewTuning {
  readonly name: string
  /** A `TuningConfig`; its budget grows when the run is extended. */
  readonly config: unknown
  readonly provenance: unknown
}

export interface StoredTuning extends NewTuning, TuningProgress {
  readonly id: number
  readonly state: TuningState
  readonly goal: TuningGoal
  readonly validated: StoredValidated | null
  /** Games played for the choice at its end; 0 for a finished run. */
  readonly validationGames?: number
  readonly error: LabErrorData | null
  readonly created: number
  /** When it was first computed, and when it ended; `null` before. */
  readonly started: number | null
  readonly ended: number | null
  /** Time of the last write to it. */
  readonly updated: number
}

/** One evaluation. Positions and velocities are in the optimiser's coordinates, one number per tuned parameter. */
export interface StoredEvaluation {
  /** The candidate's. */
  readonly id: number
  readonly iteration: number
  /** `reassess`, `centre`: only in runs of earlier labs, of a best again and of the mean of a distribution. */
  readonly purpose: 'move' | 'reassess' | 'centre'
  readonly particle: number | null
  /** The candidate that a `reassess` repeats. */
  readonly again: number | null
  readonly position: Float64Array
  readonly velocity: Float64Array | null
  /** `null` for a failed evaluation. */
  readonly fitness: number | null
  readonly standardError: number | null
  /** Mean of the scores. */
  readonly mean: number | null
  readonly meanError: number | null
  readonly games: number
  /** True if racing stopped it. */
  readonly stopped: boolean
  /** Time of its games on their threads. */
  readonly ms: number
  /** Why it failed. */
  readonly error: string | null
}

/** One complete batch, with the data for charts. */
export interface StoredIteration {
  readonly iteration: number
  /** Ids of its evaluations are `first` … `first + evaluations − 1`. */
  readonly first: number
  readonly evaluations: number
  readonly failed: number
  readonly games: number
  /** Games of all batches before it. */
  readonly gamesBefore: number
  /** Computing time since the batch before. */
  readonly ms: number
  /** The optimiser's best after it. */
  readonly gbest: number | null
  readonly gbestId: number | null
  /** Best fitness of its evaluations; `null` if all of them failed. */
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
   * Mean distance to the centroid, and mean length of the velocities, in diagonals of the bounds, `null` if a swarm without limits has
   * diverged to infinity; share of coordinates at a bound.
   */
  readonly diversity: number | null
  readonly speed: number | null
  readonly atBounds: number
  /** Four numbers per coordinate: gbest (`NaN` before there is one), median, 10 % and 90 % quantile of its positions. */
  readonly positions: Float64Array
}

/** Additions to a run in one transaction. */
export interface RunAdvance {
  readonly evaluations: readonly StoredEvaluation[]
  readonly iterations: readonly StoredIteration[]
  /** JSON; `main/lab/tuning/runSearch.ts` defines its contents. */
  readonly checkpoint: unknown
  readonly progress: TuningProgress
}

export const EVALUATION_SORTS = ['id', 'fitness', 'mean', 'standardError', 'games', 'ms'] as const
export type EvaluationSort = (typeof EVALUATION_SORTS)[number]

/** Games on seeds that no evaluation of any run plays. */
export interface NewValidation {
  readonly run: number
  /** The player: a candidate of the run, or the run's origin. */
  readonly subject: 'candidate' | 'origin'
  /** `null` for the origin, as its position. */
  readonly candidate: number | null
  readonly position: readonly number[] | null
  /** Complete batches when it began: its place on the convergence chart. */
  readonly iteration: number
  /**
   * `select`: games that choose among the best few, so the chosen one's mean is optimistic. `report`: games on seeds that chose nothing.
   */
  readonly purpose: 'select' | 'report'
  /**
   * True if the user named the candidate: such a report does not take part in the choice of the best, and has its own games. The best of
   * several is a choice, which no interval corrects.
   */
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
  /** Result of the games; `null` before the last of them. */
  readonly summary: unknown
}

/** One game of a validation, or one pair of games against an opponent. */
export interface ValidationGame extends Required<GameOutcome> {
  /** 0 … games − 1 */
  readonly place: number
  /** For a pair, the moves of both games. */
  readonly slides: number
  readonly ms: number
}

/** A run whose results are lines of JSON, without the lines. */
export interface StoredLineRun {
  /** Unique in the store. */
  readonly id: number
  readonly kind: string
  /** Identifies the run within its kind: a number, or a hash of its content. */
  readonly key: string
  /** For people. */
  readonly title: string
  /** What is computed, by which lab, where and since when: the head of its file. */
  readonly head: unknown
  /** State as it was left: a run that computes is stored as paused. */
  readonly state: 'paused' | 'finished' | 'failed'
  /** Why it failed. */
  readonly problem: LabErrorData | null
  readonly created: number
  readonly updated: number
  /** When it was deleted. */
  readonly deleted: number | null
  /** Number of its lines. */
  readonly lines: number
}

export type LineRunChange = Partial<Pick<StoredLineRun, 'title' | 'head' | 'state' | 'problem'>>

/** A result of a run. */
export interface StoredLine {
  /** Unique in the run; lines are in this order. */
  readonly number: number
  /** A JSON object. */
  readonly text: string
}
