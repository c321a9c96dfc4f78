/** Isotonic regression: the monotone curve of the least squared error. */

export interface Point {
  readonly x: number
  readonly y: number
  /** More than 0. */
  readonly weight: number
}

/** A point of the curve, and how many points it stands for. */
export interface Pooled extends Point {
  readonly count: number
}

/**
 * Pools adjacent violators: the non-falling means of least weighted squared error, each as one point at the weighted mean x of the points
 * that it stands for ("centred", so a line between neighbours is less biased than steps). Means ascend strictly.
 *
 * Sources: M. Ayer, H. D. Brunk, G. M. Ewing, W. T. Reid and E. Silverman, "An empirical distribution function for sampling with incomplete
 * information", Ann. Math. Stat. 26 (1955); A. P. Oron and N. Flournoy, "Centered isotonic regression: point and interval estimation for
 * dose-response studies", Stat. Biopharm. Res. 9 (2017).
 *
 * @param points ascending by x
 */
export function isotonicRegression(points: readonly Point[]): Pooled[] {
  const distinct: Pooled[] = []
  for (const point of points) {
    const last = distinct.at(-1)
    if (last?.x === point.x) distinct.push(pool(distinct.pop()!, { ...point, count: 1 }))
    else distinct.push({ ...point, count: 1 })
  }
  const pooled: Pooled[] = []
  for (let last of distinct) {
    while (pooled.length > 0 && pooled.at(-1)!.y >= last.y) last = pool(pooled.pop()!, last)
    pooled.push(last)
  }
  return pooled
}

/** Pools the neighbours that differ least until at most `most` are left. */
export function thinned(curve: readonly Pooled[], most: number): Pooled[] {
  const left = [...curve]
  while (left.length > most) {
    let least = 1
    for (let i = 2; i < left.length; i++) if (left[i]!.y - left[i - 1]!.y < left[least]!.y - left[least - 1]!.y) least = i
    left.splice(least - 1, 2, pool(left[least - 1]!, left[least]!))
  }
  return left
}

/** Pools each point that stands for fewer than `least` with the neighbour that differs less; one may be left. */
export function filled(curve: readonly Pooled[], least: number): Pooled[] {
  const left = [...curve]
  for (let i = left.findIndex(({ count }) => count < least); i >= 0 && left.length > 1;) {
    const isNearer = i > 0 && (i === left.length - 1 || left[i]!.y - left[i - 1]!.y <= left[i + 1]!.y - left[i]!.y)
    const from = isNearer ? i - 1 : i
    left.splice(from, 2, pool(left[from]!, left[from + 1]!))
    i = left.findIndex(({ count }) => count < least)
  }
  return left
}

function pool(a: Pooled, b: Pooled): Pooled {
  const weight = a.weight + b.weight
  const mean = (of: 'x' | 'y') => (a[of] === b[of] ? a[of] : (a.weight * a[of] + b.weight * b[of]) / weight)
  return { x: mean('x'), y: mean('y'), weight, count: a.count + b.count }
}
