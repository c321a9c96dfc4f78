/** Stops of the speed control, in moves per second; 0 is full speed. */
export const SPEEDS = [1, 2, 4, 8, 15, 0] as const

export type PageSpeed = (typeof SPEEDS)[number]

/** Milliseconds between two moves. */
export function delayOf(speed: PageSpeed): number {
  return speed === 0 ? 0 : 1000 / speed
}

/** The stop of a delay, or the next slower one. */
export function speedOf(delay: number): PageSpeed {
  if (delay === 0) return 0
  return SPEEDS.findLast(each => each > 0 && 1000 / each >= delay) ?? 1
}
