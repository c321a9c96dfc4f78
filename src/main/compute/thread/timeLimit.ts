import type { SlidesRequest } from '../../../core/search/engine'

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
