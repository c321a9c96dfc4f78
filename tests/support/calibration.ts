/** A calibration that can be computed in the head, for tests. */
import type { Rank } from '../../src/core/games/twenty48/board'
import type { Calibration, Stage } from '../../src/core/games/twenty48/scale/calibration'
import { DECIDERS } from '../../src/core/games/twenty48/scale/sampledGame'

interface Line {
  /** The first tile in doubt. */
  readonly goal: Rank
  /** Values where its chance is 0 and 1. */
  readonly from: number
  readonly to: number
  /** Points still to come at `to`; at `from` none. */
  readonly points: number
}

/**
 * Boards with one largest tile, whose chance of the goal and points grow with the value, by the same line for every decider. Smaller goals
 * are certain, and larger ones were never made. Its games have values down to `from`, which is that of a lost board too.
 */
export function calibrationOf(rank: Rank, { goal, from, to, points }: Line): Calibration {
  const step = goal - rank
  const made = (share: number) => [...Array<number>(step - 1).fill(1), share, 0]
  const ends = (share: number) => ({ games: 1e6, goals: made(share), mean: share * points, quantiles: [0, 2 * share * points] })
  const stages = DECIDERS.map((decider): Stage => ({
    ...{ rank, decider, sum: 0, games: 1e6 },
    survival: { values: [from, from, to], shares: [0, 0, 1], games: [1e6, 1e6, 1e6] },
    survivors: ends(1),
    others: ends(0),
  }))
  const reliability = { games: 30, bins: [], brier: 0.1, baseBrier: 0.2, coverage: 0.8 }
  return { player: '0123456789abcdef', limits: { depth: 3 }, games: 100, seed: 1, stages, reliability }
}
