/** Tuning runs killed at random moments. */
import { afterEach, test, vi } from 'vitest'
import { cleanUp } from '../main/store/storeSupport'
import { killRuns, partOf, undisturbedOutcome } from '../main/lab/tuning/tuningKills'
import { record } from './record'

/** Fewer while something is tried out. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 50)
/** Of the moments of the kills. */
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)

vi.setConfig({ testTimeout: 3_600_000 }) // which the terminal's tests shorten

afterEach(cleanUp)

test('runs killed at random moments end with exactly the result of an undisturbed one', async () => {
  const expected = await undisturbedOutcome()
  const found = await killRuns(expected, KILLS, SEED)
  record('Kills of a tuning run', {
    kills: found.length,
    'drawn from the seed': SEED,
    'in the search, the choice, the reports': (['search', 'choice', 'reports'] as const)
      .map(part => found.filter(each => partOf(each) === part).length)
      .join(', '),
    'evaluations and games stored at each kill': found.join(' '),
    'runs that ended with another result than the undisturbed one': 0,
  })
})
