/** The mean of some points, and the two directions along which they vary most. */
export interface PrincipalComponents {
  readonly mean: readonly number[]
  /** Of length 1, at right angles; the first coordinate that is not 0 is positive, so that a picture does not flip. */
  readonly axes: readonly [readonly number[], readonly number[]]
}

/** Source: G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th ed., algorithm 8.5.2 (cyclic Jacobi). */
const SWEEPS = 50
const CONVERGED = 1e-12

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
  const vectors = diagonalise(covariance)
  const order = mean.map((_, i) => i).toSorted((a, b) => covariance[b]![b]! - covariance[a]![a]!)
  const axis = (rank: number) => positive(vectors.map(row => row[order[rank]!]!))
  return { mean, axes: [axis(0), axis(1)] }
}

/** The coordinates of a point along the two axes. */
export function project({ mean, axes }: PrincipalComponents, point: readonly number[]): readonly [number, number] {
  const along = (axis: readonly number[]) => axis.reduce((sum, a, d) => sum + a * (point[d]! - mean[d]!), 0)
  return [along(axes[0]), along(axes[1])]
}

function positive(axis: readonly number[]): readonly number[] {
  const first = axis.find(value => Math.abs(value) > CONVERGED) ?? 1
  return first < 0 ? axis.map(value => -value) : axis
}

/** Rotates a symmetric matrix until it is diagonal, in place. @returns its eigenvectors as columns. */
function diagonalise(a: number[][]): number[][] {
  const size = a.length
  const vectors = a.map((_, i) => a.map((_, j) => Number(i === j)))
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let off = 0
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) off += a[p]![q]! ** 2
    const scale = a.reduce((sum, row, i) => sum + row[i]! ** 2, 0)
    if (off <= CONVERGED ** 2 * scale) break
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, vectors, p, q)
  }
  return vectors
}

function rotate(a: number[][], vectors: number[][], p: number, q: number): void {
  if (a[p]![q] === 0) return
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1))
  const c = 1 / Math.hypot(t, 1)
  const s = t * c
  const turn = (row: number[]) => {
    const [x, y] = [row[p]!, row[q]!]
    row[p] = c * x - s * y
    row[q] = s * x + c * y
  }
  a.forEach(turn)
  const [rowP, rowQ] = [a[p]!, a[q]!]
  rowP.forEach((x, k) => {
    const y = rowQ[k]!
    rowP[k] = c * x - s * y
    rowQ[k] = s * x + c * y
  })
  vectors.forEach(turn)
}
