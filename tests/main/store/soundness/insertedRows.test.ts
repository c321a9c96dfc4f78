import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Games } from '../../../../src/main/store/repositories/games'
import { openForWriting, type Opened } from '../../../../src/main/store/opening'
import { Provenances } from '../../../../src/main/store/repositories/provenances'
import { sampleGame } from '../storeSupport'

let folder: string
let opened: Opened
let games: Games

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lab-sealed-'))
  opened = await openForWriting({ folder, program: 'a test' })
  games = new Games(opened.db, new Provenances(opened.db))
})
afterEach(() => {
  opened.close()
  rmSync(folder, { recursive: true })
})

test.each(['', 'plain', 'é\u{1F600} \ud800', 'cut\u0000off', '9'.repeat(500)])(
  'a game with the notes %j has the checksum that SQLite makes of what is stored',
  notes => {
    const id = games.add(sampleGame(7, { notes, profile: null }))
    expect(games.get(id)).toMatchObject({ id })
    expect(opened.seals.take()).toEqual([])
  },
)

test('a number is never given twice, whatever was forgotten', () => {
  const [first, second] = games.addAll([sampleGame(1), sampleGame(2)])
  opened.db.run('DELETE FROM games')
  const third = games.add(sampleGame(3))
  expect([first, second, third]).toEqual([1, 2, 3])
})
