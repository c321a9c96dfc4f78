/** The ask/tell interface of every optimiser of weights. */

/** One coordinate's closed range. For a parameter on a log scale, the ends of its logarithm. */
export interface Bound {
  readonly name: string
  readonly min: number
  readonly max: number
}

/** A point to evaluate. The id, not the array, links a result to its candidate. */
export interface Candidate {
  /** Numbers the candidates of a run from 0. */
  readonly id: number
  /** The batch it belongs to, from 0. */
  readonly iteration: number
  /** One value per bound, in the order of the bounds, inside them (except for the thesis's swarm without a boundary rule). */
  readonly params: readonly number[]
  /** The particle of a swarm at this point. */
  readonly particle?: number
  /** The velocity that moved the particle here. */
  readonly velocity?: readonly number[]
  /** A fitness up to this value changes nothing, however low it is; racing uses this. */
  readonly rival?: number
}

export interface Evaluation {
  readonly id: number
  /** Larger is better. A value that is not finite marks a failed evaluation, and never becomes a best. */
  readonly fitness: number
}

/** The best known point of a particle, or of all. */
export interface Best {
  /** The candidate. */
  readonly id: number
  readonly params: readonly number[]
  /** It was chosen for being high, so it is too high. */
  readonly fitness: number
}

/** One particle in charts, or one of the best points of an optimiser without particles. */
interface Member {
  readonly params: readonly number[]
  /** `null` if it has none. */
  readonly velocity: readonly number[] | null
  readonly best: Best | null
  /** The member whose best pulls this one. */
  readonly leader: number | null
}

/** The state of an optimiser before it receives the answers of the current batch. */
export interface Population {
  readonly iteration: number
  readonly members: readonly Member[]
  /** For a distribution: its centre and its standard deviations, one per bound. */
  readonly distribution: { readonly mean: readonly number[]; readonly deviations: readonly number[] } | null
}

/** Plain JSON. Intersection with the settings, the bounds and the start, it is the complete state. */
export interface OptimizerSnapshot<State = unknown> {
  readonly kind: string
  readonly iteration: number
  /** Id of the first candidate of the batch. */
  readonly first: number
  /** State of the generator; see `restoreRandom`. */
  readonly random: string
  /** The batch, without the fields that follow from its place. */
  readonly candidates: readonly Question[]
  /** The answers so far, in the order of the ids; `null` for a failed evaluation. */
  readonly answers: readonly (readonly [id: number, fitness: number | null])[]
  readonly state: State
}

/** A candidate without its place in the run. */
export type Question = Omit<Candidate, 'id' | 'iteration' | 'rival'>

/**
 * The optimiser never calls the objective. The caller decides where the games are played (this thread, a pool, tomorrow), may report
 * results in any order and in any parts, and can stop between any two calls. The optimiser keeps no history: memory does not grow.
 */
export interface Optimizer {
  /** The candidates of the batch that wait for an answer: the same ones until they are answered, and those of the next batch after the last. */
  ask(): readonly Candidate[]
  /** Accepts all of them or, if it throws, none. @throws {RangeError} for an unknown or answered id */
  tell(results: readonly Evaluation[]): void
  /** Number of the current batch, from 0: the number of complete batches. */
  readonly iteration: number
  /** Candidates of the complete batches. */
  readonly evaluations: number
  /** The first of the contenders. */
  readonly best: Best | undefined
  /** Distinct points of high fitness, best first: a validation on unseen games should choose among them. */
  contenders(count: number): readonly Best[]
  population(): Population
  /** A restored snapshot continues bit for bit, even in the middle of a batch. */
  snapshot(): OptimizerSnapshot
}
