import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TimeLeft } from '../../../../src/main/hosts/terminal/compare/compareRun'
import { Looks } from '../../../../src/main/lab/compare/looks'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('minutes that earlier sittings used are not left any more', () => {
  const looks = new Looks(1, { games: 1_000_000, margin: 0, minutes: 10 })
  const left = new TimeLeft(1, { done: 50, seconds: 240 })
  vi.advanceTimersByTime(60_000)
  expect(left.after(60, looks)).toBe(5 * 60_000)
})
