import type { SlidesRequest, Stop } from '../../../core/search/engine'

/** Whether a request of `searchPosition` is of the position itself, or of one along its principal variation. */
export function isRoot({ reach }: SlidesRequest): boolean {
  return reach === 1
}

/**
 * When the principal variation of a search limited to `ms` must be there, in ms since the search began. It is found after
 * the values, so it gets a tenth more, at least 5 ms.
 */
export function variationAllowance(ms: number | undefined): number {
  return ms === undefined ? Infinity : ms + Math.max(ms / 10, 5)
}

/**
 * When a search on a thread of its own stops: the position itself, and its principal variation.
 *
 * @param start of its clock, by `performance.now()`
 * @param released whether nobody wants more of it
 */
export function stopsOf(start: number, ms: number | undefined, released: () => boolean): readonly [root: Stop, variation: Stop] {
  const within = (end: number): Stop => {
    if (end === Infinity) return () => (released() ? 'request' : undefined)
    return () => (released() ? 'request' : performance.now() >= end ? 'limit' : undefined)
  }
  return [within(start + (ms ?? Infinity)), within(start + variationAllowance(ms))]
}
