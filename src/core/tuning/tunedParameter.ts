/** Which parameters of an evaluator a run moves, and between them and an optimiser's coordinates. */
import { checkEvaluator, familyOf } from '../games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import { quoted } from '../quoted'
import { coordinateOf, SCALES, weightOf, type ScaledRange } from '../stats/weightScale'
import { badSetting, oneOf, within } from '../settingChecks'
import type { Bound } from './optimizer'

export interface TunedParameter extends ScaledRange {
  /** Of the evaluator's family. */
  readonly id: string
}

/** @throws {LabError} `BAD_SETTING`, naming the field as `objective.tuned.0.min`. */
export function checkTuned(tuned: readonly TunedParameter[], evaluator: Evaluator): void {
  within('objective.evaluator', () => checkEvaluator(evaluator))
  const known = familyOf(evaluator.family).parameters.map(({ id }) => id)
  if (tuned.length === 0) throw badSetting('objective.tuned', 'no parameter is tuned')
  tuned.forEach(({ id, min, max, scale }, i) => {
    const at = `objective.tuned.${i}`
    if (!known.includes(id))
      throw badSetting(`${at}.id`, `the ${evaluator.family} evaluator has no parameter ${quoted(id)}; it has ${known.join(', ')}`)
    if (tuned.findIndex(other => other.id === id) !== i) throw badSetting(`${at}.id`, `${quoted(id)} is tuned twice`)
    oneOf(`${at}.scale`, scale, SCALES)
    if (!Number.isFinite(min)) throw badSetting(`${at}.min`, `${min} is not a finite number`)
    if (!Number.isFinite(max)) throw badSetting(`${at}.max`, `${max} is not a finite number`)
    if (!(min < max)) throw badSetting(`${at}.max`, `the range ${min} … ${max} of ${quoted(id)} is empty`)
    if (scale === 'log' && min <= 0 && max >= 0)
      throw badSetting(
        `${at}.scale`,
        `the range ${min} … ${max} of ${quoted(id)} holds 0, which has no logarithm: use symlog or linear`,
      )
    for (const [end, value] of [
      ['min', min],
      ['max', max],
    ] as const)
      checkEnd(`${at}.${end}`, evaluator, id, value)
  })
}

/** The box that an optimiser searches. */
export function searchBounds(tuned: readonly TunedParameter[]): Bound[] {
  return tuned.map(each => ({ name: each.id, min: coordinateOf(each, each.min), max: coordinateOf(each, each.max) }))
}

/** The evaluator at a point of the search box; what is not tuned stays. @throws {LabError} `BAD_SETTING` on weights no evaluator takes. */
export function evaluatorAt(evaluator: Evaluator, tuned: readonly TunedParameter[], params: readonly number[]): Evaluator {
  return checkEvaluator({ ...evaluator, parameters: { ...evaluator.parameters, ...weightsAt(tuned, params) } })
}

/** The tuned weights at a point of the search box. */
export function weightsAt(tuned: readonly TunedParameter[], params: readonly number[]): Record<string, number> {
  return Object.fromEntries(tuned.map((each, d) => [each.id, weightOf(each, params[d]!)]))
}

/** The point of the search box where the weights are these. */
export function pointOf(tuned: readonly TunedParameter[], weights: Readonly<Record<string, number>>): number[] {
  return tuned.map(each => coordinateOf(each, weights[each.id]!))
}

/** An end of a range must be a weight that the evaluator takes. */
function checkEnd(field: string, evaluator: Evaluator, id: string, value: number): void {
  try {
    checkEvaluator({ ...evaluator, parameters: { ...evaluator.parameters, [id]: value } })
  } catch (error) {
    throw badSetting(field, (error as Error).message)
  }
}
