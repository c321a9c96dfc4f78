/**
 * Something that takes long, in pieces of a millisecond or so: whoever drives it sees to others between two of them, and may
 * drop it. Yields how much is done, 0 … 1.
 */
export type Sliced<Result> = Generator<number, Result, undefined>

/** For whoever has nothing else to do. */
export function finish<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** A part of something that takes long: from one share of it to another. */
export function* partOf<Result>(work: Sliced<Result>, from: number, to: number): Sliced<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    yield from + (to - from) * step.value
  }
}
