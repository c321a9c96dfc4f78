import { median } from '../words/median'

/** A value further from the median than this, in median absolute deviations, is of another kind, such as a lost board's. */
const FAR = 20
/** Among fewer values outliers cannot be recognised. */
const LEAST_VALUES = 20
/** Room between the line and the edge where the axis is cut, as a share of what it spans. */
const ROOM = 0.05

export interface ValueRange {
  /** Where the axis ends; absent where it need not be cut. */
  readonly min?: number
  readonly max?: number
  /** The lowest and highest value that lie beyond. */
  readonly lowest?: number
  readonly highest?: number
}

/**
 * The part of an axis that holds all values but those far from the others: one of a lost board, −1e9, would make a flat line of
 * all that went before.
 */
export function valueRange(values: readonly (number | null)[]): ValueRange {
  const known = values.filter(value => value !== null)
  if (known.length < LEAST_VALUES) return {}
  const middle = median(known)
  const far = FAR * median(known.map(value => Math.abs(value - middle)))
  // more than half are the same: nothing tells what is far
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
