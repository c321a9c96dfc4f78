/**
 * Chooses the rows to draw when there are more rows than points: the first, the last, and of every bucket of rows the lowest and the
 * highest of each column, so that no peak is lost. The width of a bucket is a power of two, and it begins at a multiple of that: a growing
 * graph keeps its rows until the width doubles, and does not flicker.
 * @param points at least `2 + 2 · columns.length`
 * @param columns NaN means no number in a row
 * @returns ascending; at most `points`
 */
export function thinOut(length: number, points: number, columns: readonly ArrayLike<number>[]): number[] {
  if (length <= points) return Array.from({ length }, (_, row) => row)
  const buckets = Math.floor((points - 2) / (2 * columns.length))
  let width = 2
  while (width * buckets < length) width *= 2
  const rows = new Set([0])
  for (let from = 0; from < length; from += width) {
    const extremes = columns.flatMap(column => extremesOf(column, from, Math.min(from + width, length)))
    for (const row of extremes.sort((a, b) => a - b)) rows.add(row)
  }
  rows.add(length - 1)
  return [...rows]
}

/** The first lowest and the first highest number; none without numbers. */
function extremesOf(column: ArrayLike<number>, from: number, to: number): number[] {
  let lowest: number | undefined
  let highest: number | undefined
  for (let row = from; row < to; row++) {
    const number = column[row]!
    if (Number.isNaN(number)) continue
    if (lowest === undefined || number < column[lowest]!) lowest = row
    if (highest === undefined || number > column[highest]!) highest = row
  }
  return lowest === undefined || highest === undefined ? [] : [lowest, highest]
}
