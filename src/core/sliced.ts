/**
 * Long work in slices of about a millisecond. The caller can do other work between two slices, and can abandon the rest. Yields
 * the share that is done, 0 … 1.
 */
export type Sliced<Result> = Generator<number, Result, undefined>

/** Runs all slices without a pause. */
export function finish<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Runs work as a part of longer work: maps its progress to the range between two shares. */
export function* partOf<Result>(work: Sliced<Result>, from: number, to: number): Sliced<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    yield from + (to - from) * step.value
  }
}

/** Splits a list into chunks of at most `size`, in order, because messages have a size limit. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
