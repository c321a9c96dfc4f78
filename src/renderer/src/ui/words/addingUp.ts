import { NUMBER_FORMS } from '../../../../core/numberText'

/** Digits that numbers are shown with, before and behind the point together. */
const { digits: DIGITS } = NUMBER_FORMS.value
/** Of numbers from 1 on, and of smaller ones as many digits that count. */
const USUAL_DECIMALS = 4
const MOST_DECIMALS = 6

interface AddedUp {
  readonly parts: readonly number[]
  readonly total: number
  readonly decimals: number
}

/**
 * Rounds summands and their sum so that what is shown adds up to the last digit: each part to a neighbour, and those that
 * lost most by it get the units that are missing.
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

/** With how many decimals numbers are shown that are compared with each other. */
export function decimalsFor(values: readonly number[]): number {
  const most = decimalsOf(values)
  return needed(
    values.map(value => Math.round(value * 10 ** most)),
    most,
  )
}

function decimalsOf(values: readonly number[]): number {
  const largest = Math.max(0, ...values.map(Math.abs))
  if (largest === 0) return 0
  const power = Math.floor(Math.log10(largest))
  if (power < 0) return Math.min(MOST_DECIMALS, USUAL_DECIMALS - 1 - power)
  return Math.min(USUAL_DECIMALS, Math.max(0, DIGITS - 1 - power))
}

/** Without zeros that all would end with. */
function needed(units: readonly number[], decimals: number): number {
  let left = decimals
  for (let unit = 10; left > 0 && units.every(each => each % unit === 0); unit *= 10) left--
  return left
}
