import { afterEach, expect, test } from 'vitest'
import { cleanUp } from './storeSupport'
import { outcomeAfterKills, undisturbedOutcome } from './tuningKills'

afterEach(cleanUp)

// tests/soak/tuning.soak.ts does it 50 times
test(
  'a run that is killed 5 times at random moments ends with exactly the result of an undisturbed one',
  { timeout: 300_000 },
  async () => {
    const expected = await undisturbedOutcome()
    expect(expected).toMatchObject({ run: { state: 'finished', count: 240, iterations: 30 } })
    const { outcome, found } = await outcomeAfterKills(Array.from({ length: 5 }, () => Math.random() * 400))
    expect(found.length).toBeGreaterThan(0)
    expect(outcome).toEqual(expected)
  },
)
