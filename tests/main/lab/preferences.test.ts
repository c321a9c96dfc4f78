import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../src/core/contract/preferences'
import type { LabErrorData } from '../../../src/core/errors'
import { createLab, type Lab } from '../../../src/main/lab/lab'
import { openLabData } from '../../../src/main/lab/data/labData'
import { fakePool } from '../../support/fakePool'
import { cleanUp, edit, folderOf, newFolder } from '../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const open: Lab[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(lab => lab.close()))
  await cleanUp()
})

/** A run of the lab in a data folder. */
async function openLab(folder: string) {
  const engine = { pool: fakePool({ answersAtOnce: true }).pool, kernel: '0123456789ab' }
  const lab = createLab({ host: 'browser', engine, data: await openLabData({ folder, program: 'a test' }) })
  open.push(lab)
  const failures: LabErrorData[] = []
  lab.on('failure', failure => failures.push(failure))
  return {
    failures,
    set: lab.handlers.setPreferences,
    preferences: async () => (await lab.handlers.hello(undefined)).preferences,
    close: async () => {
      open.splice(open.indexOf(lab), 1)
      await lab.close()
    },
  }
}

describe('preferences', () => {
  test('are the usual ones at first, and hold for every later run in the same folder', async () => {
    const folder = newFolder()
    const first = await openLab(folder)
    expect(await first.preferences()).toEqual(DEFAULT_PREFERENCES)
    await first.set({ theme: 'dark' })
    await first.set({ beenHere: true, palette: 'cividis' })
    await first.close()
    const second = await openLab(folder)
    expect(await second.preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark', beenHere: true, palette: 'cividis' })
    expect(second.failures).toEqual([])
  })

  test('hold until the lab ends where the data cannot be used', async () => {
    const folder = folderOf('no database at all')
    const lab = await openLab(folder)
    expect(await lab.preferences()).toEqual(DEFAULT_PREFERENCES)
    await lab.set({ theme: 'dark' })
    expect(await lab.preferences()).toMatchObject({ theme: 'dark' })
    expect(lab.failures).toEqual([])
  })

  test('are those of the folder also for a second lab, which may not write there', async () => {
    const folder = newFolder()
    const first = await openLab(folder)
    await first.set({ theme: 'dark', beenHere: true })
    await vi.waitFor(
      async () => {
        const second = await openLab(folder)
        expect(await second.preferences()).toMatchObject({ theme: 'dark', beenHere: true })
      },
      { timeout: 30_000 },
    )
  })

  test('one that cannot be read is reported, and the others hold', async () => {
    const folder = newFolder()
    const first = await openLab(folder)
    await first.set({ theme: 'dark', palette: 'grey' })
    await first.close()
    edit(folder, `UPDATE settings SET json = replace(json, 'grey', 'pink')`)
    const second = await openLab(folder)
    expect(await second.preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark' })
    expect(second.failures).toMatchObject([{ code: 'BAD_STORE', message: expect.stringContaining('palette') as string }])
  })
})
