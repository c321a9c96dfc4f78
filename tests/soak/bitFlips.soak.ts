/** Flipped bits in data files: rows that undamaged pages lead to are read, lost rows are named, and the lab starts. */
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dataFile } from '../../src/main/store/opening'
import { fillFolder, flip, salvageFlipped, start } from '../main/store/bitFlips'
import { placedRows } from '../support/pageMap'
import { cleanUp, newFolder } from '../main/store/storeSupport'
import { record } from './record'

/** Fewer while something is tried out. */
const FILES = Number(process.env['SOAK_FILES'] ?? 200)
const FLIPS = 20
/** Other ones than in the tests. */
const FIRST_SEED = 1000

afterAll(cleanUp)

test(`${FLIPS} flipped bits in each of ${FILES} data files`, async () => {
  const filled = newFolder()
  await fillFolder(filled)
  const rows = placedRows(dataFile(filled))
  const facts = { untouched: 0, lostUntouched: 0, savedTouched: 0, lostTouched: 0, unnamed: 0, wrong: 0, open: 0, refused: 0 }
  for (let i = 0; i < FILES; i++) {
    const folder = join(filled, 'flipped')
    const found = salvageFlipped(rows, dataFile(filled), folder, FIRST_SEED + i, flip(FLIPS))
    facts.untouched += found.untouched
    facts.savedTouched += found.savedTouched
    facts.lostTouched += found.lostTouched
    facts.lostUntouched += found.lostUntouched.length
    facts.unnamed += found.unnamed.length
    facts.wrong += found.wrong.length
    facts[await start(folder)]++
  }
  record('Flipped bits in data files', {
    files: FILES,
    'flipped bits per file': FLIPS,
    'rows per file': rows.length,
    'rows to which only pages without a flipped bit lead': facts.untouched,
    'of them lost': facts.lostUntouched,
    'other rows, read all the same': facts.savedTouched,
    'other rows, lost': facts.lostTouched,
    'of them not named, nor in a named range of keys': facts.unnamed,
    'rows that are not what was stored': facts.wrong,
    'starts that opened the file': facts.open,
    'starts that refused it and offered a salvage': facts.refused,
  })
  expect(facts).toMatchObject({ lostUntouched: 0, unnamed: 0, wrong: 0 })
  expect(facts.open + facts.refused).toBe(FILES)
})
