/** Checks a stop rule against the games so far. */
import type { StopRule } from '../../../core/contract/files'

/** If the rule depends on scores, it is checked whenever all players have played this many further seeds. */
export const SEEDS_PER_LOOK = 10

export function looksAtScores({ verdict, width }: StopRule): boolean {
  return verdict !== undefined || width !== undefined
}

/** True if it may end before its last game. */
export function mayEndEarly(rule: StopRule): boolean {
  return looksAtScores(rule) || rule.minutes !== undefined
}
