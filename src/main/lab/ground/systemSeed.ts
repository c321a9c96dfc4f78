import { randomInt } from 'node:crypto'

/** Draws the default seed of a game or a run. */
export function systemSeed(): number {
  return randomInt(2 ** 48 - 1) // the largest range of randomInt
}
