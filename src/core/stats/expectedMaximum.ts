import { normalQuantile } from './normalQuantile'

/**
 * How many standard deviations the largest of n draws from a normal distribution is expected above its mean: Φ⁻¹((n − α)/(n − 2α + 1)),
 * α = 0.375, within 0.02 of the exact value for n ≤ 400. 0 for one draw.
 *
 * Source: G. Blom, "Statistical estimates and transformed beta-variables" (1958).
 */
export function expectedMaximum(n: number): number {
  return n < 2 ? 0 : normalQuantile((n - 0.375) / (n + 0.25))
}
