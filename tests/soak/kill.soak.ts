/** The promise of the store, 200 times over: `SIGKILL` at a random moment costs at most the transaction in flight. */
import { afterEach, expect, test } from 'vitest'
import { createRandom } from '../../src/core/random'
import { cleanUp, newFolder } from '../main/store/storeSupport'
import { killAndCheck, killAndCheckLines } from '../main/store/storeTransactions'
import { record } from './record'

/** Fewer while something is tried out. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 200)
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31)
/** Kills on one file, before it is so long that checking it takes the time. */
const KILLS_A_FILE = 20

afterEach(cleanUp)

test(`writers killed at random moments (SOAK_SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const facts = { kills: 0, opening: 0, open: 0, stored: 0, transactions: 0 }
  while (facts.kills < KILLS) {
    const folder = newFolder()
    let stored = 0
    for (let i = 0; i < KILLS_A_FILE && facts.kills < KILLS; i++) {
      const since = i % 5 === 4 ? 'opening' : i % 5 === 3 ? 'open' : 'stored'
      stored = await killAndCheck(folder, stored, since, random.next() * 200)
      facts.kills++
      facts[since]++
    }
    facts.transactions += stored
    await cleanUp()
  }
  record('Kills of a writing process', {
    kills: facts.kills,
    'of them while it opened the file': facts.opening,
    'of them right after it had opened it': facts.open,
    'of them while it wrote': facts.stored,
    'transactions stored and found whole': facts.transactions,
  })
  expect(facts.transactions).toBeGreaterThan(0)
})

test(`a writer of side lines killed at random moments (SOAK_SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const [folder, kills] = [newFolder(), Math.min(KILLS, KILLS_A_FILE)]
  let stored = 0
  for (let i = 0; i < kills; i++) stored = await killAndCheckLines(folder, stored, random.next() * 200)
  record('Kills of a process that writes side lines', { kills, 'transactions stored and found whole': stored })
  expect(stored).toBeGreaterThan(0)
})
