import { randomInt } from 'node:crypto'

/** For a game or a run whose seed nobody names. */
export function systemSeed(): number {
  return randomInt(2 ** 48 - 1) // the widest that randomInt draws
}
