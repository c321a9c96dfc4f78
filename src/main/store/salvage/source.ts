/** A damaged data file, opened to read as much of it as SQLite can reach. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BACKUPS, timeInName } from '../../files/dataContents'
import { Database, withDatabase } from '../database'
import { explaining, isSqlite } from '../failures'
import { checkRegularData } from '../files/dataFiles'
import {
  APPLICATION_ID,
  type Schema,
  type SchemaObjects,
  checkVersion,
  migrate,
  nothingToRead,
  objectsIn,
  schemaAlterations,
  schemaOf,
} from '../migrate'
import { MIGRATIONS, SCHEMA_VERSION } from '../migrations'
import { checkSound } from '../soundness/soundness'

const HEADER = 32
const FRAME_HEADER = 24

export interface Source {
  /** In a transaction. */
  readonly db: Database
  readonly schema: Schema
  /** According to the header; 0 if the header is not the lab's. */
  readonly version: number
  readonly problems: readonly string[]
}

/** Page size of the lab's files. */
const PAGE = 4096

/**
 * Opens the file itself, or a temporary copy if SQLite cannot read its journal or its list of tables: the copy gets what can be
 * read of the journal, and the list of a sound file of the same version.
 * @throws {LabError} `BAD_STORE` for a file of a newer lab, or of no lab, or an unreachable one
 */
export function readDamaged<T>(file: string, use: (source: Source) => T): T {
  checkRegularData(file)
  const journal = explaining(file, () => readJournal(`${file}-wal`))
  const opened = open(file)
  const problems = [journal?.problem, opened ? opened.problem : 'its list of tables cannot be read'].flatMap(each => each ?? [])
  let folder: string | undefined
  try {
    if (opened?.problem !== undefined && opened.version > SCHEMA_VERSION) checkVersion(opened.db)
    if (opened?.isWhole && journal?.problem === undefined) return use({ ...opened, problems })
    folder = explaining(tmpdir(), () => mkdtempSync(join(tmpdir(), 'lab-salvage-')))
    const copy = join(folder, 'lab.db')
    explaining(copy, () => {
      copyFileSync(file, copy)
      for (const [page, at] of journal?.pages ?? []) writePage(copy, page, journal!.bytes.subarray(at, at + journal!.pageSize))
    })
    let read = open(copy)
    if (!read?.isWhole) {
      read?.db.close()
      const { schema = likeliestSchema(new Map(), 0), version = 0 } = read ?? opened ?? {}
      const sound = newestCopy(file, schema.version) ?? freshFile(folder, schema.version)
      read = replaceSchema(copy, sound, read?.roots) ? open(copy) : undefined
      if (!read) throw nothingToRead(file, version)
      read = { ...read, version, schema }
    }
    try {
      return use({ ...read, problems })
    } finally {
      read.db.close()
    }
  } finally {
    opened?.db.close()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

interface Opened extends Omit<Source, 'problems'> {
  /** Root pages by name of the table or index. */
  readonly roots: ReadonlyMap<string, number>
  /** Whether it has the tables of its version. */
  readonly isWhole: boolean
  /** Objects that are not the lab's, are missing or changed. */
  readonly problem: string | undefined
}

function open(file: string): Opened | undefined {
  let db: Database | undefined
  try {
    db = new Database(file, 'damaged')
    db.exec('BEGIN')
    const version = db.pragma('application_id') === APPLICATION_ID ? db.pragma('user_version') : 0
    const objects = objectsIn(db)
    const schema = likeliestSchema(objects, version)
    const isWhole = [...schema.objects].every(([name, sql]) => !name.startsWith('table') || objects.get(name) === sql)
    const alterations = schemaAlterations(db, schema.version)
    const listed = db.all(`SELECT name, rootpage FROM sqlite_schema WHERE type IN ('table', 'index') AND rootpage > 1`)
    const roots = new Map(listed.map(row => [String(row['name']), Number(row['rootpage'])]))
    return { db, version, schema, roots, isWhole, problem: alterations && `it ${alterations}` }
  } catch {
    db?.close()
    return undefined
  }
}

/**
 * The version whose tables these are. Does not trust the header, which may be damaged too.
 * @param stated by the header
 */
function likeliestSchema(found: SchemaObjects, stated: number): Schema {
  const score = ({ version, objects: ours }: Schema) =>
    [...found].filter(([name, sql]) => ours.get(name) === sql).length + (version === stated ? 0.5 : 0)
  const schemas = MIGRATIONS.map(({ version }) => schemaOf(version))
  return schemas.reduce((best, each) => (score(each) >= score(best) ? each : best))
}

/** The newest verified copy of all data that has the same tables; its path. */
export function newestCopy(file: string, version: number): string | undefined {
  const folder = join(dirname(file), BACKUPS)
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
  const copies = names.filter(name => /^lab-(?:daily|copy)-.*[.]db$/.test(name) && timeInName(name) !== undefined)
  return copies
    .sort((a, b) => timeInName(b)! - timeInName(a)!)
    .map(name => join(folder, name))
    .find(copy => isSoundCopy(copy, version))
}

function isSoundCopy(copy: string, version: number): boolean {
  try {
    return withDatabase(copy, 'read', db => {
      checkSound(db)
      return db.pragma('application_id') === APPLICATION_ID && db.pragma('user_version') === version
    })
  } catch {
    return false
  }
}

function freshFile(folder: string, version: number): string {
  const file = join(folder, 'fresh.db')
  withDatabase(file, 'write', db => migrate(db, version))
  return file
}

/**
 * Replaces the pages that list the tables by those of a sound file.
 * @param roots where the tables begin, as far as the damaged list shows it; the others are where they are in the sound file
 * @returns whether SQLite reads the new list
 */
function replaceSchema(file: string, sound: string, roots: ReadonlyMap<string, number> = new Map()): boolean {
  const pages = withDatabase(sound, 'read', db => db.all(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`))
  const handle = openSync(sound, 'r')
  for (const { pageno } of pages as { pageno: number }[]) {
    const page = Buffer.alloc(PAGE)
    readSync(handle, page, 0, PAGE, (pageno - 1) * PAGE)
    if (pageno === 1) {
      page.fill(1, 18, 20) // no journal
      page.writeUInt32BE(Math.ceil(statSync(file).size / PAGE), 28)
      page.fill(0, 32, 40) // no free pages
    }
    writePage(file, pageno, page)
  }
  closeSync(handle)
  const db: DatabaseSync & { enableDefensive?: (isActive: boolean) => void } = new DatabaseSync(file)
  try {
    db.enableDefensive?.(false)
    db.exec('PRAGMA writable_schema = ON')
    const move = db.prepare('UPDATE sqlite_schema SET rootpage = $root WHERE name = $name AND rootpage <> $root')
    for (const [name, root] of roots) move.run({ name, root })
    return true
  } catch (error) {
    if (isSqlite(error)) return false
    throw error
  } finally {
    db.close()
  }
}

function writePage(file: string, page: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+')
  try {
    const isBeyond = (page - 1) * bytes.length > 2 * statSync(file).size + 2 ** 26 // its number is damaged
    if (page > 0 && !isBeyond) writeSync(handle, bytes, 0, bytes.length, (page - 1) * bytes.length)
  } finally {
    closeSync(handle)
  }
}

interface Journal {
  readonly bytes: Buffer
  readonly pageSize: number
  /** Offset in `bytes` of the newest version of each page. */
  readonly pages: ReadonlyMap<number, number>
  /** Why SQLite reads less of it than is there. */
  readonly problem: string | undefined
}

/**
 * The committed pages of a journal (`lab.db-wal`). SQLite stops at the first frame with a wrong checksum and drops all later
 * commits: one flipped bit may cost most of a day. This function continues, because the checksum of each frame follows from the
 * stored checksum of the frame before.
 *
 * A torn end is not damage: any frames of a transaction that a power cut interrupted may be there. So frames after a wrong one
 * count only if a second commit follows.
 *
 * Source of the format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 * @returns `undefined` without a journal, or for an empty one
 */
function readJournal(file: string): Journal | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  if (bytes.length < HEADER) return undefined
  const magic = bytes.readUInt32BE(0)
  const pageSize = bytes.readUInt32BE(8)
  const isPageSize = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0
  if (magic >>> 1 !== 0x377f0682 >>> 1 || !isPageSize)
    return { bytes, pageSize: 4096, pages: new Map(), problem: 'the header of the journal is damaged' }
  const isBig = (magic & 1) === 1
  const salt = bytes.subarray(16, 24)
  let sum: Sum = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)]
  const ofHeader = checksum([0, 0], bytes.subarray(0, 24), isBig)
  const isSound = ofHeader[0] === sum[0] && ofHeader[1] === sum[1] // if not, SQLite reads nothing of it
  const pages = new Map<number, number>()
  let waiting = new Map<number, number>()
  const late = new Map<number, number>()
  let commitsSinceDamage = Infinity
  let wrong = 0
  /** Damaged frames in front of others that count. */
  let damaged = 0
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= bytes.length; at += FRAME_HEADER + pageSize) {
    const frame = bytes.subarray(at, at + FRAME_HEADER + pageSize)
    const isOurs = hasSalt(bytes, at, salt)
    if (!isOurs && !hasSalt(bytes, at + frame.length, salt)) break // frames of an earlier journal
    const found = checksum(checksum(sum, frame.subarray(0, 8), isBig), frame.subarray(FRAME_HEADER), isBig)
    sum = [frame.readUInt32BE(16), frame.readUInt32BE(20)]
    if (!isOurs || found[0] !== sum[0] || found[1] !== sum[1]) {
      wrong++
      commitsSinceDamage = 0
    }
    waiting.set(frame.readUInt32BE(0), at + FRAME_HEADER)
    if (frame.readUInt32BE(4) === 0) continue
    const committed = commitsSinceDamage === Infinity ? pages : late
    for (const [page, place] of waiting) committed.set(page, place)
    waiting = new Map()
    commitsSinceDamage++
    if (commitsSinceDamage === Infinity || commitsSinceDamage < 2) continue
    for (const [page, place] of late) pages.set(page, place)
    damaged = wrong
  }
  const damage = isSound ? undefined : 'the header of the journal is damaged'
  return { bytes, pageSize, pages, problem: damaged > 0 ? `${damaged} frames of the journal are damaged` : damage }
}

function hasSalt(bytes: Buffer, frame: number, salt: Buffer): boolean {
  return bytes.subarray(frame + 8, frame + 16).equals(salt)
}

type Sum = readonly [number, number]

function checksum([a, b]: Sum, data: Buffer, isBig: boolean): Sum {
  let s0 = a
  let s1 = b
  for (let i = 0; i < data.length; i += 8) {
    s0 = (s0 + (isBig ? data.readUInt32BE(i) : data.readUInt32LE(i)) + s1) >>> 0
    s1 = (s1 + (isBig ? data.readUInt32BE(i + 4) : data.readUInt32LE(i + 4)) + s0) >>> 0
  }
  return [s0, s1]
}
