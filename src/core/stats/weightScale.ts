/** Scales on which a weight is searched and drawn. */
import { unreachable } from '../errors'

/**
 * How a weight w becomes a coordinate. `linear`: w. `log`: ln|w| with the sign of the range, which must not hold 0; steps are
 * ratios. `symlog`: sgn(w)·ln(1 + |w|/c) with c a thousandth of the larger end: ratios far from 0, differences near it, both
 * signs in one range. Source: J. B. W. Webber, "A bi-symmetric log transformation for wide-range data", Meas. Sci. Technol. 24 (2013).
 */
export const SCALES = ['linear', 'log', 'symlog'] as const
export type Scale = (typeof SCALES)[number]

export interface ScaledRange {
  /** Bounds of the weight itself, on any scale. */
  readonly min: number
  readonly max: number
  readonly scale: Scale
}

/** Share of the larger end within which a symmetric logarithm is linear. */
const STRAIGHT = 1e-3

/** @param weight within the range, on a log scale */
export function coordinateOf(range: ScaledRange, weight: number): number {
  switch (range.scale) {
    case 'linear':
      return weight
    case 'log':
      return range.min > 0 ? Math.log(weight) : -Math.log(-weight)
    case 'symlog':
      return Math.sign(weight) * Math.log1p(Math.abs(weight) / straightOf(range))
    default:
      return unreachable(range.scale)
  }
}

export function weightOf(range: ScaledRange, coordinate: number): number {
  const { scale, min, max } = range
  switch (scale) {
    case 'linear':
      return coordinate
    case 'log':
      return rounded(min > 0 ? Math.exp(coordinate) : -Math.exp(-coordinate), min, max)
    case 'symlog':
      return rounded(Math.sign(coordinate) * Math.expm1(Math.abs(coordinate)) * straightOf(range), min, max)
    default:
      return unreachable(scale)
  }
}

/** The place of a weight between the bounds on its scale: 0 … 1, outside for a weight beyond them. */
export function shareOf(range: ScaledRange, weight: number): number {
  const [low, high] = [coordinateOf(range, range.min), coordinateOf(range, range.max)]
  return (coordinateOf(range, weight) - low) / (high - low)
}

function straightOf({ min, max }: ScaledRange): number {
  return STRAIGHT * Math.max(Math.abs(min), Math.abs(max))
}

/** exp(log(max)) may miss max by some units in the last place; a point that is truly outside stays there. */
function rounded(weight: number, min: number, max: number): number {
  const slack = 1e-12 * Math.max(Math.abs(min), Math.abs(max))
  if (weight > max && weight <= max + slack) return max
  if (weight < min && weight >= min - slack) return min
  return weight
}
