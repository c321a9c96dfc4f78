import { expect, test } from 'vitest'
import { LaterHalf } from '../../../src/core/stats/moveTimes'

/** Work after some ms: five seconds at a fifth of the speed of the rest. */
const done = (ms: number): number => (ms < 5000 ? ms / 5 : 1000 + (ms - 5000))

test('the pace of the later half is that of the rest once the slow start is half of the time', () => {
  const half = new LaterHalf()
  for (let ms = 30; ms <= 600_000; ms += 30) {
    const later = half.at(ms, done(ms))
    expect(later.ms).toBeGreaterThanOrEqual(ms / 2)
    expect(later.ms).toBeLessThanOrEqual(ms / 2 + ms / 32 + 30)
    if (ms > 10_500) expect(later.done / later.ms).toBeCloseTo(1, 9)
    if (ms < 5000) expect(later.done / later.ms).toBeCloseTo(0.2, 9)
  }
})
