/** What a stop rule asks of the games. */
import type { StopRule } from '../../../core/contract/files'

/** Scores are looked at whenever all players have played this many further seeds, if the rule depends on scores. */
export const SEEDS_PER_LOOK = 10

export function looksAtScores({ verdict, width }: StopRule): boolean {
  return verdict !== undefined || width !== undefined
}

/** Whether it may end before its last game. */
export function mayEndEarly(rule: StopRule): boolean {
  return looksAtScores(rule) || rule.minutes !== undefined
}
