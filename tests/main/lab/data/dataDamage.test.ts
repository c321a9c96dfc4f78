/** Damaged data, and paths that are no files, for a whole lab and for `lab data`. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { checkNewFolder } from '../../../../src/main/lab/data/dataMove'
import { checkReadable } from '../../../../src/main/files/regularFile'
import { OLDEST_VERSION, SCHEMA_VERSION } from '../../../../src/main/store/migrations'
import { dataFile } from '../../../../src/main/store/opening'
import {
  backups,
  damage,
  folderOfVersion,
  hash,
  newFolder,
  openReader,
  openWriter,
  sampleProfile,
} from '../../store/storeSupport'
import { closeLabs, openLab } from '../../../support/openedLabs'
import { lab as terminal } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'

afterEach(closeLabs)

async function withProfiles(): Promise<string> {
  const folder = newFolder()
  const store = await openWriter(folder)
  for (const name of ['mine', 'other']) await store.profiles.add(sampleProfile(name, { origin: null }))
  await store.close()
  return folder
}

/** Overwrites the page that holds a text. */
function ruinPage(folder: string, text: string): void {
  const bytes = readFileSync(dataFile(folder))
  const at = bytes.indexOf(text)
  expect(at).toBeGreaterThan(0)
  bytes.fill(0xa5, at - (at % 4096), at - (at % 4096) + 4096)
  writeFileSync(dataFile(folder), bytes)
}

describe('a lab over damaged data', () => {
  test('names the damaged row to each page and lists it with its bytes; the rest is there', async () => {
    const folder = await withProfiles()
    damage(folder, `UPDATE profiles SET notes = 'changed' WHERE name = 'mine'`)
    const { call, failures } = await openLab(folder)
    const hello = await call.hello(undefined)
    const own = hello.profiles.filter(({ builtIn }) => !builtIn).map(({ name }) => name)
    expect(own).toEqual(['other'])
    expect(failures).toMatchObject([{ code: 'ROWS_SET_ASIDE', message: expect.stringContaining('profile ') as string }])
    const [row] = (await call.dataFolder(undefined)).damaged
    expect(row).toMatchObject({ what: 'profile "mine" (1)', table: 'profiles', key: '1' })
    expect(await call.damagedRow({ id: row!.id })).toContain('changed')
    await expect(call.damagedRow({ id: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('starts, says what is wrong, and salvages in place', async () => {
    const folder = await withProfiles()
    ruinPage(folder, 'CREATE TABLE provenances') // the first page: SQLite opens nothing of it
    const before = hash(dataFile(folder))
    const { call } = await openLab(folder)
    expect((await call.hello(undefined)).storeProblem).toMatchObject({ code: 'BAD_STORE' })
    await call.salvageData(undefined)
    const hello = await call.hello(undefined)
    expect(hello.storeProblem).toBeUndefined()
    expect(hello.profiles.filter(({ builtIn }) => !builtIn)).toHaveLength(2)
    const [kept] = (await call.dataFolder(undefined)).backups
    expect(kept).toMatchObject({ reason: 'salvage' })
    expect(hash(join(folder, 'backups', kept!.name))).toBe(before)
  })
})

describe('lab data', () => {
  test('check names damage and ends with code 1; a sound folder is sound', async () => {
    const folder = await withProfiles()
    const sound = await terminal(['data', 'check', '--home', folder])
    expect(sound).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('The data are sound.') as string })
    damage(folder, `UPDATE profiles SET notes = 'changed' WHERE name = 'mine'`)
    const damaged = await terminal(['data', 'check', '--home', folder])
    expect(damaged.code).toBe(1)
    expect(damaged.stdout).toMatch(/profile "mine" \(1\): its checksum does not match its content/)
    const [report] = jsonLines<{ sound: boolean; damage: unknown[] }>(
      await terminal(['data', 'check', '--json', '--home', folder]),
    )
    expect(report).toMatchObject({ sound: false, damage: [{ kind: 'row', table: 'profiles', key: '1', name: 'mine' }] })
  })

  test('salvage writes elsewhere and leaves the file, or in place and keeps it', async () => {
    const folder = await withProfiles()
    ruinPage(folder, 'CREATE TABLE provenances')
    const before = hash(dataFile(folder))
    const target = newFolder()
    const elsewhere = await terminal(['data', 'salvage', '--home', folder, '--to', target])
    expect(elsewhere).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Nothing was lost') as string })
    expect(hash(dataFile(folder))).toBe(before)
    expect((await (await openReader(target)).profiles.list()).map(({ name }) => name)).toEqual(['mine', 'other'])
    const again = await terminal(['data', 'salvage', '--home', folder, '--to', target])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') as string })

    expect(await terminal(['data', 'salvage', '--home', folder])).toMatchObject({ code: 0, stderr: '' })
    expect(backups(folder)).toHaveLength(1)
    expect(hash(join(folder, 'backups', backups(folder)[0]!))).toBe(before)
    const after = await terminal(['data', 'check', '--home', folder])
    expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining('The data are sound') as string })
  })
})

/** As one before the first release left it: without checksums, and with other tables. */
function folderOfEarlierLab(): string {
  const folder = folderOfVersion(SCHEMA_VERSION)
  const db = new DatabaseSync(dataFile(folder))
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all()
  for (const { name } of tables) db.exec(`ALTER TABLE "${String(name)}" DROP COLUMN checksum`)
  db.exec(`DROP TABLE damaged; PRAGMA user_version = ${OLDEST_VERSION - 1}`)
  db.close()
  return folder
}

describe('data of an earlier lab', () => {
  const REFUSED = /was made by an earlier lab, which was never released .*move it away, or use another folder with --home FOLDER/

  test('are refused by every command with what to do, and stay as they are', async () => {
    const folder = folderOfEarlierLab()
    const before = hash(dataFile(folder))
    const copy = join(newFolder(), 'copy.db')
    for (const command of [
      ...['profile list', 'bench --list', 'tune list', 'profile restore mine', 'data check', 'data salvage', 'data backup'],
      ...[`data salvage --to ${copy}`, `data backup ${copy}`],
    ]) {
      const { code, stdout, stderr } = await terminal([...command.split(' '), '--home', folder])
      expect([command, code, stdout, stderr]).toEqual([command, 1, '', expect.stringMatching(REFUSED)])
      expect(stderr.match(/\n/g)).toHaveLength(1)
    }
    expect(hash(dataFile(folder))).toBe(before)
    expect([backups(folder), readdirSync(join(copy, '..'))]).toEqual([[], []])
  })
})

test('a damaged profile that is named has an error of its own', async () => {
  const folder = await withProfiles()
  damage(folder, `UPDATE profiles SET notes = 'changed' WHERE name = 'mine'`)
  const met = await terminal(['profile', 'show', 'mine', '--home', folder]) // before any command could set it aside
  expect(met).toMatchObject({ code: 1, stdout: '' })
  expect(met.stderr).toMatch(/Profile "mine" is damaged and was left out[.] "lab data check" lists all damage/)
  expect(met.stderr).toMatch(/One damaged row was found/)
  const store = await openWriter(folder)
  expect(await store.profiles.list()).toHaveLength(1) // sets it aside
  await store.close()
  const aside = await terminal(['profile', 'show', 'mine', '--home', folder])
  expect(aside).toMatchObject({ code: 1, stdout: '' })
  expect(aside.stderr).toMatch(/^lab: Profile "mine" is damaged and was left out[^\n]*\n$/)
})

describe.skipIf(process.platform === 'win32')('what is no regular file', () => {
  test('is not restored, and the lab continues immediately', async () => {
    const { call } = await openLab(newFolder())
    const pipe = join(newFolder(), 'pipe.db')
    execFileSync('mkfifo', [pipe])
    for (const [file, problem] of [
      [pipe, 'it is not a regular file'],
      [newFolder(), 'this is a folder; name a file'],
      ['/dev/zero', 'it is not a regular file'],
    ] as const)
      await expect(call.restoreData({ file })).rejects.toMatchObject({ code: 'BAD_FILE', message: `${file}: ${problem}` })
    expect((await call.dataFolder(undefined)).problem).toBeUndefined()
  })

  test('a file that does not answer in time is given up', async () => {
    const answer = checkReadable(import.meta.filename, 0)
    for (const until = performance.now() + 5; performance.now() < until;); // its time is over before the disk is heard
    await expect(answer).rejects.toMatchObject({ code: 'BAD_FILE', message: expect.stringMatching(/does not answer/) as string })
    await checkReadable(import.meta.filename)
  })
})

describe('a move', () => {
  test('through a link into the folder itself is refused', async () => {
    const folder = await withProfiles()
    const link = join(newFolder(), 'link')
    symlinkSync(folder, link)
    expect(() => checkNewFolder(join(link, 'inside'), folder)).toThrow(/lie in one another/)
    expect(() => checkNewFolder(link, folder)).toThrow(/is where the data are/)
  })
})

test('a file with a foreign trigger, table or changed table is refused by the name of it', async () => {
  for (const [sql, words] of [
    ['CREATE TRIGGER spy AFTER INSERT ON games BEGIN DELETE FROM profiles; END', 'the trigger "spy" is not the lab\'s'],
    ['CREATE VIEW spies AS SELECT 1', 'the view "spies" is not the lab\'s'],
    ['ALTER TABLE settings ADD COLUMN more TEXT', 'the table "settings" is changed'],
    ['DROP INDEX games_by_words', 'the index "games_by_words" is missing'],
  ] as const) {
    const folder = folderOfVersion(SCHEMA_VERSION)
    damage(folder, sql)
    const refused = { code: 'BAD_STORE', detail: { fault: 'altered' }, message: expect.stringContaining(words) as string }
    await expect(openWriter(folder)).rejects.toMatchObject(refused)
    await expect(openReader(folder)).rejects.toMatchObject(refused)
  }
})
