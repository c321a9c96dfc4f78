/** A family of heuristics with its weights, and its text: `improved(50,5,220)`. */
import type { Heuristic, HeuristicFamily } from '../game/heuristic'
import { plainMinus } from '../numberText'
import { quoted } from '../quoted'
import { badSetting, isSummable, LARGEST_NUMBER } from '../settingChecks'

export interface WeightedHeuristic {
  readonly family: string
  /** One for each weight of the family, in their order. */
  readonly weights: readonly number[]
}

/** Families of a game's heuristics. */
interface Families<State> {
  readonly game: { readonly id: string }
  readonly families?: Readonly<Record<string, HeuristicFamily<State>>>
}

const WEIGHTED = /^([a-z][\w-]*)\((.*)\)$/i

/** Absent where the text has another form. A weight that is no number is NaN. */
export function parseWeighted(text: string): WeightedHeuristic | undefined {
  const [, family, list] = WEIGHTED.exec(text) ?? []
  if (family === undefined || list === undefined) return undefined
  return {
    family,
    weights: plainMinus(list)
      .split(',')
      .map(each => (each.trim() === '' ? NaN : Number(each))),
  }
}

export function makeWeighted({ family, weights }: WeightedHeuristic): string {
  return `${family}(${weights.join(',')})`
}

/** @throws {LabError} `BAD_SETTING` */
export function weightedHeuristic<State>(entry: Families<State>, { family: id, weights }: WeightedHeuristic): Heuristic<State> {
  const family = familyOf(entry, id)
  const names = family.weights.map(({ name }) => name)
  if (weights.length !== names.length)
    throw badSetting('heuristic', `${id} has the ${names.length} weights ${names.join(', ')}; these are ${weights.length}`)
  for (const weight of weights)
    if (!isSummable(weight)) throw badSetting('heuristic', `${weight} is not a weight in ${-LARGEST_NUMBER} … ${LARGEST_NUMBER}`)
  return family.make(weights)
}

/** @throws {LabError} `BAD_SETTING` */
function familyOf<State>({ game, families = {} }: Families<State>, id: string): HeuristicFamily<State> {
  if (Object.hasOwn(families, id)) return families[id]!
  const ids = Object.keys(families).join(', ')
  throw badSetting('heuristic', `${quoted(id)} is no family of ${game.id}: ${ids === '' ? 'it has none' : ids}`)
}
