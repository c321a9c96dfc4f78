/** What a family of evaluators is made of; `evaluator.ts` says what can be done with one. */
import type { Board } from '../board'

/** One number that a person may set and a tuner may move. */
export interface Parameter {
  readonly id: string
  /** A weight is linear: changing it costs the kernel 0.1 ms. An exponent bends a feature and costs up to 1 ms. */
  readonly role: 'weight' | 'exponent'
  readonly default: number
  /** The range a slider or a tuner starts from; values outside it are allowed up to `LIMITS`. */
  readonly min: number
  readonly max: number
}

/** One summand, `weight × feature`. The id of a term is the id of its weight. */
interface Term {
  readonly id: string
  readonly formula: string
  /** Parameters besides the weight that the feature depends on. */
  readonly exponents: readonly string[]
}

/** A choice between readings of one formula, where its source leaves them open. */
interface Variant {
  readonly id: string
  readonly options: readonly string[]
  readonly default: string
}

export interface Family {
  readonly id: FamilyId
  readonly source: string
  readonly terms: readonly Term[]
  readonly parameters: readonly Parameter[]
  readonly variants: readonly Variant[]
  /** One feature function a term, in the order of `terms`, for these parameters and variants. */
  features(evaluator: Evaluator): readonly Feature[]
}

export type Feature = (board: Board) => number

export const FAMILY_IDS = ['thesis', 'power'] as const
export type FamilyId = (typeof FAMILY_IDS)[number]

export interface Evaluator {
  readonly family: FamilyId
  /** A value for every parameter of the family. */
  readonly parameters: Readonly<Record<string, number>>
  /** An option for every variant of the family. */
  readonly variants: Readonly<Record<string, string>>
}
