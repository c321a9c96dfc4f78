/** Losses: a salvage names the tables that lost rows, and a bench that lost games can play them again. */
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dataFile } from '../../../../src/main/store/opening'
import { cleanUp, newFolder, openReader } from '../storeSupport'
import { lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'

const PAGE = 4096
const GAMES = 100

let whole: Buffer
/** Pages of the table of games, its root first. */
let pages: number[]
let played: string

afterEach(cleanUp)

beforeAll(async () => {
  const folder = newFolder()
  played = gamesIn(await lab(['bench', String(GAMES), '--depth', '0', '--seed', '5', '--home', folder, '--json']))
  const db = new DatabaseSync(dataFile(folder))
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  pages = db
    .prepare(`SELECT pageno FROM dbstat WHERE name = 'games' ORDER BY path`)
    .all()
    .map(({ pageno }) => pageno as number)
  db.close()
  whole = readFileSync(dataFile(folder))
})

function gamesIn(ended: Awaited<ReturnType<typeof lab>>): string {
  const [{ mean, best }] = jsonLines<{ mean: number; best: number }>(ended) as [{ mean: number; best: number }]
  return JSON.stringify({ mean, best })
}

/** A folder whose data file ends after so many bytes. */
function cutOff(bytes: number): string {
  const folder = newFolder()
  writeFileSync(dataFile(folder), whole.subarray(0, bytes))
  return folder
}

interface Report {
  damage: { kind: string; table?: string; after?: string | null; before?: string | null }[]
  losses: { table: string; read: number; highest?: number }[]
  batches: { id: number; stored: number; games: number; canResume: boolean }[]
  complete: boolean
}

async function salvage(folder: string): Promise<{ code: number | null; report: Report }> {
  const { code, stdout, stderr } = await lab(['data', 'salvage', '--home', folder, '--json'])
  expect(stderr).toBe('')
  return { code, report: JSON.parse(stdout) as Report }
}

describe('a file that is cut off', () => {
  test('in the middle of the games: the batch is unfinished, and resumed it has the result that it had', async () => {
    const last = Math.max(...pages)
    const folder = cutOff(last * PAGE - PAGE)
    const { code, report } = await salvage(folder)
    expect(code).toBe(1)
    expect(report.damage).toContainEqual(expect.objectContaining({ kind: 'range', table: 'games', before: null }))
    const [batch] = report.batches
    expect(batch).toMatchObject({ id: 1, games: GAMES, canResume: true })
    expect(batch!.stored).toBeLessThan(GAMES)
    expect((await lab(['bench', '--list', '--home', folder])).stdout).toMatch(/ of 100 .*unfinished/)
    expect(gamesIn(await lab(['bench', '--resume', '1', '--home', folder, '--json']))).toBe(played)
    expect((await (await openReader(folder)).batches.get(1))!).toMatchObject({ stored: GAMES, summary: { games: GAMES } })
    const check = await lab(['data', 'check', '--home', folder])
    expect(check.stdout).toContain('set aside before: rows of games after ')
  })
})

test('a damaged page of an index is no loss: the index is made anew', async () => {
  const folder = newFolder()
  writeFileSync(dataFile(folder), whole)
  const db = new DatabaseSync(dataFile(folder), { readOnly: true })
  const [index] = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'games_by_batch'`).all()
  db.close()
  const bytes = Buffer.from(whole)
  const at = ((index!['pageno'] as number) - 1) * PAGE
  bytes.fill(0xa5, at, at + PAGE)
  writeFileSync(dataFile(folder), bytes)
  const { code, report } = await salvage(folder)
  const { damage, losses, batches } = report
  expect({ code, damage, losses, batches }).toEqual({ code: 0, damage: [], losses: [], batches: [] })
})
