import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../../src/core/contract/preferences'
import { closeLabs, openQuickLab } from '../../../support/openedLabs'
import { edit, newFolder } from '../../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(closeLabs)

/** A run of the lab in a data folder. */
async function openLab(folder: string) {
  const lab = await openQuickLab(folder)
  return { ...lab, set: lab.call.setPreferences, preferences: async () => (await lab.hello()).preferences }
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
