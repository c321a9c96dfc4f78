/**
 * An evaluator is data: a family of terms and a number for each parameter, or the id of a network. The window draws its terms, a tuner
 * moves its parameters, a profile stores it, the textbook compiles it here and the kernel through `lineForm.ts`.
 */
import type { Term } from '../../../game/heuristic'
import { badSetting, inRange, oneOf } from '../../../settingChecks'
import { EMPTY, type Board } from '../board'
import {
  EVALUATOR_FAMILIES,
  type Evaluator,
  type Family,
  type FamilyId,
  type Feature,
  type Parameter,
  type TermEvaluator,
} from './family'
import { checkNetworkEvaluator, networkTerms, networkValue, noNetworks, type NetworkSource } from './networkEvaluator'
import { positional } from './positional'
import { power } from './power'
import { thesis, thesisLetter } from './thesis'

/** The closed range of a parameter by its role. Beyond these differences drown in a double. */
export const LIMITS = { weight: [-1e9, 1e9], exponent: [0, 8], ratio: [0, 1] } as const

const FAMILIES: Readonly<Record<FamilyId, Family>> = { thesis, 'thesis-letter': thesisLetter, power, positional }

export function familyOf(id: FamilyId): Family {
  return FAMILIES[id]
}

/** The family's own parameters and variants, with some replaced. */
export function makeEvaluator(
  family: FamilyId,
  parameters: Readonly<Record<string, number>> = {},
  variants: Readonly<Record<string, string>> = {},
): TermEvaluator {
  const spec = familyOf(family)
  return checkEvaluator({
    family,
    parameters: { ...Object.fromEntries(spec.parameters.map(each => [each.id, each.default])), ...parameters },
    variants: { ...Object.fromEntries(spec.variants.map(each => [each.id, each.default])), ...variants },
  })
}

/** @throws {LabError} `BAD_SETTING`, naming the parameter or variant that is missing, unknown or out of range. */
export function checkEvaluator<Checked extends Evaluator>(evaluator: Checked): Checked {
  oneOf('family', evaluator.family, EVALUATOR_FAMILIES)
  if (evaluator.family === 'network') checkNetworkEvaluator(evaluator)
  else checkTerms(evaluator)
  return evaluator
}

function checkTerms(evaluator: TermEvaluator): void {
  const spec = familyOf(evaluator.family)
  for (const { id, role } of spec.parameters) checkParameter(id, role, evaluator.parameters[id])
  for (const { id, options } of spec.variants) oneOf(id, evaluator.variants[id], options)
  for (const [kind, found] of [
    ['parameter', evaluator.parameters],
    ['variant', evaluator.variants],
  ] as const) {
    const known = spec[`${kind}s`].map(({ id }) => id)
    const unknown = Object.keys(found).find(id => !known.includes(id))
    if (unknown !== undefined)
      throw badSetting(unknown, `the ${evaluator.family} evaluator has no such ${kind}; it has ${known.join(', ') || 'none'}`)
  }
}

/**
 * Value of a board in the evaluator's own unit: Σ weight × feature, or the points that a network expects.
 * @throws {LabError} errors of `networks`, from the first value on
 */
export function compileEvaluator(evaluator: Evaluator, networks: NetworkSource = noNetworks): Feature {
  if (evaluator.family === 'network') return networkValue(evaluator, networks)
  const { terms, features } = familyOf(evaluator.family)
  const parts = features(evaluator)
  const weights = terms.map(({ id }) => evaluator.parameters[id]!)
  return board => parts.reduce((sum, feature, i) => sum + weights[i]! * feature(board), 0)
}

/** The summands of `compileEvaluator`, term by term, or tuple by tuple. */
export function contributions(evaluator: Evaluator, board: Board, networks: NetworkSource = noNetworks): Term[] {
  if (evaluator.family === 'network') return networkTerms(evaluator, board, networks)
  const { terms, features } = familyOf(evaluator.family)
  return features(evaluator).map((feature, i) => {
    const { id } = terms[i]!
    const [weight, amount] = [evaluator.parameters[id]!, feature(board) + 0] // −0, of a penalty that is nil, becomes 0
    return { id, weight, feature: amount, value: weight * amount + 0 }
  })
}

function checkParameter(id: string, role: Parameter['role'], value: number | undefined): void {
  if (value === undefined) throw badSetting(id, 'has no value')
  const [min, max] = LIMITS[role]
  inRange(id, value, min, max)
}

/** Boards that between them move every feature that looks at the tiles at all: empty, all different, all equal. */
const PROBES: readonly Board[] = [EMPTY, [1, 7, 3, 9, 5, 2, 8, 4, 10, 6, 12, 1, 3, 11, 2, 13], EMPTY.map(() => 3)]

/** Ids of the terms whose feature is the same on every board, such as an offset. A network has none. */
export function constantTerms(evaluator: Evaluator): ReadonlySet<string> {
  if (evaluator.family === 'network') return new Set()
  const [first, ...others] = PROBES.map(board => contributions(evaluator, board))
  return new Set(first!.filter(({ feature }, i) => others.every(other => other[i]!.feature === feature)).map(({ id }) => id))
}
