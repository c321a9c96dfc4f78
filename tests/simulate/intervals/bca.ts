import { createRandom } from '../../../src/core/random'
import { resample, type Interval, type Resampling } from '../../../src/core/stats/intervals'
import { normalQuantile, normalTail } from '../../../src/core/stats/distributions'
import { mean, quantile } from '../../../src/core/stats/summary'

/**
 * Bias-corrected and accelerated percentiles of the means of resamples.
 *
 * Source: Efron and Tibshirani, 14.3, eqs. 14.9 to 14.15; of a mean, the acceleration of the jackknife is Σd³/6(Σd²)^1.5 of the deviations.
 */
export function bcaInterval(values: readonly number[], { seed, resamples, level }: Resampling): Interval {
  const centre = mean([...values])
  const deviations = Float64Array.from(values, value => value - centre)
  const random = createRandom(seed)
  const offs = Array.from({ length: resamples }, () => resample(deviations, random)[0]).sort((a, b) => a - b)
  const below = offs.filter(off => off < 0).length + offs.filter(off => off === 0).length / 2
  if (below === 0 || below === resamples) return [centre, centre]
  const bias = normalQuantile(below / resamples)
  const power = (exponent: number) => deviations.reduce((sum, each) => sum + each ** exponent, 0)
  const acceleration = power(3) / (6 * power(2) ** 1.5)
  const [low, high] = [(1 - level) / 2, (1 + level) / 2].map(p => {
    const z = bias + normalQuantile(p)
    return centre + quantile(offs, 1 - normalTail(bias + z / (1 - acceleration * z)))
  })
  return [low!, high!]
}
