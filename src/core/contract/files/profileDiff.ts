import { flatSettings } from '../../search/settings'
import type { Profile } from './profileFile'

type Value = string | number | null

/** A field of two profiles; `null` if one of them has no such field. */
export interface ProfileDifference {
  /** `parameters.h1`, `settings.cut`, `depth`, … */
  readonly field: string
  readonly a: Value
  readonly b: Value
}

/**
 * Differences field by field: first those that change the play, then those of the description; names are not compared.
 * @param everything includes equal fields
 */
export function diffProfiles(a: Profile, b: Profile, everything = false): ProfileDifference[] {
  const [one, other] = [fieldsOf(a), fieldsOf(b)]
  return [...new Set([...one.keys(), ...other.keys()])]
    .map(field => ({ field, a: one.get(field) ?? null, b: other.get(field) ?? null }))
    .filter(each => everything || each.a !== each.b)
}

function fieldsOf({ evaluator, settings, depth, title, notes, tags = [] }: Profile): Map<string, Value> {
  const group = (name: string, values: Readonly<Record<string, Value>>) =>
    Object.entries(values).map(([id, value]) => [`${name}.${id}`, value] as const)
  return new Map<string, Value>([
    ['family', evaluator.family],
    ...(evaluator.family === 'network'
      ? [['network', evaluator.network] as const]
      : [...group('parameters', evaluator.parameters), ...group('variants', evaluator.variants)]),
    ...group('settings', flatSettings(settings)),
    ['depth', depth],
    ['title', title],
    ['notes', notes],
    ['tags', tags.join(', ')],
  ])
}
