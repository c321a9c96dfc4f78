import { median } from '../words/numbers'

/** A value further from the median than this, in median absolute deviations, is an outlier, such as a lost board's. */
const FAR = 20
/** Among fewer values outliers cannot be recognised. */
const LEAST_VALUES = 20
/** Margin between the line and the edge where the axis is cut, as a share of its span. */
const ROOM = 0.05

export interface ValueRange {
  /** End of the axis; absent where it need not be cut. */
  readonly min?: number
  readonly max?: number
  /** The lowest and highest outlier. */
  readonly lowest?: number
  readonly highest?: number
}

/** The range of an axis that holds all values but outliers: a single lost board, −1e9, would flatten the rest of the line. */
export function valueRange(values: readonly (number | null)[]): ValueRange {
  const known = values.filter(value => value !== null)
  if (known.length < LEAST_VALUES) return {}
  const middle = median(known)
  const far = FAR * median(known.map(value => Math.abs(value - middle)))
  // more than half are equal: the deviation is 0, and outliers cannot be recognised
  if (far === 0) return {}
  const [low, high, lowest, highest] = [middle - far, middle + far, least(known), most(known)]
  const near = known.filter(value => value >= low && value <= high)
  const [bottom, top] = [least(near), most(near)]
  const room = ROOM * (top - bottom)
  return {
    ...(lowest < low && { min: bottom - room, lowest }),
    ...(highest > high && { max: top + room, highest }),
  }
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b))
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b))
}
