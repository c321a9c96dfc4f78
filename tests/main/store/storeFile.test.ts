/** The data file: in every bad state, and on a full disk. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { turnOf } from '../../../src/core/games/twenty48/turnBytes'
import { UNKNOWN_PLAYER, type ProfileDraft } from '../../../src/core/contract/stored'
import type { Database } from '../../../src/main/store/database'
import { dataFile, openForWriting } from '../../../src/main/store/opening'
import { OLDEST_VERSION, SCHEMA_VERSION } from '../../../src/main/store/migrations'
import { Profiles } from '../../../src/main/store/repositories/profiles'
import { WRONG_CHECKSUM } from '../../../src/main/store/soundness/setAside'
import type { Store } from '../../../src/main/store/store'
import {
  backups,
  cleanUp,
  damage,
  edit,
  folderOf,
  folderOfVersion,
  hash,
  newFolder,
  openReader,
  openWriter,
  sampleGame,
  sampleProfile,
} from './storeSupport'

afterEach(cleanUp)

/** The file is refused for this reason and is the same afterwards. */
async function expectRefused(folder: string, fault: string, message: RegExp): Promise<void> {
  const before = hash(dataFile(folder))
  const expected = { code: 'BAD_STORE', detail: { fault }, message: expect.stringMatching(message) as string }
  await expect(openWriter(folder)).rejects.toMatchObject(expected)
  expect(hash(dataFile(folder))).toBe(before)
  expect(backups(folder)).toEqual([])
  expect(existsSync(join(folder, 'writer.json'))).toBe(false) // the folder is free again
}

/** What `make.ts` put there. */
async function expectTheRun({ runs, evaluations, validations }: Store): Promise<void> {
  const best = { id: 0, position: [0.5], fitness: 100, evaluations: 1 }
  const counts = { iterations: 1, evaluations: 2, failed: 1, retried: 1, games: 1, ms: 12.5, best }
  const times = { created: 7000, started: 7001, ended: null, updated: 7002 }
  expect(await runs.list()).toEqual([
    {
      ...{ id: 1, name: 'An experiment', config: { seed: 1 }, provenance: { kernel: 'abc' }, ...counts, ...times },
      ...{ state: 'paused', goal: 'finish', validated: null, validationGames: 1, error: null },
    },
  ])
  expect(await runs.checkpoint(1)).toEqual({ optimizer: { iteration: 1 } })
  const [told, failed] = await evaluations.range(1, 0, 9)
  expect(told).toEqual({
    ...{ id: 0, iteration: 0, purpose: 'move', particle: 0, again: null, fitness: 100, standardError: null, mean: 100 },
    ...{ meanError: null, games: 1, stopped: false, ms: 2.5, error: null },
    position: Float64Array.of(0.5),
    velocity: Float64Array.of(1),
  })
  expect(failed).toMatchObject({ id: 1, fitness: null, error: 'lost', velocity: Float64Array.of(-0.5) })
  expect(await evaluations.iteration(1, 0)).toMatchObject({
    gbest: 100,
    diversity: 0.25,
    positions: Float64Array.of(0.5, 0.75, 0.5, 1),
  })
  expect((await validations.list(1)).map(({ subject, done, position, byHand }) => [subject, done, position, byHand])).toEqual([
    ['candidate', 1, [0.5], true],
    ['origin', 1, null, false],
    ['candidate', 0, [1], true],
  ])
  expect(await validations.games(1)).toEqual([{ place: 1, score: 120, slides: 30, maxRank: 4, wins: null, ms: 1.5 }])
  expect(await validations.games(2)).toEqual([{ place: 0, score: -2.5, slides: 80, maxRank: null, wins: 0.25, ms: 3.5 }])
}

/** What its tables and indexes were made with, in their order, and the numbers that tell what it is. */
function structureOf(folder: string): unknown {
  const db = new DatabaseSync(dataFile(folder), { readOnly: true })
  const objects = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid').all()
  const ids = ['application_id', 'user_version'].map(name => db.prepare(`PRAGMA ${name}`).get())
  db.close()
  return { objects, ids }
}

describe('a file of this version', () => {
  test('opens with all that it held, and no copy is made', async () => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    const store = await openWriter(folder)
    expect(await store.profiles.list()).toEqual([
      {
        ...{
          id: 1,
          name: 'mine',
          title: 'My weights',
          notes: 'Übung',
          depth: 'distinct',
          tags: ['a', 'b'],
          created: 1000,
          updated: 2000,
        },
        evaluator: { family: 'thesis', parameters: {}, variants: {} },
        settings: { leaf: 'afterstate' },
        origin: { made: 'by hand' },
        statistics: null,
      },
    ])
    const [older] = await store.deleted.window('profiles', 0, 9)
    expect(older).toEqual({ kind: 'profiles', id: 2, deleted: 900, name: 'mine', title: 'An older one' })
    expect((await store.deleted.window('games', 0, 9)).map(({ id, deleted }) => [id, deleted])).toEqual([[5, 3500]])
    expect((await store.batches.list()).slice(-1)).toEqual([
      {
        id: 1,
        title: 'bench',
        seed: 7,
        games: 3,
        stored: 2,
        profile: 'thesis',
        provenance: { kernel: 'abc' },
        created: 3000,
        ended: 4000,
        summary: { mean: 2 },
        progress: null,
        comparison: null,
      },
    ])
    const [comparison, ...more] = await store.comparisons.list()
    expect(more).toEqual([])
    expect(comparison).toMatchObject({ id: 1, rule: { games: 2, margin: 10, players: 2 }, created: 9500, result: null })
    expect(comparison!.batches.map(({ id, title, comparison }) => [id, title, comparison])).toEqual([
      [4, 'thesis', 1],
      [3, 'power@depth=0', 1],
    ])
    expect(await store.games.get(3)).toEqual({
      ...{ id: 3, kind: 'person', profile: null, seed: 13, score: 8, slides: 2, maxRank: 2, over: false, notes: 'Mein ÄRGER' },
      ...{ created: 3003, started: 2900, ended: 3000, batch: null, batchIndex: null, hasTurns: true, start: null, startScore: 0 },
      board: parseBoard('2100000000000000'),
      provenance: { kernel: 'def' },
      played: { turns: Uint8Array.of(1, 0, 0x40), values: [], ms: Float32Array.of(1, 2) },
    })
    const unknown = { hash: UNKNOWN_PLAYER, profile: null, player: null, first: 0, depths: null }
    expect((await store.games.get(4))!.played!.values).toEqual([
      { ...unknown, values: Float64Array.of(1) },
      { hash: 'ab', profile: 'thesis', player: { a: 1 }, first: 1, values: Float64Array.of(2), depths: Uint8Array.of(5) },
    ])
    expect((await store.games.get(4))!.sideLines).toEqual([
      { after: 0, turns: [turnOf(0), turnOf(0x40)] },
      { of: 1, after: 1, turns: [turnOf(0x51)] },
    ])
    expect(await store.games.get(5)).toBeUndefined()
    expect(await store.games.count({ batch: 1 })).toBe(2)
    expect(await store.games.count({ text: 'ärger' })).toBe(1)
    expect(await store.settings.get('theme')).toBe('dark')
    expect(await store.currentGame.get()).toMatchObject({
      ...{ seed: 13, played: 2, turns: Uint8Array.of(1, 0, 0x40, 0x51), ms: Float32Array.of(1, 2, NaN) },
      ...{ values: [{ ...unknown, values: Float64Array.of(1, 2, 3) }], about: { started: 2900 } },
    })
    expect(await store.analyses.get(1)).toMatchObject({
      ...{ values: Float64Array.of(1, 2, 3, 4), depths: Uint8Array.of(3) },
      ...{ profile: 'power', stamp: { version: '0.1.0' }, looked: 1 },
    })
    expect(await store.playouts.get(1)).toMatchObject({
      slide: 1,
      move: 'left',
      seed: 77,
      wanted: 0,
      scores: Float64Array.of(100, 200),
    })
    expect(await store.playouts.get(2)).toMatchObject({ slide: 1, move: 'up', wanted: 40, scores: Float64Array.of() })
    expect(await store.exercises.list({}, 20_500, 9)).toEqual([
      {
        ...{ id: 1, game: 3, analysis: 1, slide: 1, board: '1100000000000000', move: 'left', kinds: ['corner', 'row'] },
        ...{ loss: 0.125, successes: 2, due: 20_500 },
      },
    ])
    // its analysis has not come to the move of the other one, which waits for it
    expect(await store.exercises.get(2)).toBeUndefined()
    expect(await store.exercises.days()).toEqual([20_496, 20_497])
    expect((await store.games.get(6))!.notes).toBe('found')
    await expectTheRun(store)
    expect(await store.profileDrafts.list()).toEqual([
      { profile: 1, draft: { changes: { notes: 'more' }, base: { notes: 'Übung' } } },
    ])
    const [failed, squares] = await store.lineRuns.list('squares')
    expect(squares).toEqual({
      ...{ id: 1, kind: 'squares', key: '1', title: 'Some squares', head: { count: 3 }, state: 'finished', problem: null },
      ...{ created: 9600, updated: 9700, deleted: null, lines: 3 },
    })
    expect(failed).toMatchObject({ key: '2', state: 'failed', problem: { code: 'WORKER_LOST' }, lines: 1 })
    expect(await store.lineRuns.list('squares', true)).toMatchObject([{ id: 3, key: '1', deleted: 9550 }])
    expect((await store.lineRuns.lines(1, 1, 1)).map(({ number, text }) => [number, text])).toEqual([[1, '{"n":1,"square":1}']])
    const progress = { seconds: 1.5, times: { counts: [[3, 4]] } }
    expect(await store.batches.get(2)).toMatchObject({ games: 2, stored: 1, ended: null, summary: null, progress })
    expect(await store.batches.played(2, 0, 9)).toMatchObject([
      { index: 1, seed: 16, firstSlide: [null, 0, 0, 2, 4], nodes: 12, ms: 2.5 },
    ])
    expect(await store.maintenance.setAside()).toEqual([
      { id: 1, table: 'profiles', key: '7', name: 'lost', reason: WRONG_CHECKSUM, found: 9000 },
    ])
    expect(await store.maintenance.check()).toEqual([])
    expect((await store.maintenance.info()).version).toBe(SCHEMA_VERSION)
    expect(backups(folder)).toEqual([])
  })

  test('has the tables and indexes that a new file is made with', async () => {
    const folder = newFolder()
    await (await openWriter(folder)).close()
    expect(structureOf(folder)).toEqual(structureOf(folderOfVersion(SCHEMA_VERSION)))
  })
})

describe('refused and untouched:', () => {
  test('a file of a newer lab', async () => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    edit(folder, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
    await expectRefused(
      folder,
      'newer',
      new RegExp(`version ${SCHEMA_VERSION + 1}; this one reads up to ${SCHEMA_VERSION}.*update the lab`),
    )
    await expect(openReader(folder)).rejects.toMatchObject({ code: 'BAD_STORE', detail: { fault: 'newer' } })
  })

  test('a file of an earlier lab', async () => {
    const version = OLDEST_VERSION - 1
    const folder = folderOfVersion(SCHEMA_VERSION)
    edit(folder, `PRAGMA user_version = ${version}`)
    const words = new RegExp(
      `lab\\.db was made by an earlier lab.*version ${version}; this one reads from version ${OLDEST_VERSION} on.*left as it is: move it away.*--home FOLDER.*can be imported`,
    )
    await expectRefused(folder, 'older', words)
    const message = expect.stringMatching(words) as string
    await expect(openReader(folder)).rejects.toMatchObject({ detail: { fault: 'older' }, message })
    const store = await openWriter()
    await expect(store.restore(dataFile(folder))).rejects.toMatchObject({ detail: { fault: 'older' }, message })
  })

  test('a newer lab that was killed: its last changes are in the journal, which stays', async () => {
    const [other, folder] = [folderOfVersion(SCHEMA_VERSION), newFolder()]
    const db = new DatabaseSync(dataFile(other))
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
    for (const part of ['', '-wal']) copyFileSync(dataFile(other) + part, dataFile(folder) + part)
    db.close()
    const journal = hash(`${dataFile(folder)}-wal`)
    await expectRefused(folder, 'newer', /newer lab/)
    expect(hash(`${dataFile(folder)}-wal`)).toBe(journal)
  })

  test('random bytes', async () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7919) >> 3)
    await expectRefused(folderOf(bytes), 'foreign', /not a database/)
    await expectRefused(folderOf('hello'), 'foreign', /not a database/)
  })

  test('an empty file, which SQLite would take for a new database', async () => {
    await expectRefused(folderOf(''), 'damaged', /empty/)
  })

  test.each([100, 50_000])('a file cut off after %i bytes', async bytes => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    truncateSync(dataFile(folder), bytes)
    const before = hash(dataFile(folder))
    await expect(openWriter(folder)).rejects.toMatchObject({
      code: 'BAD_STORE',
      message: expect.stringContaining('left as it is') as string,
    })
    expect(hash(dataFile(folder))).toBe(before)
    expect(backups(folder)).toEqual([])
  })

  test('a file with a page that was overwritten, which nothing at the start would read', async () => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    const bytes = readFileSync(dataFile(folder))
    bytes.fill(0xa5, bytes.length - 4096)
    writeFileSync(dataFile(folder), bytes)
    await expectRefused(folder, 'damaged', /damaged/)
  })

  test('a journal without its file', async () => {
    const folder = newFolder()
    writeFileSync(`${dataFile(folder)}-wal`, 'the last changes')
    await expect(openWriter(folder)).rejects.toMatchObject({ code: 'BAD_STORE', detail: { fault: 'missing' } })
    expect(readFileSync(`${dataFile(folder)}-wal`, 'utf8')).toBe('the last changes')
    expect(existsSync(dataFile(folder))).toBe(false)
  })

  test('for a reader, a folder where nothing is', async () => {
    const folder = newFolder()
    await expect(openReader(folder)).rejects.toMatchObject({ code: 'BAD_STORE', detail: { fault: 'missing' } })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('without the right to write', () => {
  const NOBODY = 65534
  const isRoot = process.getuid?.() === 0

  test.skipIf(process.platform === 'win32')('a file is answered clearly and stays as it is', context => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    if (isRoot) for (const path of [folder, dataFile(folder)]) chownSync(path, NOBODY, NOBODY)
    chmodSync(dataFile(folder), 0o444)
    const before = hash(dataFile(folder))
    // root may write whatever the permissions say, so somebody else opens it
    const child = spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'storeOpen.ts'), folder], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, TMPDIR: folder },
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    })
    if (child.status !== 0)
      return context.skip(`read-only data: nobody else can run here (${child.error?.message ?? child.stderr.slice(0, 200)})`)
    expect(JSON.parse(child.stdout)).toMatchObject({ code: 'BAD_STORE', detail: { fault: 'readOnly' } })
    expect(hash(dataFile(folder))).toBe(before)
  })
})

// Windows removes no folder whose files are open
describe.skipIf(process.platform === 'win32')('data that are gone while they are open', () => {
  test.each<[how: string, spoil: (folder: string) => void]>([
    ['with their folder', folder => rmSync(folder, { recursive: true })],
    ['but for their journal and their lock', folder => rmSync(dataFile(folder))],
    ['for their journal alone', folder => rmSync(`${dataFile(folder)}-wal`)],
    ['for their lock alone', folder => rmSync(join(folder, 'writer.lock'))],
    ['and replaced by others', folder => renameSync(dataFile(folderOfVersion(SCHEMA_VERSION)), dataFile(folder))],
  ])('%s take no write, and confirm none', async (_, spoil) => {
    const folder = newFolder()
    const store = await openWriter(folder)
    await store.settings.set('theme', 'dark') // SQLite goes on with the files that it has open
    await store.look()
    spoil(folder)
    const gone = { code: 'BAD_STORE', detail: { fault: 'gone' } }
    await expect(store.settings.set('theme', 'light')).rejects.toMatchObject(gone)
    await expect(store.look()).rejects.toMatchObject(gone)
    expect(await store.settings.get('theme')).toBe('dark')
  })
})

describe('on a full disk', () => {
  test('a write fails clearly, stored data are intact, and the lab continues', async () => {
    const folder = newFolder()
    const store = await openWriter(folder, { maxPages: 60 })
    const first = await store.games.add(sampleGame(1))
    const many = Array.from({ length: 2000 }, (_, i) => sampleGame(i))
    await expect(store.games.addAll(many)).rejects.toMatchObject({ code: 'STORE_FULL', detail: { file: dataFile(folder) } })
    expect(await store.games.count({})).toBe(1)
    expect((await store.games.get(first))!.seed).toBe(1)
    await store.settings.set('theme', 'dark') // there is room for little things
    expect(await store.maintenance.check()).toEqual([])
    await store.close()
    const roomier = await openWriter(folder)
    expect(await roomier.games.addAll(many.slice(0, 500))).toHaveLength(500)
    expect(await roomier.settings.get('theme')).toBe('dark')
  })

  test.each([
    ['an import of several profiles', (profiles: Profiles, many: readonly ProfileDraft[]) => profiles.put(many)],
    ['a deletion of several profiles', (profiles: Profiles) => profiles.remove([1, 2, 3])],
  ])('%s happens as a whole or not at all', async (_, write) => {
    const folder = newFolder()
    const store = await openWriter(folder)
    const notes = 'x'.repeat(9000)
    await store.profiles.put(['a', 'b', 'c'].map(name => sampleProfile(name)))
    const before = await store.profiles.list()
    await store.close()
    const { db, close } = await openForWriting({ folder, program: 'a test', maxPages: 80 })
    // the third row of a deletion finds no room: a trigger stands for what takes it
    db.exec(
      `CREATE TEMP TRIGGER full AFTER UPDATE OF deleted ON profiles WHEN new.id = 3
      BEGIN INSERT INTO settings (name, json) VALUES ('filler', json_quote(hex(zeroblob(400000)))); END`,
    )
    const profiles = new Profiles(db)
    const many = Array.from({ length: 100 }, (_, i) => sampleProfile(`new-${i}`, { notes }))
    expect(() => write(profiles, many)).toThrow(expect.objectContaining({ code: 'STORE_FULL' }) as Error)
    expect(profiles.list()).toEqual(before)
    expect(db.one('SELECT count(*) AS n FROM profiles WHERE deleted IS NOT NULL')).toEqual({ n: 0 })
    close()
  })
})

test('a full check names what a quick one overlooks', async () => {
  const folder = folderOfVersion(SCHEMA_VERSION)
  edit(folder, 'PRAGMA foreign_keys = OFF; DELETE FROM provenances WHERE id = 1')
  damage(folder, 'PRAGMA ignore_check_constraints = ON; UPDATE games SET score = -1 WHERE id = 1')
  const { maintenance } = await openWriter(folder)
  expect((await maintenance.check()).join()).toMatch(/row \d+ of games refers to nothing in provenances/)
  expect(await maintenance.setAside()).toContainEqual(
    expect.objectContaining({ table: 'games', key: '1', reason: WRONG_CHECKSUM }),
  )
})

test('a transaction inside another one is undone with it', async () => {
  const { db, close } = await openForWriting({ folder: newFolder(), program: 'a test' })
  const count = (inside: Database) => inside.one('SELECT count(*) AS n FROM settings')!['n']
  expect(() =>
    db.transaction(() => {
      db.transaction(() => db.run(`INSERT INTO settings (name, json) VALUES ('a', '1')`))
      throw new Error('the outer one fails')
    }),
  ).toThrow('the outer one fails')
  expect(count(db)).toBe(0)
  close()
})

test('a commit waits for the disk, references are kept, and the journal lets readers work beside the writer', async () => {
  const { db, close } = await openForWriting({ folder: newFolder(), program: 'a test' })
  expect(['synchronous', 'foreign_keys', 'journal_mode'].map(name => db.pragma(name))).toEqual([2, 1, 'wal'])
  close()
})
