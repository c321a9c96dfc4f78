/** A further step of the schema, made up for these tests: what becomes of files of the version before it. */
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '../../../../src/main/store/database'
import type * as Migrations from '../../../../src/main/store/migrations'
import { SCHEMA_VERSION } from '../../../../src/main/store/migrations'
import { dataFile, openForReading, openForWriting, type Opened, type WriteOptions } from '../../../../src/main/store/opening'
import { WRONG_CHECKSUM } from '../../../../src/main/store/soundness/setAside'
import { problemsOf } from '../../../../src/main/store/soundness/soundness'
import { backups, cleanUp, damage, folderOfVersion, hash, newFolder } from '../storeSupport'

const state = vi.hoisted(() => ({ fails: false }))

vi.mock('../../../../src/main/store/migrations', async importOriginal => {
  const { MIGRATIONS, OLDEST_VERSION, SCHEMA_VERSION: last } = await importOriginal<typeof Migrations>()
  const up = (db: Database) => {
    db.exec(`CREATE TABLE labels (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, checksum INTEGER) STRICT;
      CREATE INDEX labels_by_game ON labels (game);
      INSERT INTO labels (game) SELECT id FROM games;
      ALTER TABLE games ADD COLUMN stars INTEGER NOT NULL DEFAULT 3 CHECK (stars BETWEEN 0 AND 5)`)
    if (state.fails) throw new Error('the step fails')
  }
  return { MIGRATIONS: [...MIGRATIONS, { version: last + 1, up }], OLDEST_VERSION, SCHEMA_VERSION: last + 1 }
})

const BEFORE = SCHEMA_VERSION - 1

const open: Opened[] = []
afterEach(async () => {
  state.fails = false
  for (const opened of open.splice(0)) opened.close()
  await cleanUp()
})

async function openWriter(folder: string, options: Partial<WriteOptions> = {}): Promise<Opened> {
  const opened = await openForWriting({ folder, program: 'a test', ...options })
  open.push(opened)
  return opened
}

function close(): void {
  open.pop()!.close()
}

/** Of each table that was there before, the sound rows. */
function rowsOf({ db, seals }: Opened): Record<string, number> {
  const tables = seals.tables.filter(({ name }) => name !== 'labels')
  return Object.fromEntries(tables.map(({ name }) => [name, db.one(`SELECT count(*) AS n FROM sound_${name}`)!['n'] as number]))
}

/** What `make.ts` put there. */
const ROWS = {
  ...{
    profiles: 2,
    profile_drafts: 1,
    provenances: 2,
    comparisons: 1,
    batches: 4,
    games: 7,
    game_turns: 2,
    game_values: 2,
    bench_games: 1,
  },
  ...{ settings: 1, current_game: 1, current_values: 1, analyses: 1, analysis_values: 1, playouts: 2, playout_scores: 2 },
  ...{
    runs: 1,
    checkpoints: 1,
    evaluations: 2,
    iterations: 1,
    validations: 3,
    validation_games: 2,
    line_runs: 3,
    run_lines: 4,
    side_lines: 2,
    exercises: 2,
    exercise_days: 2,
    damaged: 1,
  },
}

function versionOf(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true })
  const row = db.prepare('PRAGMA user_version').get()
  db.close()
  return row!['user_version']
}

test('a file of the version before is brought up to date with all that it held; a new one has the step too', async () => {
  for (const folder of [folderOfVersion(BEFORE), newFolder()]) {
    const isOld = existsSync(dataFile(folder))
    const opened = await openWriter(folder)
    expect(opened.db.pragma('user_version')).toBe(SCHEMA_VERSION)
    expect(opened.db.pragma('foreign_keys')).toBe(1)
    expect(rowsOf(opened)).toEqual(isOld ? ROWS : Object.fromEntries(Object.keys(ROWS).map(name => [name, 0])))
    const labelled = opened.db.one(
      'SELECT count(*) AS n, total(stars) AS stars FROM sound_labels, sound_games AS games WHERE games.id = game',
    )
    expect(labelled).toEqual(isOld ? { n: 7, stars: 21 } : { n: 0, stars: 0 })
    expect(problemsOf(opened.db)).toEqual([])
  }
})

test('a copy is made before the file is changed, and only then', async () => {
  const folder = folderOfVersion(BEFORE)
  await openWriter(folder)
  close()
  const [copy, ...more] = backups(folder)
  expect([copy, more]).toEqual([expect.stringMatching(new RegExp(`^lab-v${BEFORE}-\\d{8}T\\d{9}Z[.]db$`)), []])
  expect(versionOf(join(folder, 'backups', copy!))).toBe(BEFORE)
  await openWriter(folder)
  expect(backups(folder)).toEqual([copy])
})

test('of such copies the newest five stay', async () => {
  const folder = folderOfVersion(BEFORE)
  const made: string[] = []
  for (let i = 0; i < 7; i++) {
    copyFileSync(dataFile(folderOfVersion(BEFORE)), dataFile(folder))
    await openWriter(folder)
    close()
    made.push(...backups(folder).filter(name => !made.includes(name)))
  }
  expect(made).toHaveLength(7)
  expect(backups(folder)).toEqual(made.slice(2))
})

test('it is for a writer to bring a file up to date, not for a reader, who says so', async () => {
  const folder = folderOfVersion(BEFORE)
  const before = hash(dataFile(folder))
  expect(() => openForReading(folder)).toThrow(/written by an older lab .*Open the lab once, .*: it makes a copy/)
  expect(hash(dataFile(folder))).toBe(before)
  await openWriter(folder)
  close()
  open.push(openForReading(folder))
})

test('a step that fails, or that finds no room, leaves the version before it', async () => {
  const folder = folderOfVersion(BEFORE)
  state.fails = true
  await expect(openWriter(folder)).rejects.toThrow('the step fails')
  expect(versionOf(dataFile(folder))).toBe(BEFORE)
  state.fails = false
  const pages = new DatabaseSync(dataFile(folder), { readOnly: true })
  const maxPages = Object.values(pages.prepare('PRAGMA page_count').get()!)[0] as number
  pages.close()
  await expect(openWriter(folder, { maxPages })).rejects.toMatchObject({ code: 'STORE_FULL' })
  expect(versionOf(dataFile(folder))).toBe(BEFORE)
  expect(rowsOf(await openWriter(folder))).toEqual(ROWS)
})

test('a damaged row is set aside before the first step, which would give it a checksum', async () => {
  const folder = folderOfVersion(BEFORE)
  damage(folder, `UPDATE games SET score = 999 WHERE id = 3`)
  const opened = await openWriter(folder)
  expect(rowsOf(opened)).toEqual({ ...ROWS, games: 6, damaged: 2 })
  const [, found] = opened.db.all('SELECT origin, row_key, reason FROM sound_damaged ORDER BY id')
  expect(found).toEqual({ origin: 'games', row_key: '3', reason: WRONG_CHECKSUM })
})

test('a copy that is restored is brought up to date, and itself only read', async () => {
  const chosen = dataFile(folderOfVersion(BEFORE))
  const before = hash(chosen)
  const opened = await openWriter(newFolder(), { restoreFrom: chosen })
  expect(rowsOf(opened)).toEqual(ROWS)
  expect(opened.db.pragma('user_version')).toBe(SCHEMA_VERSION)
  expect(hash(chosen)).toBe(before)
})

test('a salvage reads it by its tables, whatever its header says', async () => {
  const folder = folderOfVersion(BEFORE)
  damage(folder, `PRAGMA user_version = 99`)
  const opened = await openWriter(folder, { salvage: true })
  expect(rowsOf(opened)).toEqual(ROWS)
  expect(opened.db.pragma('user_version')).toBe(SCHEMA_VERSION)
  expect(opened.salvaged!.losses).toEqual([])
})
