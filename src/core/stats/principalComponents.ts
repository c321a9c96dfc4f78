import { eigenOf } from './eigen'

/** The mean of some points, and the two directions along which they vary most. */
interface PrincipalComponents {
  readonly mean: readonly number[]
  /** Vectors of length 1, at right angles; the first coordinate that is not 0 is positive, so that a picture does not flip. */
  readonly axes: readonly [readonly number[], readonly number[]]
}

/** A coordinate that rounding left of 0. */
const NEGLIGIBLE = 1e-12

/**
 * Principal components of points of two dimensions or more. Cost is linear in the points.
 *
 * @param points at least one, all of one length.
 */
export function principalComponents(points: readonly (readonly number[])[]): PrincipalComponents {
  const size = points[0]!.length
  const mean = Array.from({ length: size }, (_, d) => points.reduce((sum, point) => sum + point[d]!, 0) / points.length)
  const covariance = mean.map((_, i) =>
    mean.map((_, j) => points.reduce((sum, p) => sum + (p[i]! - mean[i]!) * (p[j]! - mean[j]!), 0) / points.length),
  )
  const { values, vectors } = eigenOf(covariance)
  const order = mean.map((_, i) => i).toSorted((a, b) => values[b]! - values[a]!)
  const axis = (rank: number) => positive(vectors.map(row => row[order[rank]!]!))
  return { mean, axes: [axis(0), axis(1)] }
}

/** The coordinates of a point along the two axes. */
export function project({ mean, axes }: PrincipalComponents, point: readonly number[]): readonly [number, number] {
  const along = (axis: readonly number[]) => axis.reduce((sum, a, d) => sum + a * (point[d]! - mean[d]!), 0)
  return [along(axes[0]), along(axes[1])]
}

function positive(axis: readonly number[]): readonly number[] {
  const first = axis.find(value => Math.abs(value) > NEGLIGIBLE) ?? 1
  return first < 0 ? axis.map(value => -value) : axis
}
