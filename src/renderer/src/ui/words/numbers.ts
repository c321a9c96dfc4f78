import { NUMBER_FORMS } from '../../../../core/numberText'

/** Significant digits of shown numbers. */
const { digits: DIGITS } = NUMBER_FORMS.value
/** Decimals of numbers of 1 and more; smaller ones get as many significant digits. */
const USUAL_DECIMALS = 4
const MOST_DECIMALS = 6

interface AddedUp {
  readonly parts: readonly number[]
  readonly total: number
  readonly decimals: number
}

/**
 * Rounds summands and their sum so that the shown digits add up: each part to a neighbour, and the parts with the largest
 * remainders get the missing units.
 */
export function addingUp(parts: readonly number[], total: number): AddedUp {
  const most = decimalsOf([total, ...parts])
  const unit = 10 ** most
  const wanted = Math.round(total * unit)
  const floors = parts.map(part => Math.floor(part * unit))
  const lost = parts.map((part, i) => part * unit - floors[i]!)
  const order = parts.map((_, i) => i).sort((a, b) => lost[b]! - lost[a]!)
  const missing = wanted - floors.reduce((sum, each) => sum + each, 0)
  order.slice(0, Math.max(0, missing)).forEach(i => floors[i]!++)
  return { parts: floors.map(each => each / unit), total: wanted / unit, decimals: needed([wanted, ...floors], most) }
}

/** Decimals for numbers that are compared with each other. @param digits significant ones of the largest */
export function decimalsFor(values: readonly number[], digits: number = DIGITS): number {
  const most = decimalsOf(values, digits)
  return needed(
    values.map(value => Math.round(value * 10 ** most)),
    most,
  )
}

function decimalsOf(values: readonly number[], digits: number = DIGITS): number {
  const largest = Math.max(0, ...values.map(Math.abs))
  if (largest === 0) return 0
  const power = Math.floor(Math.log10(largest))
  const usual = Math.min(USUAL_DECIMALS, digits)
  if (power < 0) return Math.min(MOST_DECIMALS, usual - 1 - power)
  return Math.min(usual, Math.max(0, digits - 1 - power))
}

/** Without trailing zeros common to all. */
function needed(units: readonly number[], decimals: number): number {
  let left = decimals
  for (let unit = 10; left > 0 && units.every(each => each % unit === 0); unit *= 10) left--
  return left
}

/** The middle of at least one number, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort()
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
