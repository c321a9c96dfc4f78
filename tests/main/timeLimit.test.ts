import { afterEach, expect, test, vi } from 'vitest'
import { stopWithin } from '../../src/main/compute/thread/timeLimit'

afterEach(() => vi.restoreAllMocks())

test.each([
  [undefined, 1e9, undefined],
  [20, 19.9, undefined],
  [20, 20, 'limit'],
] as const)('a limit of %s ms says after %s ms: %s; a release comes before it', (ms, passed, said) => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  let released = false
  const stop = stopWithin(ms, () => released)
  clock.mockReturnValue(1000 + passed)
  expect(stop()).toBe(said)
  released = true
  expect(stop()).toBe('request')
})
