/** Axes of weights: what is searched on logarithms is drawn on them. */
import { coordinateOf, weightOf, type ScaledRange } from '../../../../../core/stats/weightScale'
import type { AxisScale } from '../../../ui/charts/axisScale'

/** A weight and the range that it is tuned in. */
export interface WeightRange extends ScaledRange {
  readonly name: string
}

/** Marks of an axis that is not linear, in each direction from 0. */
const MOST_DECADES = 4

/** Places on the axis are coordinates; `undefined` where they are the weights themselves. */
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

/** Powers of ten within the range, of both signs and 0 where it has them, thinned out where they are many. */
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
