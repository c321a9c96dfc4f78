import { afterEach, expect, test } from 'vitest'
import { cleanUp } from './storeSupport'
import { drawMoments, ITERATIONS, outcomeAfterKills, partOf, SEARCHED, undisturbedOutcome } from './tuningKills'

afterEach(cleanUp)

/** Another each time; `KILL_SEED` repeats the moments of one that failed, as far as a machine repeats itself. */
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)

// tests/soak/tuning.soak.ts does it 50 times
test(
  `a run that is killed 5 times, in its search, its choice and its reports, ends with exactly the result of an undisturbed one (KILL_SEED=${SEED})`,
  { timeout: 300_000 },
  async () => {
    const expected = await undisturbedOutcome()
    expect(expected).toMatchObject({ run: { state: 'finished', count: SEARCHED, iterations: ITERATIONS } })
    const moments = drawMoments(SEED, 5)
    const { outcome, found } = await outcomeAfterKills(moments)
    const told = `kills at ${JSON.stringify(moments)} left ${found.join(', ')}`
    expect(found.length, told).toBeGreaterThan(2)
    expect(new Set(found.map(partOf)).size, told).toBeGreaterThan(1) // not in the search alone
    expect(outcome, told).toEqual(expected)
  },
)
