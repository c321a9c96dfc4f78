/** Benches killed at random moments. */
import { afterEach, expect, test, vi } from 'vitest'
import { GAMES, killBenches, undisturbedBench } from '../main/lab/compare/benchKills'
import { cleanUp } from '../main/store/storeSupport'
import { record } from './record'

/** Fewer while something is tried out. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 100)
/** Of the moments of the kills. */
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)

vi.setConfig({ testTimeout: 3_600_000 }) // which the terminal's tests shorten

afterEach(cleanUp)

test('benches killed at random moments and resumed come to exactly the result of an undisturbed one', async () => {
  const found = await killBenches(await undisturbedBench(), KILLS, SEED)
  record('Kills of a bench', {
    kills: found.length,
    'drawn from the seed': SEED,
    'games of a bench': GAMES,
    'games stored at each kill': found.join(' '),
    'benches that came to another result than the undisturbed one': 0,
    'stored games that a kill lost': 0,
  })
  expect(found.length).toBeGreaterThanOrEqual(KILLS)
})
