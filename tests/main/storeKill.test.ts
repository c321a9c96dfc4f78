import { afterEach, expect, test } from 'vitest'
import { killAndCheck } from './storeTransactions'
import { cleanUp, newFolder, oldFolder } from './storeSupport'

afterEach(cleanUp)

// tests/soak/kill.soak.ts does it 200 times
test(
  'after a kill at any moment the file is sound and at most the transaction in flight is missing',
  { timeout: 120_000 },
  async () => {
    const folder = newFolder()
    let stored = 0
    for (let kill = 0; kill < 8; kill++) stored = await killAndCheck(folder, stored, 'stored', Math.random() * 150)
    expect(stored).toBeGreaterThan(0)
  },
)

test('a kill about the time of a migration costs nothing', { timeout: 120_000 }, async () => {
  for (const ms of [50, 75]) await killAndCheck(oldFolder(), 0, 'opening', ms)
})
