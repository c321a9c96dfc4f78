import { isDeepStrictEqual } from 'node:util'
import { excerptOf } from './harness'

/** @throws where two values differ anywhere. */
export function expectSame(a: unknown, b: unknown): void {
  if (!isDeepStrictEqual(a, b)) throw new Error(`a round trip changed it:\n${excerptOf(a)}\n${excerptOf(b)}`)
}
