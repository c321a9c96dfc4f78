import type { Random } from '../random'

/**
 * A draw from the standard normal distribution, from two draws of the generator. The second deviate is discarded, so that the generator's
 * state is all there is to save.
 *
 * Source: G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", Ann. Math. Statist. 29 (1958).
 */
export function drawNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next())) // 1 − next() is in (0, 1]
  return radius * Math.cos(2 * Math.PI * random.next())
}
