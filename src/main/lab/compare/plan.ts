/** The seeds of a comparison, and when its rule is checked. */
import type { ComparePlan } from '../../../core/contract/calls'
import type { StopRule } from '../../../core/contract/files'
import { deriveSeed } from '../../../core/random'
import { validationSeeds } from '../../../core/tuning/seeds'

export function seedsOfGames({ rule: { games }, seed, validation }: Omit<ComparePlan, 'players'>): number[] {
  return validation === undefined
    ? Array.from({ length: games }, (_, index) => deriveSeed(seed, index))
    : validationSeeds(seed, validation, games)
}

/** If the rule depends on scores, it is checked whenever all players have played this many further seeds. */
export const SEEDS_PER_LOOK = 10

export function looksAtScores({ verdict, width }: StopRule): boolean {
  return verdict !== undefined || width !== undefined
}

/** True if it may end before its last game. */
export function mayEndEarly(rule: StopRule): boolean {
  return looksAtScores(rule) || rule.minutes !== undefined
}
