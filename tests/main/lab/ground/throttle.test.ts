import { afterEach, expect, test, vi } from 'vitest'
import { Throttle } from '../../../../src/main/lab/ground/throttle'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('acts at once, then once for many requests, and waits one pause even if the clock was set back', () => {
  vi.useFakeTimers()
  const act = vi.fn()
  const throttle = new Throttle(10, act)
  throttle.ask()
  expect(act).toHaveBeenCalledOnce()
  throttle.ask()
  throttle.ask()
  vi.advanceTimersByTime(99)
  expect(act).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledTimes(2)
  const early = performance.now() - 60_000
  vi.spyOn(performance, 'now').mockReturnValue(early)
  throttle.ask()
  vi.advanceTimersByTime(100)
  expect(act).toHaveBeenCalledTimes(3)
})
