/** Axes of weights: logarithmic for weights that are searched logarithmically. */
import { coordinateOf, weightOf, type ScaledRange } from '../../../../../core/stats/weightScale'
import type { AxisScale } from '../../../ui/charts/chartTheme'

/** A weight and the range that it is tuned in. */
export interface WeightRange extends ScaledRange {
  readonly name: string
}

/** Maximum number of ticks of a nonlinear axis, in each direction from 0. */
const MOST_DECADES = 4

/** Places on the axis are coordinates; `undefined` if they are the weights themselves. */
export function weightAxis(range: WeightRange, write: (weight: number) => string): AxisScale | undefined {
  if (range.scale === 'linear') return undefined
  const ticks = decades(range).map(weight => coordinateOf(range, weight))
  return {
    min: coordinateOf(range, range.min),
    max: coordinateOf(range, range.max),
    ticks,
    text: place => write(weightOf(range, place)),
  }
}

/** Powers of ten within the range, with both signs and 0 if it includes them, thinned out if there are many. */
export function decades({ min, max, scale }: ScaledRange): number[] {
  const largest = Math.floor(Math.log10(Math.max(Math.abs(min), Math.abs(max))) + 1e-9)
  const inner = scale === 'log' ? Math.min(Math.abs(min), Math.abs(max)) : 10 ** (largest - 3)
  const smallest = Math.ceil(Math.log10(inner) - 1e-9)
  const step = Math.max(1, Math.ceil((largest - smallest) / MOST_DECADES))
  const powers = Array.from({ length: Math.floor((largest - smallest) / step) + 1 }, (_, i) => 10 ** (largest - i * step))
  return [...powers.map(power => -power), 0, ...powers.toReversed()].filter(
    weight => weight >= min && weight <= max && (weight !== 0 || scale === 'symlog'),
  )
}
