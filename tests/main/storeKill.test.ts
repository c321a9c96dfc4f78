import { afterEach, expect, test } from 'vitest'
import { killAndCheck } from './storeTransactions'
import { cleanUp, folderOfVersion, newFolder } from './storeSupport'

afterEach(cleanUp)

test(
  'after a kill at any moment the file is sound and at most the transaction in flight is missing',
  { timeout: 120_000 },
  async () => {
    const folder = newFolder()
    let told = 0
    // tests/soak/kill.soak.ts does it 200 times
    for (let kill = 0; kill < 8; kill++) told = Math.max(told, await killAndCheck(folder, 60 + Math.random() * 400))
    expect(told).toBeGreaterThan(0)
    for (const ms of [2, 25]) await killAndCheck(folderOfVersion(1), 50 + ms) // about when it migrates
  },
)
