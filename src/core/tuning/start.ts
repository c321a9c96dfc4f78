/** Where an optimiser starts. */
import type { Random } from '../random'
import type { Bound } from './optimizer'

/**
 * `random`: uniform in the bounds. `latin`: the same, but each of n points has its own one of n equal slices of every coordinate.
 * `scattered`: uniform within `share` of the range to either side of a point.
 */
export type Start<Point = readonly number[]> =
  | { readonly kind: 'random' | 'latin' }
  | {
      readonly kind: 'scattered'
      readonly around: Point
      /** Share of each range, to either side; on a log scale, of the range of the logarithms. */
      readonly share: number
    }

/** A start whose point is a weight for each tuned parameter, within its bounds. */
export type StartSpec = Start<Readonly<Record<string, number>>>
export const START_KINDS = ['random', 'latin', 'scattered'] as const

/** The box that a start draws from: the bounds, or the part of them around its point. */
export function regionOf(start: Start, bounds: readonly Bound[]): Bound[] {
  if (start.kind !== 'scattered') return [...bounds]
  return bounds.map(({ name, min, max }, d) => {
    const [centre, reach] = [start.around[d]!, start.share * (max - min)]
    return { name, min: Math.max(min, centre - reach), max: Math.min(max, centre + reach) }
  })
}

/** Points in the region of a start. */
export function startPoints(start: Start, bounds: readonly Bound[], count: number, random: Random): number[][] {
  const region = regionOf(start, bounds)
  if (start.kind === 'latin') return latinHypercube(region, count, random)
  return Array.from({ length: count }, () => region.map(bound => drawUniform(bound, random)))
}

export function drawUniform({ min, max }: Bound, random: Random): number {
  return inside(min + random.next() * (max - min), min, max)
}

/** Rounding may put a point past an end by a unit in the last place. */
export function inside(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/**
 * Source: M. D. McKay, R. J. Beckman and W. J. Conover, "A comparison of three methods for selecting values of input
 * variables in the analysis of output from a computer code", Technometrics 21 (1979).
 */
function latinHypercube(bounds: readonly Bound[], count: number, random: Random): number[][] {
  const columns = bounds.map(({ min, max }) =>
    shuffled(count, random).map(slice => inside(min + ((slice + random.next()) / count) * (max - min), min, max)),
  )
  return Array.from({ length: count }, (_, i) => columns.map(column => column[i]!))
}

/** 0 … n − 1 in random order (Fisher and Yates). */
function shuffled(n: number, random: Random): number[] {
  const order = Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}
