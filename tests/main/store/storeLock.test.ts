/** One writer a folder, any number of readers, and a lock that nobody has to clean up. */
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { storesInThreads } from '../../setup/threadsHere'
import { ending, startLab } from '../../support/terminalProcess'
import { cleanUp, newFolder, openReader, openWriter, sampleGame } from './storeSupport'
import { killAndCheck } from './storeTransactions'

/** Another process takes its time to start. */
const SLOW = { timeout: 120_000 }

afterEach(cleanUp)

describe('beside the writer of another process', () => {
  storesInThreads()

  // tests/soak/kill.soak.ts kills it 200 times, at random moments
  test(
    'readers see what it stores, and a second is refused; after a kill the file is sound and lacks the transaction in flight at most',
    SLOW,
    async () => {
      const folder = newFolder()
      const stored = await killAndCheck(folder, 0, 'stored', async pid => {
        const reader = await openReader(folder)
        const games = await reader.games.count({})
        expect(games).toBeGreaterThan(0)
        await expect.poll(() => reader.games.count({}), { timeout: 60_000 }).toBeGreaterThan(games)
        expect(await reader.maintenance.check()).toEqual([])
        await expect(openWriter(folder)).rejects.toMatchObject({
          code: 'STORE_LOCKED',
          message: expect.stringMatching(
            /in use by a writing test, process \d+, since .*Close that one, or use another folder with --home/,
          ) as string,
          detail: { pid, program: 'a writing test' },
        })
      })
      expect(stored).toBeGreaterThan(1)
    },
  )
})

test('a reader in the same process leaves the lock alone', SLOW, async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  await (await openReader(folder)).close()
  await expect(openWriter(folder)).rejects.toMatchObject({ code: 'STORE_LOCKED', detail: { pid: process.pid } })
  const { code, stderr } = await ending(startLab(['profile', 'restore', 'mine', '--home', folder]))
  expect({ code, stderr: stderr.replace(/\s+/g, ' ') }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`in use by a test, process ${process.pid}, `) as string,
  })
  await store.games.add(sampleGame(1))
})

test('at a clock before 1970 nothing is opened to be written, and the clock is named', async () => {
  const folder = newFolder()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(1969, 11, 30) })
  try {
    const message = expect.stringContaining('The clock of this machine is at 1969-12-30, before 1970') as string
    await expect(openWriter(folder)).rejects.toMatchObject({ code: 'BAD_STORE', message })
  } finally {
    vi.useRealTimers()
  }
  await openWriter(folder)
})

test('a thread that dies takes no answer with it silently', async () => {
  const folder = newFolder()
  const store = await openWriter(folder, { threadFile: join(import.meta.dirname, 'storeDyingThread.mjs') })
  const asked = store.settings.get('theme')
  await expect(asked).rejects.toMatchObject({ code: 'WORKER_LOST' })
  await expect(store.settings.get('theme')).rejects.toMatchObject({ code: 'WORKER_LOST' })
  await store.close()
})
