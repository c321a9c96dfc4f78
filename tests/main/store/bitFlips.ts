/** Files with flipped bits or torn pages, and what a salvage makes of them. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LabError } from '../../../src/core/errors'
import { createRandom } from '../../../src/core/random'
import { Batches } from '../../../src/main/store/repositories/batches'
import { Analyses } from '../../../src/main/store/repositories/analyses'
import { CurrentGame } from '../../../src/main/store/repositories/currentGame'
import { Games } from '../../../src/main/store/repositories/games'
import { openForWriting, dataFile } from '../../../src/main/store/opening'
import { Profiles } from '../../../src/main/store/repositories/profiles'
import { Provenances } from '../../../src/main/store/repositories/provenances'
import { Settings } from '../../../src/main/store/repositories'
import type { Damage } from '../../../src/main/store/salvage/damage'
import { salvageInto } from '../../../src/main/store/salvage/salvage'
import { storedRows, type PlacedRow } from '../../support/pageMap'
import { sampleBatch, sampleCurrent, sampleGame, sampleProfile } from './storeSupport'

const PAGE = 4096

export interface Flipped {
  readonly rows: number
  /** Rows to which no page with a flipped bit leads. */
  readonly untouched: number
  /** Of those the ones that are gone, or changed: none, that is the promise. */
  readonly lostUntouched: readonly string[]
  /** Rows on or below pages with a flipped bit that were read all the same. */
  readonly savedTouched: number
  readonly lostTouched: number
  /** Lost rows of which neither the key nor a range around it was named. */
  readonly unnamed: readonly string[]
  /** Rows that are there and are not what was stored. */
  readonly wrong: readonly string[]
}

/** A data file with some of everything: tables of one page and of many, long rows, deleted things, free pages. */
export async function fillFolder(folder: string, games = 400): Promise<void> {
  const { db, close } = await openForWriting({ folder, program: 'a test' })
  const provenances = new Provenances(db)
  const store = new Games(db, provenances)
  const profiles = new Profiles(db)
  for (let i = 0; i < 60; i++) profiles.add(sampleProfile(`profile-${i}`, { notes: 'n'.repeat((i * 37) % 3000) }))
  profiles.remove([3, 4])
  const batch = new Batches(db, provenances, store).begin(sampleBatch({ games }))
  store.addAll(Array.from({ length: games }, (_, i) => sampleGame(i, { batch, batchIndex: i, kind: 'bench' }, 12)))
  for (let i = 0; i < 20; i++) store.add(sampleGame(1000 + i, { notes: `long ${'x'.repeat((i * 701) % 9000)}` }, 300))
  const analyses = new Analyses(db)
  for (let game = 1; game <= 30; game++) {
    const { id } = analyses.begin(game, { depth: 1 }, { profile: 'power', stamp: null })
    for (let first = 0; first < 10; first += 2) analyses.append(id, first, new Float64Array(8).fill(first), Uint8Array.of(1, 2))
  }
  const settings = new Settings(db)
  for (let i = 0; i < 50; i++) settings.set(`setting-${i}`, { i, text: 'y'.repeat((i * 211) % 2500) })
  new CurrentGame(db, store).save(sampleCurrent(3, 200))
  db.run('DELETE FROM games WHERE id BETWEEN 40 AND 90') // their pages are free now
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  close()
}

/** Damages the bytes of a file. @returns the damaged pages */
type Damaging = (bytes: Buffer, seed: number) => Set<number>

export const flip =
  (flips: number): Damaging =>
  (bytes, seed) => {
    const random = createRandom(seed)
    const pages = new Set<number>()
    for (let i = 0; i < flips; i++) {
      const bit = Math.floor(random.next() * bytes.length * 8)
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      pages.add(Math.floor((bit >> 3) / PAGE) + 1)
    }
    return pages
  }

/** The second half of one page of a table becomes that of another one, as a lost write leaves it. */
export const tear =
  (rows: readonly PlacedRow[]): Damaging =>
  (bytes, seed) => {
    const random = createRandom(seed)
    const { table, pages } = rows[random.below(rows.length)]!
    const others = rows.filter(row => row.table === table)
    const [page, other] = [pages.at(-1)!, others[random.below(others.length)]!.pages.at(-1)!]
    bytes.copy(bytes, (page - 1) * PAGE + PAGE / 2, (other - 1) * PAGE + PAGE / 2, other * PAGE)
    return new Set([page])
  }

export function salvageFlipped(
  original: readonly PlacedRow[],
  from: string,
  folder: string,
  seed: number,
  damaging: Damaging,
): Flipped {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bytes = readFileSync(from)
  const pages = damaging(bytes, seed)
  writeFileSync(dataFile(folder), bytes)
  const copy = join(folder, 'copy.db')
  const { damage } = salvageInto(dataFile(folder), copy)
  const after = storedRows(copy)
  const result = { rows: original.length, untouched: 0, savedTouched: 0, lostTouched: 0 }
  const lostUntouched: string[] = []
  const unnamed: string[] = []
  const wrong: string[] = []
  for (const { table, key, pages: on, values } of original) {
    const id = `${table} ${key}`
    const isTouched = on.some(page => pages.has(page))
    const found = after.get(id)
    if (found !== undefined && !same(table, found, values)) wrong.push(id)
    if (!isTouched) result.untouched++
    if (found === undefined && !isTouched) lostUntouched.push(`${id} on page ${on.join()}`)
    if (isTouched && found !== undefined) result.savedTouched++
    if (isTouched && found === undefined) {
      result.lostTouched++
      if (!damage.some(each => isNamed(each, table, key))) unnamed.push(id)
    }
  }
  return { ...result, lostUntouched, unnamed, wrong }
}

function isNamed(damage: Damage, table: string, key: string): boolean {
  if (damage.kind === 'file' || damage.table !== table) return false
  if (damage.kind === 'row') return damage.key === key
  const { after, before } = damage
  return (after === null || isBefore(after, key)) && (before === null || isBefore(key, before))
}

/** Parts of a key that are numbers are compared as numbers. */
function isBefore(a: string, b: string): boolean {
  const [parts, others] = [a.split('/'), b.split('/')]
  const i = parts.findIndex((part, place) => part !== others[place])
  return i >= 0 && (Number.isNaN(Number(parts[i])) ? parts[i]! < others[i]! : Number(parts[i]) < Number(others[i]))
}

/** How far an analysis reaches is shortened where a piece of it is lost. */
function same(table: string, found: string, stored: string): boolean {
  return found === stored || table === 'analyses'
}

/** What becomes of a start of the lab: it opens, or says why not. Anything else is thrown. */
export async function start(folder: string): Promise<'open' | 'refused'> {
  try {
    const { db, close } = await openForWriting({ folder, program: 'a test' })
    try {
      new Profiles(db).list()
    } finally {
      close()
    }
    return 'open'
  } catch (error) {
    if (error instanceof LabError && error.code === 'BAD_STORE') return 'refused'
    throw error
  }
}

export function startAgain(from: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  copyFileSync(from, dataFile(folder))
}
