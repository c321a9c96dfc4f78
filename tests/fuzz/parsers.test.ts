/** A sample of `npm run soak`'s texts and files, always the same ones. A failure names its seed; `FUZZ_SEED` and `FUZZ_RUNS` try others. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PARSERS } from './parsers'
import { examineMany } from './support/harness'

const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100)

test.each(PARSERS.map(each => [each.name, each] as const))('%s: each is read or refused in a few words', async (_, harness) => {
  const outcomes = await examineMany(harness, { seed: SEED, count: RUNS })
  // a harness that never gets through to the reader, or that is never refused, tests nothing
  const read = [...outcomes].filter(([outcome]) => outcome.startsWith('read')).reduce((sum, [, times]) => sum + times, 0)
  expect(read).toBeGreaterThan(RUNS / 100)
  expect(read).toBeLessThan(RUNS)
})

test('a failure is reported with its seed, and found again by it', async () => {
  const harness = {
    name: 'a broken one',
    inputs: fc.nat(1_000),
    examine: (number: unknown) => {
      if ((number as number) > 900) throw new TypeError('over 900')
      return 'read'
    },
  }
  const failure = await examineMany(harness, { seed: 5, count: 1_000 }).catch((error: unknown) => error as Error)
  expect(failure).toMatchObject({ message: expect.stringMatching(/^a broken one: seed \d+, input \d+: "9\d\d"$/) as string })
  const [, seed, input] = /seed (\d+), input (\d+)/.exec((failure as Error).message)!
  expect(fc.sample(harness.inputs, { seed: Number(seed), numRuns: Number(input) + 1 }).at(-1)).toBeGreaterThan(900)
})
