/** Damaged files: what lies on undamaged pages is read, and what does not is named. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dataFile } from '../../../../src/main/store/opening'
import { salvageInto } from '../../../../src/main/store/salvage/salvage'
import { runs } from '../../../setup/extent'
import { fillFolder, salvageFlipped, start, startAgain } from '../bitFlips'
import { placedRows, storedRows, type PlacedRow } from '../../../support/pageMap'
import { cleanUp, newFolder } from '../storeSupport'

/** Each time ten at most: a test has its time. */
const FILES = runs(4, 40)
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
        FLIPS,
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
