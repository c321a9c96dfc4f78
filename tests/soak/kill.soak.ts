/** The promise of the store, 200 times over: `SIGKILL` at a random moment costs at most the transaction in flight. */
import { afterEach, expect, test } from 'vitest'
import { cleanUp, newFolder, oldFolder } from '../main/storeSupport'
import { killAndCheck } from '../main/storeTransactions'
import { record } from './record'

/** Fewer while something is tried out. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 200)
/** Kills on one file, before it is so long that checking it takes the time. */
const KILLS_A_FILE = 20

afterEach(cleanUp)

test('writers killed at random moments', async () => {
  const facts = { kills: 0, duringMigration: 0, beforeAnythingWasStored: 0, transactions: 0, inFlightStored: 0 }
  while (facts.kills < KILLS) {
    const isOld = facts.kills % (2 * KILLS_A_FILE) === 0
    const folder = isOld ? oldFolder() : newFolder()
    let stored = 0
    for (let i = 0; i < KILLS_A_FILE && facts.kills < KILLS; i++) {
      const ms = isOld && i === 0 ? 30 + Math.random() * 100 : 30 + Math.random() ** 2 * 1000
      const before = stored
      stored = await killAndCheck(folder, before, ms)
      facts.kills++
      if (isOld && i === 0) facts.duringMigration++
      if (stored === before) facts.beforeAnythingWasStored++
    }
    facts.transactions += stored
    await cleanUp()
  }
  record('Kills of a writing process', {
    kills: facts.kills,
    'of them about the time of a migration': facts.duringMigration,
    'of them before anything new was stored': facts.beforeAnythingWasStored,
    'transactions stored and found whole': facts.transactions,
  })
  expect(facts.transactions).toBeGreaterThan(0)
})
