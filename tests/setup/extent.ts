import { test } from 'vitest'

/**
 * How much the suites try. `npm test` tries a part, the same one each time; `npm run soak -- suites` runs the same suites in
 * full, from another seed each time.
 */
export const inFull = process.env['TESTS_IN_FULL'] === '1'

/** Of every property; a failure names it. */
export const SEED = Number(process.env['TESTS_SEED'] ?? 2048)

/** Examples of a property that takes long. */
export function runs(part: number, full: number): number {
  return inFull ? full : part
}

/** `test` for what takes long, as kills do: `npm test` leaves it out. */
export function soakTest(name: string, run: () => Promise<void> | void, timeout = 300_000): void {
  if (inFull) test(name, { timeout }, run)
}
