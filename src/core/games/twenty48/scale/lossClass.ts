/** Classes of a move by what it loses. */

/** From none to worst, with the signs of chess. */
export const LOSS_CLASSES = ['equal', 'inaccuracy', 'mistake', 'blunder'] as const
export type LossClass = (typeof LOSS_CLASSES)[number]

export const LOSS_SIGNS: Readonly<Record<LossClass, string>> = { equal: '', inaccuracy: '?!', mistake: '?', blunder: '??' }

/** Beside a loss that the search cannot separate from none; chess has this sign for a position that is unclear. */
export const UNCLEAR_SIGN = '∞'

/** The largest losses of the two middle classes, as shares of 1: 0.02 is two percentage points of chance. */
export interface LossThresholds {
  readonly inaccuracy: number
  readonly mistake: number
}

export const LOSS_THRESHOLDS: LossThresholds = { inaccuracy: 0.02, mistake: 0.06 }

/** The largest loss that may be called equal, however noisy the search is. */
export const MOST_EQUAL = 0.02

/** A smaller loss is shown as 0.0 percentage points: no search is that precise. */
const LEAST_SHOWN = 0.0005

/**
 * @param loss chance of the best move − chance of this one, for the same goal
 * @param noise the 80 % quantile of the change that one more depth makes, in the same unit; `null` if the search cannot separate close
 * moves
 * @returns `undefined` for moves that are close where the search cannot separate such moves
 */
export function classOfLoss(
  loss: number,
  noise: number | null,
  { inaccuracy, mistake } = LOSS_THRESHOLDS,
): LossClass | undefined {
  if (noise === null && loss < MOST_EQUAL) return undefined
  if (loss < Math.max(LEAST_SHOWN, Math.min(noise ?? 0, MOST_EQUAL))) return 'equal'
  if (loss <= inaccuracy) return 'inaccuracy'
  return loss <= mistake ? 'mistake' : 'blunder'
}
