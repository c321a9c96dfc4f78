/** What a family of evaluators is made of; `evaluator.ts` says what can be done with one. */
import type { Board } from '../board'
import type { LineFeature } from './lines'

/** One number that a person may set and a tuner may move. */
export interface Parameter {
  readonly id: string
  /** A weight is linear. An exponent, or the ratio of a geometric progression, bends a feature. */
  readonly role: 'weight' | 'exponent' | 'ratio'
  readonly default: number
  /** The range a slider or a tuner starts from; values outside it are allowed up to `LIMITS`. */
  readonly min: number
  readonly max: number
}

/** One summand, `weight × feature`. The id of a term is the id of its weight. */
export interface Term {
  readonly id: string
  /** In the reading of these variants, where it depends on them. */
  readonly formula: string | ((variants: TermEvaluator['variants']) => string)
  /** Parameters besides the weight that the feature depends on. */
  readonly shapedBy: readonly string[]
}

/** A choice between readings of one formula. */
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
  features(evaluator: TermEvaluator): readonly Feature[]
  /** Counts on a line, by id, of the terms that `lineForm.ts` has no formula for. The kernel takes them as tables. */
  lineFeatures?(evaluator: TermEvaluator): Readonly<Record<string, LineFeature>>
}

/** The feature of a term in words, as this evaluator reads it. */
export function formulaOf({ formula }: Term, { variants }: Pick<TermEvaluator, 'variants'>): string {
  return typeof formula === 'string' ? formula : formula(variants)
}

export type Feature = (board: Board) => number

/** Families of terms. */
export const FAMILY_IDS = ['thesis', 'thesis-letter', 'power', 'positional'] as const
export type FamilyId = (typeof FAMILY_IDS)[number]

/** All families of evaluators. */
export const EVALUATOR_FAMILIES = [...FAMILY_IDS, 'network'] as const

/** A sum of weighted terms. */
export interface TermEvaluator {
  readonly family: FamilyId
  /** A value for every parameter of the family. */
  readonly parameters: Readonly<Record<string, number>>
  /** An option for every variant of the family. */
  readonly variants: Readonly<Record<string, string>>
}

/** A trained network, whose value of a board is the points still to come: `networkEvaluator.ts`. It has nothing to set. */
export interface NetworkEvaluator {
  readonly family: 'network'
  /** The id of its file. */
  readonly network: string
}

export type Evaluator = TermEvaluator | NetworkEvaluator
