/** A symmetric matrix as its rows. */
export type Matrix = readonly (readonly number[])[]

export interface Eigen {
  readonly values: readonly number[]
  /** Row i, column k: coordinate i of the eigenvector of `values[k]`. */
  readonly vectors: Matrix
}

/** Each sweep roughly squares the remaining off-diagonal part: 6 to 10 are enough for any matrix of doubles. */
const MAX_SWEEPS = 50

/**
 * Cyclic Jacobi rotations: the same matrix gives the same digits on every machine. Source: G. H. Golub and C. F. Van Loan, "Matrix
 * Computations", 4th edition, section 8.5.
 */
export function eigenOf(matrix: Matrix): Eigen {
  const n = matrix.length
  const a = matrix.map(row => [...row])
  const vectors = matrix.map((_, i) => matrix.map((__, j) => (i === j ? 1 : 0)))
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false
    for (let p = 0; p < n - 1; p++) for (let q = p + 1; q < n; q++) rotated = rotate(a, vectors, p, q) || rotated
    if (!rotated) break
  }
  return { values: a.map((row, i) => row[i]!), vectors }
}

/** Makes a[p][q] zero. @returns true if it was not negligible beside the diagonal */
function rotate(a: number[][], vectors: number[][], p: number, q: number): boolean {
  const [app, aqq, apq] = [a[p]![p]!, a[q]![q]!, a[p]![q]!]
  if (Math.abs(apq) <= Number.EPSILON * 1e-3 * Math.sqrt(Math.abs(app * aqq))) return false
  const tau = (aqq - app) / (2 * apq)
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau))
  const cos = 1 / Math.sqrt(1 + t * t)
  const sin = t * cos
  a.forEach((row, k) => {
    if (k === p || k === q) return
    const [kp, kq] = [row[p]!, row[q]!]
    row[p] = a[p]![k] = cos * kp - sin * kq
    row[q] = a[q]![k] = sin * kp + cos * kq
  })
  a[p]![p] = app - t * apq
  a[q]![q] = aqq + t * apq
  a[p]![q] = a[q]![p] = 0
  for (const row of vectors) {
    const [kp, kq] = [row[p]!, row[q]!]
    row[p] = cos * kp - sin * kq
    row[q] = sin * kp + cos * kq
  }
  return true
}

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
