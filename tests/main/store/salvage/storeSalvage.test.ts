/** Damaged files: what lies on undamaged pages is read, and what does not is named. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withDatabase } from '../../../../src/main/store/database'
import { copyData } from '../../../../src/main/store/files/copies'
import { dataFile, openForWriting } from '../../../../src/main/store/opening'
import { Analyses } from '../../../../src/main/store/repositories/analyses'
import { Exercises } from '../../../../src/main/store/repositories/exercises'
import { Games } from '../../../../src/main/store/repositories/games'
import { Provenances } from '../../../../src/main/store/repositories/provenances'
import { salvageInto } from '../../../../src/main/store/salvage/salvage'
import type { Range } from '../../../../src/main/store/salvage/walk'
import { runs } from '../../../setup/extent'
import { fillFolder, flip, salvageFlipped, start, startAgain, tear } from '../bitFlips'
import { placedRows, storedRows, type PlacedRow } from '../../../support/pageMap'
import { cleanUp, newFolder, playSome, sampleGame } from '../storeSupport'

/** Each time ten at most: a test has its time. */
const FILES = runs(4, 40)
/** The second of these has rows that led a read past many. */
const FIRST_TORN = 21
const FLIPS = 20

let filled: string
let rows: PlacedRow[]

beforeAll(async () => {
  filled = newFolder()
  await fillFolder(filled, 150)
  rows = placedRows(dataFile(filled))
})
afterAll(cleanUp)

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function copyOf(change: (bytes: Buffer) => void): string {
  const folder = join(filled, `copy-${folders.length}`)
  folders.push(folder)
  startAgain(dataFile(filled), folder)
  const bytes = readFileSync(dataFile(folder))
  change(bytes)
  writeFileSync(dataFile(folder), bytes)
  return folder
}

test('a sound file is salvaged whole, and nothing of it is named', () => {
  const folder = copyOf(() => undefined)
  const { damage } = salvageInto(dataFile(folder), join(folder, 'copy.db'))
  expect(damage).toEqual([])
  expect(storedRows(join(folder, 'copy.db'))).toEqual(storedRows(dataFile(filled)))
})

test('exercises, the days on which some were done, and side lines are salvaged; where a page of them is lost, the others', async () => {
  const folder = newFolder()
  const { db, close } = await openForWriting({ folder, program: 'a test' })
  const [games, analyses, exercises] = [new Games(db, new Provenances(db)), new Analyses(db), new Exercises(db)]
  const line = { after: 3, turns: playSome(1, 12).turns }
  db.transaction(() => {
    for (let game = 1; game <= 300; game++) {
      games.add({ ...sampleGame(game), sideLines: [line, { ...line, of: 1, after: 5 }] })
      const { id } = analyses.begin(game, { depth: 1 }, { profile: 'strongest', stamp: null })
      analyses.append(id, 0, new Float64Array(80), new Uint8Array(20))
      const found = {
        slide: 1 + (game % 20),
        board: '2100000000000000',
        move: 'left',
        kinds: ['corner', 'row'],
        loss: 0.2,
      } as const
      exercises.add(id, 20, [found])
      exercises.finish(game, game % 2 === 0, 20_000 + game)
    }
  })
  close()
  const before = storedRows(dataFile(folder))
  const placed = placedRows(dataFile(folder))
  const pageOf = (table: string) => placed.filter(row => row.table === table)[100]!.pages.at(-1)!
  const TABLES = ['exercises', 'exercise_days', 'side_lines']
  for (const broken of ['games', ...TABLES]) {
    const torn = pageOf(broken)
    const bytes = readFileSync(dataFile(folder))
    bytes.fill(0xa5, (torn - 1) * 4096, torn * 4096)
    mkdirSync(join(folder, broken))
    writeFileSync(join(folder, broken, 'lab.db'), bytes)
    const { damage } = salvageInto(join(folder, broken, 'lab.db'), join(folder, broken, 'copy.db'))
    const after = storedRows(join(folder, broken, 'copy.db'))
    expect(damage).toMatchObject([{ table: broken }])
    for (const table of TABLES) {
      const keys = placed.filter(row => row.table === table && !row.pages.includes(torn)).map(({ key }) => `${table} ${key}`)
      expect(keys).not.toEqual([])
      for (const key of keys) expect(after.get(key), key).toEqual(before.get(key))
    }
  }
})

test.each(Array.from({ length: Math.ceil(FILES / 10) }, (_, i) => i * 10 + 1))(
  `after ${FLIPS} flipped bits in each of ${Math.min(FILES, 10)} files, from seed %i on, every row on an undamaged page is there, and what is lost is named`,
  async first => {
    const totals = { touched: 0, saved: 0 }
    for (let seed = first; seed < first + Math.min(FILES, 10); seed++) {
      const folder = join(filled, 'flipped')
      const { lostUntouched, unnamed, wrong, savedTouched, lostTouched } = salvageFlipped(
        rows,
        dataFile(filled),
        folder,
        seed,
        flip(FLIPS),
      )
      expect({ seed, lostUntouched, unnamed, wrong }).toEqual({ seed, lostUntouched: [], unnamed: [], wrong: [] })
      expect(['open', 'refused']).toContain(await start(folder))
      totals.touched += savedTouched + lostTouched
      totals.saved += savedTouched
    }
    expect(totals.touched).toBeGreaterThan(10)
    expect(totals.saved).toBeGreaterThan(totals.touched / 2) // most rows of a damaged page are whole
  },
)

test('after a torn page, which has rows of another one, what is lost is named', () => {
  for (let seed = FIRST_TORN; seed < FIRST_TORN + FILES; seed++) {
    const { lostUntouched, unnamed, wrong } = salvageFlipped(rows, dataFile(filled), join(filled, 'torn'), seed, tear(rows))
    expect({ seed, lostUntouched, unnamed, wrong }).toEqual({ seed, lostUntouched: [], unnamed: [], wrong: [] })
  }
})

describe('rows that cannot be read', () => {
  test('come from the newest verified copy, and the result names each of them', async () => {
    const folder = newFolder()
    const { db, close } = await openForWriting({ folder, program: 'a test' })
    const games = new Games(db, new Provenances(db))
    games.addAll(Array.from({ length: 200 }, (_, i) => sampleGame(i)))
    mkdirSync(join(folder, 'backups'))
    const copy = 'lab-daily-000001-20260102T030405678Z-00000000.db'
    await copyData(dataFile(folder), join(folder, 'backups', copy))
    games.addAll(Array.from({ length: 200 }, (_, i) => sampleGame(1000 + i)))
    db.run('DELETE FROM games WHERE id = 1') // the copy still has it, but nothing of it is lost
    close()
    const before = storedRows(dataFile(folder))
    const leaves = [100, 300].map(id =>
      placedRows(dataFile(folder)).find(({ table, key }) => table === 'games' && key === `${id}`)!,
    )
    const bytes = readFileSync(dataFile(folder))
    for (const { pages } of leaves) bytes.fill(0xa5, (pages.at(-1)! - 1) * 4096, pages.at(-1)! * 4096)
    writeFileSync(dataFile(folder), bytes)

    const { damage } = salvageInto(dataFile(folder), join(folder, 'copy.db'))
    const after = storedRows(join(folder, 'copy.db'))
    const [old, recent] = damage.filter(each => each.kind === 'range' && each.table === 'games')
    const lost = [...before.keys()].filter(key => key.startsWith('games ') && !after.has(key))
    expect(old).toMatchObject({ fromCopy: { copy, keys: expect.arrayContaining(['100']) as string[] } })
    expect(recent).toMatchObject({ kind: 'range' })
    expect(recent).not.toHaveProperty('fromCopy')
    const { after: from, before: to } = recent as Range
    expect(lost).toEqual(Array.from({ length: Number(to) - Number(from) - 1 }, (_, i) => `games ${Number(from) + i + 1}`))
    expect([after.get('games 100'), after.get('games 1')]).toEqual([before.get('games 100'), undefined])
    const named = withDatabase(join(folder, 'copy.db'), 'read', db =>
      db.all(`SELECT reason, content FROM damaged WHERE origin = 'range'`),
    )
    expect(named).toContainEqual(expect.objectContaining({ reason: expect.stringContaining(`are from ${copy}`) as string }))
    expect(named.some(({ content }) => (content as string).includes('"100"'))).toBe(true)
  })

  test.each([
    ['content of a frame', 32 + 50 * (24 + 4096) + 1000, '1 frames of the journal are damaged', 200],
    ['content of a frame, and torn at the end,', 32 + 50 * (24 + 4096) + 1000, '1 frames of the journal are damaged', 198],
    ['salt of a frame', 32 + 50 * (24 + 4096) + 8, '1 frames of the journal are damaged', 200],
    ['header', 13, 'the header of the journal is damaged', 200],
  ])(
    'of a journal with a flipped bit in the %s are no more than those of one page: later commits are read',
    async (_, place, problem, stored) => {
      const folder = newFolder()
      const { db, close } = await openForWriting({ folder, program: 'a test' })
      const games = new Games(db, new Provenances(db))
      for (let i = 0; i < 100; i++) games.addAll([sampleGame(i), sampleGame(1000 + i)])
      const other = newFolder()
      for (const part of ['', '-wal']) copyFileSync(dataFile(folder) + part, dataFile(other) + part)
      close()
      const journal = readFileSync(`${dataFile(other)}-wal`)
      journal[place]! ^= 4
      if (stored < 200) journal[journal.length - 1000]! ^= 4 // its end is torn too
      writeFileSync(`${dataFile(other)}-wal`, journal)
      const { damage } = salvageInto(dataFile(other), join(other, 'copy.db'))
      expect(damage).toMatchObject([{ kind: 'file', problem }])
      const after = storedRows(join(other, 'copy.db'))
      expect([...after].filter(([key]) => key.startsWith('games '))).toHaveLength(stored)
      if (stored === 200) expect(new Map(after)).toEqual(storedRows(dataFile(folder)))
    },
  )
})

describe('is read whole', () => {
  test.each([
    ['the list of free pages', (bytes: Buffer) => bytes.writeUInt32BE(3, 32)],
    ['the text of a table', (bytes: Buffer) => bytes.write('TABLE prefiles', bytes.indexOf('TABLE profiles'))],
    ['the whole first page', (bytes: Buffer) => bytes.fill(0x55, 0, 4096)],
  ])('a file where %s is damaged', (_, change) => {
    const folder = copyOf(bytes => void change(bytes))
    salvageInto(dataFile(folder), join(folder, 'copy.db'))
    const after = storedRows(join(folder, 'copy.db'))
    expect(rows.filter(({ table, key, values }) => after.get(`${table} ${key}`) !== values)).toEqual([])
  })
})
