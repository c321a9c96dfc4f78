/** The data file: of every version, in every bad state, and on a full disk. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import type { ProfileDraft } from '../../src/core/contract/stored'
import type { Database } from '../../src/main/store/database'
import { dataFile, openForWriting } from '../../src/main/store/opening'
import { SCHEMA_VERSION } from '../../src/main/store/migrations'
import type { Store } from '../../src/main/store/store'
import {
  backups,
  cleanUp,
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

/** What `make.ts` put into version 6, and 8. */
async function expectTheRun({ runs, evaluations, validations }: Store, version: number): Promise<void> {
  const best = { id: 0, position: [0.5], fitness: 100, evaluations: 1 }
  const counts = { iterations: 1, evaluations: 2, failed: 1, retried: 1, games: 1, ms: 12.5, best }
  const times = { created: 7000, started: 7001, ended: null, updated: 7002 }
  expect(await runs.list()).toEqual([
    {
      ...{ id: 1, name: 'An experiment', config: { seed: 1 }, provenance: { kernel: 'abc' }, ...counts, ...times },
      ...{ state: 'paused', goal: 'finish', validated: null, error: null },
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
    ['candidate', 1, [0.5], true], // nothing was chosen at its batch
    ['origin', 0, null, false],
    ...(version >= 8 ? [['candidate', 0, [1], true]] : []),
  ])
  expect(await validations.games(1)).toEqual([{ place: 1, score: 120, slides: 30, maxRank: 4, ms: 1.5 }])
}

describe('a file of an earlier version', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('%i opens with all that it held', async version => {
    const store = await openWriter(folderOfVersion(version))
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
    expect(await store.batches.list()).toEqual([
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
      },
    ])
    expect(await store.games.get(3)).toEqual({
      ...{ id: 3, kind: 'person', profile: null, seed: 13, score: 8, slides: 2, maxRank: 2, over: false, notes: 'Mein ÄRGER' },
      ...{ created: 3003, started: 2900, ended: 3000, batch: null, batchIndex: null, hasTurns: true, start: null, startScore: 0 },
      board: parseBoard('2100000000000000'),
      provenance: { kernel: 'def' },
      played: { turns: Uint8Array.of(1, 0, 0x40), values: null, ms: Float32Array.of(1, 2) },
    })
    expect((await store.games.get(4))!.played!.values).toEqual(Float64Array.of(1))
    expect(await store.games.get(5)).toBeUndefined()
    expect(await store.games.count({ batch: 1 })).toBe(2)
    expect(await store.games.count({ text: 'ärger' })).toBe(1) // which version 3 made findable
    expect(await store.settings.get('theme')).toBe('dark')
    expect(await store.currentGame.get()).toMatchObject({ seed: 13, played: 2, turns: Uint8Array.of(1, 0, 0x40, 0x51) })
    expect(await store.currentGame.get()).toMatchObject(
      version < 4 ? { values: null, about: null } : { values: Float64Array.of(1, 2, 3), about: { started: 2900 } },
    )
    expect((await store.currentGame.get())!.ms).toEqual(version < 7 ? null : Float32Array.of(1, 2, NaN))
    if (version >= 2)
      expect(await store.analyses.get(1)).toMatchObject({
        values: Float64Array.of(1, 2, 3, 4),
        ...(version < 5
          ? { profile: '', stamp: null, depths: Uint8Array.of(0) }
          : { profile: 'power', stamp: { version: '0.1.0' }, depths: Uint8Array.of(3) }),
      })
    if (version >= 5)
      expect(await store.playouts.get(1)).toMatchObject({ slide: 1, move: 'left', seed: 77, scores: Float64Array.of(100, 200) })
    if (version >= 3) expect((await store.games.get(6))!.notes).toBe('found')
    if (version >= 6) await expectTheRun(store, version)
    expect(await store.profileDrafts.list()).toEqual(
      version < 9 ? [] : [{ profile: 1, draft: { changes: { notes: 'more' }, base: { notes: 'Übung' } } }],
    )
    expect(await store.maintenance.check()).toEqual([])
    expect((await store.maintenance.info()).version).toBe(SCHEMA_VERSION)
  })

  test('tells what was validated by hand from what was chosen, and what is told of a run is what was chosen', async () => {
    const folder = folderOfVersion(7)
    // chosen: 4, of 4 and 5; then 5 by hand, which took the place of the best
    const summary = (fitness: number) => `'{"fitness":${fitness},"mean":${fitness},"interval":[1,2]}'`
    edit(
      folder,
      `INSERT INTO runs (name, config, state, provenance, validated, created, updated) VALUES
         ('Another', '{"validation":{"games":10,"level":0.999}}', 'finished', 1, '{"candidate":5}', 1, 1),
         ('A third', '{"validation":{"games":500,"level":0.9}}', 'paused', 1, '{"candidate":5}', 1, 1),
         ('Choosing', '{"validation":{"games":10,"level":0.95}}', 'paused', 1, 'null', 1, 1);
       INSERT INTO validations (run, subject, candidate, position, iteration, purpose, first, games, summary, created) VALUES
         (2, 'candidate', 4, x'000000000000e03f', 7, 'select', 10, 2, ${summary(9)}, 1),
         (2, 'candidate', 5, x'000000000000f03f', 7, 'select', 10, 2, ${summary(8)}, 1),
         (2, 'candidate', 4, x'000000000000e03f', 7, 'report', 0, 10, ${summary(6)}, 1),
         (2, 'origin', NULL, NULL, 7, 'report', 0, 10, ${summary(3)}, 1),
         (2, 'candidate', 5, x'000000000000f03f', 7, 'report', 0, 10, ${summary(7)}, 1),
         (3, 'candidate', 5, x'000000000000f03f', 7, 'report', 0, 10, ${summary(7)}, 1),
         (4, 'candidate', 5, x'000000000000f03f', 7, 'select', 10, 2, 'null', 1);
       INSERT INTO validation_games SELECT id, 0, 8, 2, 2, 1 FROM validations WHERE run IN (2, 4)`,
    )
    const store = await openWriter(folder)
    expect((await store.validations.list(2)).map(({ byHand }) => byHand)).toEqual([false, false, false, false, true])
    expect(await store.validations.list(4)).toEqual([]) // begins anew: with 20 games of the report, not 10
    const [, third, other] = await store.runs.list()
    expect(other!.validated).toEqual({ candidate: 4, position: [0.5], games: 10, mean: 6, interval: [1, 2] })
    expect(third!.validated).toBeNull()
    expect([other, third].map(run => run!.config)).toEqual([
      { validation: { games: 20, level: 0.99 } },
      { validation: { games: 500, level: 0.9 } },
    ])
  })

  test('is copied before it is changed, and only then', async () => {
    const folder = folderOfVersion(1)
    await (await openWriter(folder)).close()
    const [copy, ...more] = backups(folder)
    expect([copy, more]).toEqual([expect.stringMatching(/^lab-v1-\d{8}T\d{9}Z[.]db$/), []])
    const db = new DatabaseSync(join(folder, 'backups', copy!), { readOnly: true })
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
    expect(db.prepare('SELECT count(*) AS n FROM games').get()).toEqual({ n: 5 })
    db.close()
    await (await openWriter(folder)).close()
    expect(backups(folder)).toEqual([copy])
  })

  test('leaves five copies at most, the newest', async () => {
    const folder = folderOfVersion(2)
    for (let i = 0; i < 7; i++) {
      copyFileSync(dataFile(folderOfVersion(i === 6 ? 1 : 2)), dataFile(folder))
      await (await openWriter(folder)).close()
    }
    const names = backups(folder).sort()
    expect(names).toHaveLength(5)
    expect(names.filter(name => name.startsWith('lab-v1-'))).toHaveLength(1)
  })

  test('is for a writer to bring up to date, not for a reader', async () => {
    const folder = folderOfVersion(1)
    await expect(openReader(folder)).rejects.toMatchObject({ code: 'BAD_STORE', detail: { fault: 'older' } })
  })

  test('a step that fails leaves the version before it', async () => {
    const folder = folderOfVersion(1)
    edit(folder, 'CREATE TABLE analysis_values (x)') // in the way of version 2, whose first table is made before it
    await expect(openWriter(folder)).rejects.toThrow()
    edit(folder, 'DROP TABLE analysis_values')
    expect(await (await openWriter(folder)).games.count({})).toBe(4)
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

  test('a database of another program', async () => {
    const folder = newFolder()
    edit(folder, 'CREATE TABLE bookmarks (url); PRAGMA user_version = 2')
    await expectRefused(folder, 'foreign', /another program/)
  })

  test('random bytes', async () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7919) >> 3)
    await expectRefused(folderOf(bytes), 'foreign', /not a database/)
    await expectRefused(folderOf('hello'), 'foreign', /not a database/)
  })

  test('an empty file, which SQLite would take for a new database', async () => {
    await expectRefused(folderOf(''), 'damaged', /empty/)
  })

  test.each([100, 4096, 10_000, 50_000, 4096 * 20])('a file cut off after %i bytes', async bytes => {
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

  test('a folder that cannot be made', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    await expect(openWriter(join(folder, 'file', 'data'))).rejects.toMatchObject({
      code: 'BAD_STORE',
      detail: { fault: 'unreachable' },
    })
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
    const folder = folderOfVersion(1)
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
test.skipIf(process.platform === 'win32')('data whose folder is gone are told as such, with the file', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  await store.settings.set('theme', 'dark') // SQLite goes on with the files that it has open
  rmSync(folder, { recursive: true })
  await expect(store.maintenance.info()).rejects.toMatchObject({
    code: 'BAD_STORE',
    detail: { fault: 'unreachable', file: dataFile(folder) },
  })
})

describe('on a full disk', () => {
  test('a write fails clearly, what was stored is intact, and the lab goes on', async () => {
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
    ['an import of several profiles', (store: Store, many: readonly ProfileDraft[]) => store.profiles.put(many)],
    ['a deletion of several profiles', (store: Store) => store.profiles.remove([1, 2, 3])],
  ])('%s happens as a whole or not at all', async (_, write) => {
    const folder = newFolder()
    const store = await openWriter(folder)
    const notes = 'x'.repeat(9000)
    await store.profiles.put(['a', 'b', 'c'].map(name => sampleProfile(name)))
    const before = await store.profiles.list()
    await store.close()
    // the third row of a deletion finds no room: a trigger stands for what takes it
    edit(
      folder,
      `CREATE TRIGGER full AFTER UPDATE OF deleted ON profiles WHEN new.id = 3
      BEGIN INSERT INTO settings VALUES ('filler', json_quote(hex(zeroblob(400000)))); END`,
    )
    const full = await openWriter(folder, { maxPages: 80 })
    const many = Array.from({ length: 100 }, (_, i) => sampleProfile(`new-${i}`, { notes }))
    await expect(write(full, many)).rejects.toMatchObject({ code: 'STORE_FULL' })
    expect(await full.profiles.list()).toEqual(before)
    expect(await full.deleted.counts()).toMatchObject({ profiles: 0 })
  })

  test('a migration that finds no room leaves the file usable', async () => {
    const folder = folderOfVersion(1)
    await expect(openWriter(folder, { maxPages: 19 })).rejects.toMatchObject({ code: 'STORE_FULL' })
    expect(await (await openWriter(folder)).games.count({})).toBe(4)
  })
})

test('a full check names what a quick one overlooks', async () => {
  const folder = folderOfVersion(SCHEMA_VERSION)
  edit(folder, 'PRAGMA foreign_keys = OFF; DELETE FROM provenances WHERE id = 1')
  edit(folder, 'PRAGMA ignore_check_constraints = ON; UPDATE games SET score = -1 WHERE id = 1')
  const problems = (await (await openWriter(folder)).maintenance.check()).join()
  expect(problems).toMatch(/row \d+ of games refers to nothing in provenances/)
  expect(problems).toMatch(/CHECK constraint failed in games/)
})

test('a transaction inside another one is undone with it', async () => {
  const { db, close } = await openForWriting({ folder: newFolder(), program: 'a test' })
  const count = (inside: Database) => inside.one('SELECT count(*) AS n FROM settings')!['n']
  expect(() =>
    db.transaction(() => {
      db.transaction(() => db.run(`INSERT INTO settings VALUES ('a', '1')`))
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
