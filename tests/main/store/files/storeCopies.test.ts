/** Copies of the data: made, refused and brought back. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { prepareRestore } from '../../../../src/main/store/files/copies'
import { SCHEMA_VERSION } from '../../../../src/main/store/migrations'
import { dataFile } from '../../../../src/main/store/opening'
import {
  backups,
  cleanUp,
  damage,
  edit,
  folderOf,
  folderOfVersion,
  newFolder,
  openReader,
  openWriter,
  sampleGame,
} from '../storeSupport'

afterEach(cleanUp)

/** A folder with a copy of 10 MB of data: many pieces of a copy. */
function largeFolder(): string {
  large ??= readFileSync(dataFile(makeLarge()))
  return folderOf(large)
}

let large: Buffer | undefined

function makeLarge(): string {
  const folder = folderOfVersion(SCHEMA_VERSION)
  edit(
    folder,
    `DELETE FROM games WHERE batch IS NULL; DELETE FROM batches;
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25)
     INSERT INTO settings (name, json) SELECT 'large' || i, json_quote(hex(zeroblob(200000))) FROM n`,
  )
  return folder
}

describe('a copy', () => {
  test('is whole, and what is stored later is not in it', async () => {
    const folder = newFolder()
    const store = await openWriter(folder)
    await store.games.add(sampleGame(1))
    const file = join(newFolder(), 'ein Ordner.db')
    await store.copyTo(file)
    await store.copyTo(file) // over the older one
    await store.games.add(sampleGame(2))
    await store.restore(file)
    expect(await store.games.count({})).toBe(1)
    expect(await store.maintenance.check()).toEqual([])
    await store.games.add(sampleGame(3)) // it goes on
    expect(await store.games.count({})).toBe(2)
  })

  test('replaces what is there, which is kept, journal included', async () => {
    const folder = newFolder()
    const store = await openWriter(folder)
    await store.copyTo(join(folder, 'copy.db'))
    await store.games.addAll([sampleGame(1), sampleGame(2)])
    const reader = await openReader(folder) // keeps the writer from tidying up its journal
    await store.restore(join(folder, 'copy.db'))
    expect(await store.games.count({})).toBe(0)
    expect(await reader.games.count({})).toBe(2) // it reads what it opened
    await Promise.all([reader.close(), store.close()])
    const [replaced] = backups(folder).filter(name => name.endsWith('.db'))
    expect(replaced).toMatch(/^lab-replaced-/)
    const again = await openWriter(folder, { restoreFrom: join(folder, 'backups', replaced!) })
    expect(await again.games.count({})).toBe(2)
  })

  test('that is damaged, foreign, newer or missing changes nothing', async () => {
    const store = await openWriter()
    await store.games.add(sampleGame(1))
    const newer = folderOfVersion(SCHEMA_VERSION)
    edit(newer, `PRAGMA user_version = 99`)
    const cut = folderOfVersion(SCHEMA_VERSION)
    truncateSync(dataFile(cut), 50_000)
    await expect(store.restore(dataFile(newer))).rejects.toMatchObject({ code: 'BAD_STORE', detail: { fault: 'newer' } })
    await expect(store.restore(dataFile(cut))).rejects.toMatchObject({ code: 'BAD_STORE', detail: { fault: 'damaged' } })
    const impossible = folderOfVersion(SCHEMA_VERSION)
    edit(impossible, 'PRAGMA foreign_keys = OFF; DELETE FROM provenances WHERE id = 1')
    await expect(store.restore(dataFile(impossible))).rejects.toMatchObject({ code: 'BAD_STORE', detail: { fault: 'damaged' } })
    const triggered = folderOfVersion(SCHEMA_VERSION)
    edit(triggered, 'CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM profiles; END')
    await expect(store.restore(dataFile(triggered))).rejects.toMatchObject({
      ...{ code: 'BAD_STORE', detail: { fault: 'altered' } },
      message: expect.stringContaining('the trigger "t" is not the lab\'s') as string,
    })
    await expect(store.restore(dataFile(folderOf('hello')))).rejects.toMatchObject({
      code: 'BAD_STORE',
      detail: { fault: 'foreign' },
    })
    await expect(store.restore('/nowhere/lab.db')).rejects.toMatchObject({ code: 'BAD_FILE' })
    expect(await store.games.count({})).toBe(1)
    const { folder } = await store.maintenance.info()
    expect(backups(folder)).toEqual([])
    expect(readdirSync(folder).filter(name => /part|ready/.test(name))).toEqual([])
  })

  test('that is given up leaves nothing', async () => {
    const [file, copy] = [dataFile(newFolder()), dataFile(folderOfVersion(SCHEMA_VERSION))]
    await expect(prepareRestore(copy, file, { isUnwanted: () => true })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(readdirSync(dirname(file))).toEqual([])
  })

  test('has its damaged rows set aside, and what belongs to them waits', async () => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    damage(folder, 'UPDATE games SET score = 999 WHERE id = 3') // which has turns, an analysis and playouts
    const store = await openWriter()
    await store.restore(dataFile(folder))
    expect((await store.maintenance.setAside()).map(({ table, key }) => [table, key])).toEqual([
      ['games', '3'],
      ['profiles', '7'],
    ])
    expect([await store.games.count({}), await store.maintenance.check()]).toEqual([5, []])
  })

  test('of data that are still open is whole, a row whose JSON is damaged among them', async () => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    damage(folder, `PRAGMA ignore_check_constraints = ON; UPDATE profiles SET tags = '[' WHERE id = 1`)
    const store = await openWriter(folder)
    const file = join(newFolder(), 'copy.db')
    await store.copyOpenTo(file)
    await store.restore(file)
    expect(await store.profiles.list()).toEqual([])
    expect(await store.games.count({})).toBe(6)
  })

  test('takes the place of data that cannot be opened any more', async () => {
    const [folder, copy] = [folderOf('hello'), dataFile(folderOfVersion(SCHEMA_VERSION))]
    await expect(openWriter(folder)).rejects.toMatchObject({ code: 'BAD_STORE' })
    const store = await openWriter(folder, { restoreFrom: copy })
    expect(await store.games.count({})).toBe(6)
    await store.games.add(sampleGame(1))
    await store.copyTo(join(folder, 'other.db'))
    await store.games.remove([3])
    await store.restore(join(folder, 'other.db')) // not the first copy once more
    expect(await store.games.count({})).toBe(7)
    const [kept] = backups(folder).sort()
    expect(readFileSync(join(folder, 'backups', kept!), 'utf8')).toBe('hello')
  })

  test.each([
    ['.ready', /^lab-replaced-/],
    ['.ready-salvage', /^lab-salvaged-/],
    ['.ready-anew', /^lab-anew-/],
  ])('whose way into place was cut short by a kill is put there at the next start (%s)', async (ending, name) => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    const before = await openWriter(folder)
    await before.games.remove([3])
    await before.close()
    // as a kill between the two renames leaves it
    const ready = dataFile(folderOfVersion(SCHEMA_VERSION))
    copyFileSync(ready, dataFile(folder) + ending)
    const store = await openWriter(folder)
    expect(await store.games.get(3)).toBeDefined()
    expect(backups(folder)).toEqual([expect.stringMatching(name)])
  })

  test('reports its progress, and requests that arrive meanwhile are answered first', async () => {
    const folder = largeFolder()
    const store = await openWriter(folder)
    const told: [number, number][] = []
    const order: string[] = []
    const copying = store
      .copyTo(join(folder, 'copy.db'), { onProgress: (...bytes) => told.push(bytes) })
      .then(() => order.push('copy'))
    await store.games.add(sampleGame(1)).then(() => order.push('game'))
    await copying
    expect(order).toEqual(['game', 'copy'])
    const size = statSync(join(folder, 'copy.db')).size
    expect(told.length).toBeGreaterThan(8)
    expect(told.every(([copied, total], i) => total === size && copied > (told[i - 1]?.[0] ?? 0) && copied <= total)).toBe(true)
    expect(readdirSync(folder).filter(name => name.startsWith('copy'))).toEqual(['copy.db']) // no journal beside it
    await store.close()
    const copy = await openWriter(newFolder(), { restoreFrom: join(folder, 'copy.db') })
    expect(await copy.games.count({})).toBe(0) // as it was when it was asked for
  })

  test('is written once where several are to go to one file, and the others hear that', async () => {
    const store = await openWriter(largeFolder())
    const file = join(newFolder(), 'copy.db')
    const copying = store.copyTo(file)
    await expect(store.copyTo(file)).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringMatching(/another copy/) as string,
    })
    await copying
    expect(readdirSync(dirname(file))).toEqual(['copy.db'])
    await store.copyTo(file) // over the older one, now that it is whole
    await openWriter(newFolder(), { restoreFrom: file })
  })

  test('that is given up at once, or on the way, leaves nothing', async () => {
    const folder = largeFolder()
    const store = await openWriter(folder)
    const file = join(newFolder(), 'copy.db')
    let told = 0
    const givenUp = async (abort: AbortController) => {
      const onProgress = () => {
        told++
        abort.abort()
      }
      await expect(store.copyTo(file, { onProgress, signal: abort.signal })).rejects.toMatchObject({ code: 'CANCELLED' })
      expect(readdirSync(dirname(file))).toEqual([])
    }
    const early = new AbortController()
    early.abort()
    await givenUp(early)
    await givenUp(new AbortController())
    expect(told).toBeLessThan(8)
  })

  test('that a kill left unfinished beside the data goes with the next start', async () => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    const store = await openWriter(folder)
    await store.copyTo(join(folder, 'other.db'))
    await store.close()
    mkdirSync(join(folder, 'backups'))
    for (const name of ['lab-copy-1.db.part', 'lab-copy-1.db.part-journal', 'lab-copy-0.db', 'mine.part'])
      writeFileSync(join(folder, 'backups', name), 'x')
    await openWriter(folder)
    expect(backups(folder).sort()).toEqual(['lab-copy-0.db', 'mine.part'])
  })

  test('of damaged data is refused', async () => {
    const folder = largeFolder()
    const store = await openWriter(folder)
    await store.settings.set('x', 1)
    const data = readFileSync(dataFile(folder))
    data.fill(0x55, 4096 * 300, 4096 * 301)
    writeFileSync(dataFile(folder), data)
    const file = join(newFolder(), 'copy.db')
    await expect(store.copyTo(file)).rejects.toMatchObject({ code: 'BAD_STORE' })
    expect(readdirSync(dirname(file))).toEqual([])
  })

  test('is not written over the data themselves', async () => {
    const folder = newFolder()
    const store = await openWriter(folder)
    for (const name of ['lab.db', 'lab.db-wal', 'lab.db.ready'])
      await expect(store.copyTo(join(folder, name))).rejects.toMatchObject({ code: 'BAD_FILE' })
    await expect(store.copyTo('/nowhere/copy.db')).rejects.toMatchObject({ code: 'BAD_STORE' })
    expect(await store.maintenance.check()).toEqual([])
  })
})
