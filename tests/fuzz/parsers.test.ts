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
