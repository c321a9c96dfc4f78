/** The weights that a run tunes, and their conversion to an optimiser's coordinates. */
import { quoted } from '../quoted'
import { coordinateOf, SCALES, weightOf, type ScaledRange } from '../stats/weightScale'
import { asSetting, badSetting, oneOf } from '../settingChecks'
import type { Bound } from './optimizer'

export interface TunedParameter extends ScaledRange {
  /** Id of one of the family's weights. */
  readonly id: string
}

/** A family whose weights may be tuned. */
interface TunedFamily {
  /** Name in sentences such as "the thesis evaluator has no parameter". */
  readonly name: string
  readonly ids: readonly string[]
  /** @throws {LabError} `BAD_SETTING` for an invalid weight */
  check(id: string, value: number): void
}

/** @throws {LabError} `BAD_SETTING`, naming the field as `objective.tuned.0.min`. */
export function checkTuned(tuned: readonly TunedParameter[], family: TunedFamily): void {
  if (tuned.length === 0) throw badSetting('objective.tuned', 'no parameter is tuned')
  tuned.forEach(({ id, min, max, scale }, i) => {
    const at = `objective.tuned.${i}`
    if (!family.ids.includes(id))
      throw badSetting(`${at}.id`, `${family.name} has no parameter ${quoted(id)}; it has ${family.ids.join(', ')}`)
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
      asSetting(`${at}.${end}`, () => family.check(id, value))
  })
}

/** The box that an optimiser searches. */
export function searchBounds(tuned: readonly TunedParameter[]): Bound[] {
  return tuned.map(each => ({ name: each.id, min: coordinateOf(each, each.min), max: coordinateOf(each, each.max) }))
}

/** The tuned weights at a point of the search box. */
export function weightsAt(tuned: readonly TunedParameter[], params: readonly number[]): Record<string, number> {
  return Object.fromEntries(tuned.map((each, d) => [each.id, weightOf(each, params[d]!)]))
}

/** The point of the search box with these weights. */
export function pointOf(tuned: readonly TunedParameter[], weights: Readonly<Record<string, number>>): number[] {
  return tuned.map(each => coordinateOf(each, weights[each.id]!))
}
