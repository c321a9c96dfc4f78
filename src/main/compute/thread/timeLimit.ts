import type { Stop } from '../../../core/games/twenty48/search/engine'

/** Stops a search that begins now after `ms`, if any, and when it is released. */
export function stopWithin(ms: number | undefined, isReleased: () => boolean): Stop {
  if (ms === undefined) return () => (isReleased() ? 'request' : undefined)
  const end = performance.now() + ms
  return () => (isReleased() ? 'request' : performance.now() >= end ? 'limit' : undefined)
}
