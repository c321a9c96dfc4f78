import type { EventStop, NodeKey, ValueScale, WindowEnd } from '../../../../core/tree/views'

/** An end of a window, or a value in it, and its place 0 … 1 on the bar. */
interface Mark<End extends WindowEnd> {
  readonly end: End
  readonly place: number
}

/** The window of a call that has not returned, and its best value so far where that is no end of the window. */
export interface WindowBar {
  readonly alpha: Mark<WindowEnd>
  readonly beta: Mark<WindowEnd>
  readonly best?: Mark<number>
}

/** Room at the ends of a bar, for infinity. */
const [LOW, HIGH] = [0.2, 0.8]

/** The windows of all open calls on the scale of the tree: a number has one place at all nodes and events. */
export function barsOf({ frames }: EventStop, [low, high]: ValueScale = [0, 0]): ReadonlyMap<NodeKey, WindowBar> {
  const share = (value: number) => (high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5)
  const placeOf = (end: WindowEnd) => (end === '∞' ? 1 : end === '−∞' ? 0 : LOW + (HIGH - LOW) * share(end))
  const mark = <End extends WindowEnd>(end: End): Mark<End> => ({ end, place: placeOf(end) })
  return new Map(
    frames.map(({ key, alpha, beta, best }) => [
      key,
      {
        ...{ alpha: mark(alpha), beta: mark(beta) },
        ...(best !== null && best !== alpha && best !== beta && { best: mark(best) }),
      },
    ]),
  )
}
