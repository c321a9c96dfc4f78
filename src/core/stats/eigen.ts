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
