import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_PREFERENCES_BYTES } from '../../src/core/contract/files'
import { DEFAULT_PREFERENCES } from '../../src/core/contract/preferences'
import type { LabErrorData } from '../../src/core/errors'
import { createLab } from '../../src/main/lab/lab'
import { fakePool } from './fakePool'

let home: string
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'lab-home-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))
const file = () => join(home, 'preferences.json')

/** A run of the lab in a data folder. */
function openLab(folder: string | undefined = home) {
  const engine = { pool: fakePool({ answersAtOnce: true }).pool, kernel: '0123456789ab' }
  const { handlers, on } = createLab({ host: 'browser', engine, ...(folder !== undefined && { home: folder }) })
  const failures: LabErrorData[] = []
  on('failure', failure => failures.push(failure))
  return {
    failures,
    set: handlers.setPreferences,
    preferences: async () => (await handlers.hello(undefined)).preferences,
  }
}

describe('preferences', () => {
  test('are the usual ones at first, and hold for every later run in the same folder', async () => {
    expect(await openLab().preferences()).toEqual(DEFAULT_PREFERENCES)
    await openLab().set({ theme: 'dark' })
    await openLab().set({ beenHere: true })
    const later = openLab()
    expect(await later.preferences()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark', beenHere: true })
    expect(later.failures).toEqual([])
    expect(readdirSync(home)).toEqual(['preferences.json'])
  })

  test('make the folder they are kept in', async () => {
    const folder = join(home, 'not', 'there', 'yet')
    await openLab(folder).set({ theme: 'light' })
    expect(await openLab(folder).preferences()).toMatchObject({ theme: 'light' })
  })

  test('a write that was cut short harms nothing', async () => {
    await openLab().set({ theme: 'dark' })
    writeFileSync(file() + '.new', '{"form')
    expect(await openLab().preferences()).toMatchObject({ theme: 'dark' })
    await openLab().set({ tileText: 'exponent' })
    expect(await openLab().preferences()).toMatchObject({ theme: 'dark', tileText: 'exponent' })
  })

  test.each([
    ['empty', ''],
    ['cut short', '{'],
    ['no object', '[]'],
    ['of no format', '{"theme":"dark"}'],
    ['too large', 'x'.repeat(MAX_PREFERENCES_BYTES + 1)],
  ])('a damaged file is told and set aside, and the next choice is kept again: %s', async (_, text) => {
    writeFileSync(file(), text)
    const first = openLab()
    expect(await first.preferences()).toEqual(DEFAULT_PREFERENCES)
    expect(await first.preferences()).toEqual(DEFAULT_PREFERENCES)
    expect(first.failures).toEqual([
      expect.objectContaining({
        code: 'BAD_FILE',
        message: expect.stringContaining(`set aside as ${file()}.damaged`) as string,
      }),
    ])
    expect(readFileSync(file() + '.damaged', 'utf8')).toBe(text)
    expect(existsSync(file())).toBe(false)
    await first.set({ theme: 'dark' })
    const second = openLab()
    expect(await second.preferences()).toMatchObject({ theme: 'dark' })
    expect(second.failures).toEqual([])
  })

  test('that cannot be written are told, and hold until the lab ends', async () => {
    mkdirSync(file() + '.new')
    const lab = openLab()
    await lab.set({ theme: 'dark' })
    expect(lab.failures).toEqual([
      expect.objectContaining({ code: 'BAD_FILE', message: expect.stringContaining('cannot be written') as string }),
    ])
    expect(await lab.preferences()).toMatchObject({ theme: 'dark' })
  })

  test('that cannot be read are told, and the file stays where it is', async () => {
    writeFileSync(join(home, 'file'), '')
    const lab = openLab(join(home, 'file')) // the data folder has become a file
    expect(await lab.preferences()).toEqual(DEFAULT_PREFERENCES)
    expect(lab.failures).toMatchObject([{ code: 'BAD_FILE', message: expect.stringContaining('cannot be read') as string }])
  })
})
