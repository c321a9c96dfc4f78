import { normalQuantile } from './normal'

/**
 * Games of a comparison by pairs of equal seeds that find a difference with a chance of `power`: ((z(1 − α/2) + z(power))·σ/difference)², rounded up, at least 10.
 *
 * @param spread standard deviation σ of the differences of pairs, in the unit of `difference`
 * @param difference that is not to be missed
 */
export function gamesNeeded(
  spread: number,
  difference: number,
  { alpha = 0.05, power = 0.8 }: { readonly alpha?: number; readonly power?: number } = {},
): number {
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(power)
  return Math.max(10, Math.ceil(((z * spread) / difference) ** 2))
}
