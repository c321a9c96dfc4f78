/** When a batch, or a comparison of several, has enough games: declared and stored before the first of them. */
export interface StopRule {
  /** At most, of each player. */
  readonly games: number
  /** Differences of means up to this many points count as none. */
  readonly margin: number
  /** Ends when every pair of players has its verdict. */
  readonly verdict?: true
  /** Ends when every interval that is valid at each look is at most this wide, in points: of the differences, of one player of its mean. */
  readonly width?: number
  /** Ends after so long, all sittings together. Such a result is not reproducible in its length. */
  readonly minutes?: number
}

/** Scores are looked at whenever all players have played this many further seeds, if the rule depends on scores. */
export const SEEDS_PER_LOOK = 10

export function looksAtScores({ verdict, width }: StopRule): boolean {
  return verdict !== undefined || width !== undefined
}

/** Whether it may end before its last game. */
export function mayEndEarly(rule: StopRule): boolean {
  return looksAtScores(rule) || rule.minutes !== undefined
}
