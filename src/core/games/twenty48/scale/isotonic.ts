/** Isotonic regression: the monotone curve of the least squared error. */

export interface Point {
  readonly x: number
  readonly y: number
  /** More than 0. */
  readonly weight: number
}

/**
 * Pools adjacent violators: the non-falling means of least weighted squared error, each as one point at the weighted mean x of the points
 * that it stands for ("centred", so a line between neighbours is less biased than steps). Means ascend strictly.
 *
 * Sources: M. Ayer, H. D. Brunk, G. M. Ewing, W. T. Reid and E. Silverman, "An empirical distribution function for sampling with incomplete
 * information", Ann. Math. Stat. 26 (1955); A. P. Oron and N. Flournoy, "Centered isotonic regression: point and interval estimation for
 * dose-response studies", Stat. Biopharm. Res. 9 (2017).
 */
export function isotonicRegression(points: readonly Point[]): Point[] {
  const pooled: Point[] = []
  for (const point of points.toSorted((a, b) => a.x - b.x)) {
    let last = point
    for (let before = pooled.at(-1); before && (before.y >= last.y || before.x === last.x); before = pooled.at(-1)) {
      last = pool(before, last)
      pooled.pop()
    }
    pooled.push(last)
  }
  return pooled
}

function pool(a: Point, b: Point): Point {
  const weight = a.weight + b.weight
  return { x: (a.weight * a.x + b.weight * b.x) / weight, y: (a.weight * a.y + b.weight * b.y) / weight, weight }
}
