/** Before this time the remaining time is not estimated: the start is slower than the rest, and a few pieces are not representative. */
const SHORTEST_MS = 2000
const FEWEST = 3
const SMALLEST_SHARE = 0.02

/** True if enough is done to estimate the remaining time. @param ms since the work began, @param done of `total` pieces since then */
export function isPaceKnown(ms: number, done: number, total: number): boolean {
  return ms >= SHORTEST_MS && (done >= FEWEST || (done > 0 && done >= SMALLEST_SHARE * total))
}

/** Work of the later half of the time so far. Its pace is that of the rest: memory and compiled code are no longer new, and other programs come and go. */
export class LaterHalf {
  /** From about the middle of the time on. */
  readonly #marks: { readonly ms: number; readonly done: number }[] = [{ ms: 0, done: 0 }]

  /** @param ms since the work began, never less than before, @param done since then @returns ms and work since about the middle */
  at(ms: number, done: number): { readonly ms: number; readonly done: number } {
    if (ms - this.#marks.at(-1)!.ms >= ms / 64) this.#marks.push({ ms, done }) // so there are at most some fifty
    while (this.#marks.length > 1 && this.#marks[1]!.ms <= ms / 2) this.#marks.shift()
    const [from] = this.#marks
    return { ms: ms - from!.ms, done: done - from!.done }
  }
}
