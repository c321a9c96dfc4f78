import { expect, test } from 'vitest'
import { PARSERS } from './parsers'
import { examineMany } from './support/harness'

const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100)
/** One input of a hundred is read at least: this often, one is among them. */
const MOST_TIMES = 30

test.each(PARSERS.map(each => [each.name, each] as const))('%s: each is read or refused in a few words', async (_, harness) => {
  // a harness that never gets through to the reader, or that is never refused, tests nothing
  const seen = new Set<boolean>()
  for (let time = 0; time === 0 || (seen.size < 2 && time < MOST_TIMES); time++) {
    const outcomes = await examineMany(harness, { seed: SEED + time * RUNS, count: RUNS })
    for (const outcome of outcomes.keys()) seen.add(outcome.startsWith('read'))
  }
  expect([...seen].sort()).toEqual([false, true])
})
