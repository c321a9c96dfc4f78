import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { MAX_PREFERENCES_BYTES } from '../../src/core/contract/files'
import { DEFAULT_PREFERENCES } from '../../src/core/contract/preferences'
import type { LabErrorData } from '../../src/core/errors'
import { createLab, type Lab } from '../../src/main/lab/lab'
import { openLabData } from '../../src/main/lab/labData'
import { fakePool } from './fakePool'
import { cleanUp, edit, folderOf, newFolder } from './storeSupport'

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

const oldFile = (folder: string, rest: object) => {
  const file = join(folder, 'preferences.json')
  writeFileSync(file, JSON.stringify({ format: '2048-lab-preferences', version: 1, ...rest }))
  return file
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
    expect(lab.failures.map(({ code }) => code)).toEqual(['BAD_STORE', 'BAD_STORE'])
  })

  test('are those of the folder also for a second lab, which may not write there', async () => {
    const folder = newFolder()
    const first = await openLab(folder)
    await first.set({ theme: 'dark', beenHere: true })
    await vi.waitFor(
      async () => {
        const second = await openLab(folder)
        expect(await second.preferences()).toMatchObject({ theme: 'dark', beenHere: true })
        expect(second.failures).toMatchObject([{ code: 'STORE_LOCKED' }])
      },
      { timeout: 30_000 },
    )
  })

  test('one that cannot be read is told, and the others hold', async () => {
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

describe('the file of older labs', () => {
  test('is taken over once, and kept beside', async () => {
    const folder = newFolder()
    const file = oldFile(folder, { theme: 'dark', beenHere: true })
    const text = readFileSync(file, 'utf8')
    const first = await openLab(folder)
    expect(await first.preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark', beenHere: true })
    expect(existsSync(file)).toBe(false)
    expect(readFileSync(`${file}.imported`, 'utf8')).toBe(text)
    await first.set({ theme: 'light' })
    await first.close()
    expect(await (await openLab(folder)).preferences()).toMatchObject({ theme: 'light', beenHere: true })
  })

  test('does not change what was chosen since', async () => {
    const folder = newFolder()
    const first = await openLab(folder)
    await first.set({ theme: 'light' })
    await first.close()
    oldFile(folder, { theme: 'dark' })
    const second = await openLab(folder)
    expect(await second.preferences()).toMatchObject({ theme: 'light' })
    expect(second.failures).toEqual([])
  })

  test.each([
    ['empty', ''],
    ['cut short', '{'],
    ['no object', '[]'],
    ['of no format', '{"theme":"dark"}'],
    ['too large', 'x'.repeat(MAX_PREFERENCES_BYTES + 1)],
  ])('is told and set aside when it is damaged: %s', async (_, text) => {
    const folder = newFolder()
    const file = join(folder, 'preferences.json')
    writeFileSync(file, text)
    const first = await openLab(folder)
    expect(await first.preferences()).toEqual(DEFAULT_PREFERENCES)
    expect(first.failures).toEqual([
      expect.objectContaining({
        code: 'BAD_FILE',
        message: expect.stringContaining(`set aside as ${file}.damaged`) as string,
      }),
    ])
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(text)
    await first.set({ theme: 'dark' })
    await first.close()
    const second = await openLab(folder)
    expect(await second.preferences()).toMatchObject({ theme: 'dark' })
    expect(second.failures).toEqual([])
  })
})
