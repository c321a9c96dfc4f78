/**
 * Columns of a series that grows, such as the batches of a run. They hold the rows whose number is a multiple of `step`, the last row, and
 * perhaps the best few. A reader that holds columns asks for the rows after its last one, and adds the answer to what it holds: the result is
 * what a whole answer would be, though the step has grown meanwhile.
 */

/** The part of an answer that says how to add it. */
export interface Growth {
  /** Distance of the rows that remain of a thinned series. */
  readonly step: number
  /** The row that the asking reader held last; `null`: the answer is whole. */
  readonly after: number | null
}

/** The smallest power of two that leaves at most `points` of `count` rows: what one step keeps, a smaller one kept before. */
export function stepFor(count: number, points: number): number {
  let step = 1
  while (count / step > points) step *= 2
  return step
}

/** More points than this on a curve are drawn in bins. */
const MOST_POINTS = 200

/** Places of the rows in each bin: of as many consecutive numbers as leave at most `MOST_POINTS` bins, a power of two. */
export function binsOf(numbers: readonly number[]): { readonly width: number; readonly bins: readonly (readonly number[])[] } {
  const width = stepFor((numbers.at(-1) ?? 0) + 1, MOST_POINTS)
  const bins: number[][] = []
  let last: number | undefined
  numbers.forEach((number, place) => {
    const bin = Math.floor(number / width)
    if (bin === last) bins.at(-1)!.push(place)
    else bins.push([place])
    last = bin
  })
  return { width, bins }
}

/** One value for each bin, of its values that are known; `null` without any. */
export function binned(
  column: readonly (number | null)[],
  bins: readonly (readonly number[])[],
  valueOf: (values: number[]) => number,
): (number | null)[] {
  return bins.map(bin => {
    const known = bin.flatMap(place => column[place] ?? [])
    return known.length > 0 ? valueOf(known) : null
  })
}

/** A count with three leading binary digits: it changes whenever the count has grown by a quarter, or earlier. */
export function roundedDown(count: number): number {
  const unit = 2 ** Math.max(0, Math.floor(Math.log2(count)) - 2)
  return Math.floor(count / unit) * unit
}

/** Numbers of the rows that an answer has, at least the last: multiples of `step` beyond `after`. */
export function rowsAfter(after: number, last: number, step: number): number[] {
  const first = Math.floor(after / step) + 1
  const count = Math.max(0, Math.ceil(last / step) - first)
  return [...Array.from({ length: count }, (_, i) => (first + i) * step), ...(last >= 0 ? [last] : [])]
}

/**
 * The columns that a reader holds after an answer. Columns are arrays of values at any depth of `T`; everything else is the answer's.
 * @param numbers the column with the numbers of the rows
 * @param isBest whether a held row remains, although its number is no multiple of the step
 */
export function grown<T extends Growth>(
  held: T | undefined,
  answer: T,
  numbers: (columns: T) => readonly number[],
  isBest: (row: number) => boolean = () => false,
): T {
  if (held === undefined || answer.after === null) return answer
  const first = numbers(answer)[0] ?? Infinity
  const kept = numbers(held).flatMap((number, row) =>
    number < first && (number % answer.step === 0 || isBest(row)) ? [row] : [],
  )
  return joined(held, answer, kept)
}

interface Ranked {
  readonly id: readonly number[]
  readonly fitness: readonly number[]
}

/** Whether a row that a reader holds is one of the best of all; of equal ones the later is. */
export function bestOf(held: Ranked, added: Ranked & { readonly best: number }): (row: number) => boolean {
  if (added.best === 0) return () => false
  const all = [held, added].flatMap(({ id, fitness }) => id.map((number, i) => ({ number, fitness: fitness[i]! })))
  const best = all.toSorted((a, b) => b.fitness - a.fitness || b.number - a.number).slice(0, added.best)
  const numbers = new Set(best.map(({ number }) => number))
  return row => numbers.has(held.id[row]!)
}

function joined<T>(held: T, added: T, kept: readonly number[]): T {
  if (Array.isArray(held) && Array.isArray(added)) {
    const isOfColumns = typeof added[0] === 'object' && added[0] !== null
    const parts: unknown[] = isOfColumns
      ? added.map((part, i) => joined<unknown>(held[i], part, kept))
      : [...kept.map(row => held[row] as unknown), ...(added as unknown[])]
    return parts as T
  }
  if (typeof added !== 'object' || added === null) return added ?? held
  const before = held as Record<string, unknown>
  return Object.fromEntries(Object.entries(added).map(([key, part]) => [key, joined<unknown>(before[key], part, kept)])) as T
}

/** Turns rows into columns, for the given fields. */
export function columnsOf<Row, Field extends keyof Row>(rows: readonly Row[], ...fields: readonly Field[]) {
  return Object.fromEntries(fields.map(field => [field, rows.map(row => row[field])])) as { [F in Field]: Row[F][] }
}
