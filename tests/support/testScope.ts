import { onTestFinished } from 'vitest'
import { Scope } from '../../src/main/scope'

/** A scope that closes with the test that calls this. */
export function testScope(): Scope {
  const scope = new Scope('a test')
  onTestFinished(() => scope.close())
  return scope
}
