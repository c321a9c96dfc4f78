import { clearlyBelow } from '../../../search/doubles'
import type { Heuristic } from '../../../search/heuristic'
import type { CantGoBackState } from '../position'

/** Nothing but a win is worth as much as a win. */
const MOST = clearlyBelow(1)

/** An estimate in −1 … 1, the values of a loss and a win, as one between them. */
export function betweenLossAndWin(estimate: number): number {
  return Math.max(-MOST, Math.min(MOST, estimate))
}

export const bounds: NonNullable<Heuristic<CantGoBackState>['bounds']> = () => [-1, 1]
