import { afterEach, expect, test } from 'vitest'
import { killAndCheck } from './storeTransactions'
import { cleanUp, newFolder } from './storeSupport'

afterEach(cleanUp)

// tests/soak/kill.soak.ts does it 200 times, at random moments
test(
  'after a kill at any moment the file is sound and at most the transaction in flight is missing',
  { timeout: 120_000 },
  async () => {
    expect(await killAndCheck(newFolder(), 0, 'stored', 110)).toBeGreaterThan(0)
  },
)
