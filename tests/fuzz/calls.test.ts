/** A sample of the messages of `npm run soak`, always the same ones; `FUZZ_SEED` and `FUZZ_MESSAGES` try others. */
import { expect, test, vi } from 'vitest'
import { CALLS } from '../../src/core/contract/calls'
import { fuzzCalls } from './calls/fuzzCalls'

const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const MESSAGES = Number(process.env['FUZZ_MESSAGES'] ?? 5 * Object.keys(CALLS).length)

vi.setConfig({ testTimeout: 600_000 }) // a busy machine is slow

test('every call answers any input with a value or a refusal, and the lab continues', async () => {
  const { sent, done, outcomes, faults } = await fuzzCalls({ seed: SEED, messages: MESSAGES, perLab: MESSAGES })
  expect(faults.map(({ what, error }) => `${what}\n${(error as Error | undefined)?.stack ?? JSON.stringify(error)}`)).toEqual([])
  expect(sent.size).toBe(Object.keys(CALLS).length)
  // messages that are all refused at the door test nothing
  expect(done.size).toBeGreaterThan(60)
  expect(outcomes.get('NOT_FOUND')).toBeGreaterThan(0)
})
