/** Runs of every kind, killed at random moments. */
import { afterEach, expect, test, vi } from 'vitest'
import { createRandom } from '../../src/core/random'
import { KILLED_KINDS, killRun, undisturbed } from '../main/lab/runs/killedRuns'
import { cleanUp } from '../main/store/storeSupport'
import { record } from './record'

/** Of all kinds together; fewer while something is tried out. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 200)
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)
/** Of one run. */
const MOST_KILLS = 8

vi.setConfig({ testTimeout: 3_600_000 }) // which the terminal's tests shorten

afterEach(cleanUp)

const kinds = Object.entries(KILLED_KINDS)

test.each(kinds)(`%s: runs killed at random moments end as an undisturbed one (KILL_SEED=${SEED})`, async (name, kind) => {
  const random = createRandom(SEED)
  const whole = await undisturbed(kind, 2)
  expect((await undisturbed(kind, 1)).outcome, 'on one thread').toEqual(whole.outcome)
  const wanted = Math.ceil(KILLS / kinds.length)
  let [kills, runs] = [0, 0]
  while (kills < wanted) {
    kills += await killRun(kind, whole, Math.min(MOST_KILLS, wanted - kills), random)
    runs++
    await cleanUp()
  }
  record(`Kills of runs: ${name}`, {
    ...{ kills, runs, 'drawn from the seed': SEED, 'runs with another result than the undisturbed one': 0 },
    'stored results that a kill lost': 0,
  })
})
