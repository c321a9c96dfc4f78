import { clearlyBelow } from '../../../search/doubles'
import type { Heuristic } from '../../../game/heuristic'
import type { CantGoBackState } from '../position'

/** Only a win has the value of a win. */
const MOST = clearlyBelow(1)

/** Maps an estimate in −1 … 1, the values of a loss and a win, to one strictly between them. */
export function betweenLossAndWin(estimate: number): number {
  return Math.max(-MOST, Math.min(MOST, estimate))
}

export const bounds: NonNullable<Heuristic<CantGoBackState>['bounds']> = () => [-1, 1]
