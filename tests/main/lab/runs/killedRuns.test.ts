/** A few of the kills of tests/soak/runs.soak.ts. */
import { afterEach, expect, test, vi } from 'vitest'
import { createRandom } from '../../../../src/core/random'
import { inFull, SEED } from '../../../setup/extent'
import { cleanUp } from '../../store/storeSupport'
import { KILLED_KINDS, killRun, undisturbed } from './killedRuns'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

afterEach(cleanUp)

const QUICK = ['tournament', 'wallTest', 'analysis', 'study in a file']

test.each(inFull ? Object.keys(KILLED_KINDS) : QUICK)('%s: killed and resumed, a run ends as an undisturbed one', async name => {
  const kind = KILLED_KINDS[name]!
  const kills = await killRun(kind, await undisturbed(kind, 2), 2, createRandom(SEED))
  expect(kills).toBeLessThanOrEqual(2)
})
