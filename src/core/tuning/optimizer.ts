/** Ask/tell: what the lab asks of everything that searches for good weights. */

/** One coordinate's closed range. Where a parameter is tuned on a log scale these are the ends of its logarithm. */
export interface Bound {
  readonly name: string
  readonly min: number
  readonly max: number
}

/**
 * Why a point is evaluated. `move`: to learn from it. `reassess`: it was a best before, and its fitness becomes the mean of
 * all its evaluations. `centre`: the mean of a distribution, which is learnt of but not from.
 */
export type Purpose = 'move' | 'reassess' | 'centre'

/** A point to evaluate. The id, not the array, ties a result to its question. */
export interface Candidate {
  /** Counts the candidates of a run from 0. */
  readonly id: number
  /** The batch it belongs to, from 0. */
  readonly iteration: number
  readonly purpose: Purpose
  /** One value a bound, in the order of the bounds, inside them (but for the thesis's swarm without a boundary rule). */
  readonly params: readonly number[]
  /** Which particle of a swarm stands here. */
  readonly particle?: number
  /** What brought the particle here. */
  readonly velocity?: readonly number[]
  /** The candidate that is evaluated again. */
  readonly again?: number
  /** Up to this fitness the answer changes nothing, however far below: what racing may make use of. */
  readonly rival?: number
}

export interface Evaluation {
  readonly id: number
  /** Larger is better. What is not a finite number marks a failed evaluation, and never becomes a best. */
  readonly fitness: number
  /** What it counts in a mean with other evaluations of the same point: the games behind it. 1 unless told. */
  readonly weight?: number
}

/** The best that is known of a particle, or of all. */
export interface Best {
  /** The candidate that first stood here. */
  readonly id: number
  readonly params: readonly number[]
  /** Mean of all evaluations of this point, by their weights. Picked for being high, so it is too high until reassessed. */
  readonly fitness: number
  readonly weight: number
  readonly evaluations: number
}

/** One particle as charts draw it, or one of the best points of an optimiser without particles. */
interface Member {
  readonly params: readonly number[]
  /** `null` where there is no such thing. */
  readonly velocity: readonly number[] | null
  readonly best: Best | null
  /** The member whose best pulls this one. */
  readonly leader: number | null
}

/** Where an optimiser stands before the batch that waits for answers is told. */
export interface Population {
  readonly iteration: number
  readonly members: readonly Member[]
  /** Of a distribution, its centre and its standard deviations, one a bound. */
  readonly distribution: { readonly mean: readonly number[]; readonly deviations: readonly number[] } | null
}

/** Plain JSON. With the settings, the bounds and the start that the optimiser was made of, all there is to it. */
export interface OptimizerSnapshot<State = unknown> {
  readonly kind: string
  readonly iteration: number
  /** Id of the first candidate of the batch. */
  readonly first: number
  /** State of the generator; see `restoreRandom`. */
  readonly random: string
  /** The batch, without what follows from its place. */
  readonly candidates: readonly Question[]
  /** What has been told of it, in the order of the ids; `null` for a failed evaluation. */
  readonly answers: readonly (readonly [id: number, fitness: number | null, weight: number])[]
  readonly state: State
}

/** A candidate before it has its place in the run. */
export type Question = Omit<Candidate, 'id' | 'iteration' | 'rival'>

/**
 * The optimiser never calls the objective. Whoever asks decides where the games are played (this thread, a pool, tomorrow),
 * may tell in any order and in any parts, and can stop between any two calls. It keeps no history: memory does not grow.
 */
export interface Optimizer {
  /**
   * The candidates of the batch that wait for an answer; none when there is nothing left to ask, of a grid. The same ones
   * until they are told. Those that are evaluated again come first: what they find is what the others must exceed, so these follow once all of
   * them are told, and the next batch once all of this one are.
   */
  ask(): readonly Candidate[]
  /** All of them or, where it throws, none. @throws {RangeError} on an id that was not asked or was answered, or a weight that is not above 0. */
  tell(results: readonly Evaluation[]): void
  /** Number of the batch that is asked, from 0: that many are complete. */
  readonly iteration: number
  /** Candidates of the complete batches. */
  readonly evaluations: number
  /** The first of the contenders. */
  readonly best: Best | undefined
  /**
   * Distinct points of high fitness, best first: what a validation on unseen games should choose from. Where bests are
   * reassessed, one that was not yet comes after all that were.
   */
  contenders(count: number): readonly Best[]
  population(): Population
  /** Restoring it continues bit for bit, in the middle of a batch too. */
  snapshot(): OptimizerSnapshot
}
