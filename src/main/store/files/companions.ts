/** The data's other files inside a copy of the database: a table of pieces, so that a copy of all data is one file. */
import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { chmod, copyFile, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { companionsIn, DATABASE, isCheckpoint, isCompanion, NETWORK_ENDING } from '../../files/dataContents'
import { syncFile } from '../../files/wholeFile'
import { asBadFile, badFile, explainingFile } from '../../files/fileProblem'
import { writeAll } from '../../files/handle'
import { type CopyWatch, Database, checkWanted } from '../database'
import { badStore, explaining } from '../failures'

/** The table is in copies only: a data file that has it is a copy which was put in the place of the data, and is unpacked. */
export const COMPANIONS = 'companions'
export const COMPANIONS_TABLE = `CREATE TABLE ${COMPANIONS} (path TEXT NOT NULL, part INTEGER NOT NULL, size INTEGER NOT NULL, modified REAL NOT NULL, crc INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (path, part)) STRICT`

/** Also the most of a file that is in memory at a time. */
const PIECE_BYTES = 2 ** 20
/** A checkpoint is written in place, in a second or less. */
const TRIES = 5
const PAUSE_MS = 200

interface Piece {
  readonly path: string
  readonly part: number
  /** Bytes of the whole file. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  readonly bytes: Uint8Array
}

export function hasCompanions(db: Database): boolean {
  return db.one(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '${COMPANIONS}'`) !== undefined
}

/** Bytes of the database with its journal, and of the data's other files; 0 for a folder that is gone. */
export function dataBytes(folder: string): number {
  const sizes = [DATABASE, `${DATABASE}-wal`].map(name => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, bytesIn(folder))
}

/** Bytes of the data's files in a folder, besides the database; 0 if some are unreadable, which a copy reports. */
export function bytesIn(folder: string): number {
  try {
    const sizes = companionsIn(folder).map(path => statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return 0
  }
}

/**
 * Writes the files of a data folder into a copy of its database, and reads them back. Each is there as it was at one moment. To be called
 * after the database is copied: its profiles need the networks.
 * @param draft no other program has it
 * @param pauseMs before a file that was written meanwhile is read again
 * @throws {LabError} `BAD_FILE`, `STORE_FULL`, `CANCELLED`
 */
export async function packCompanions(draft: string, folder: string, watch: CopyWatch, pauseMs = PAUSE_MS): Promise<void> {
  const db = new Database(draft, 'write')
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF') // a draft that is not finished is removed
    db.exec(COMPANIONS_TABLE)
    const packed = new Set<string>()
    const fresh = () => explainingFile(folder, () => companionsIn(folder)).filter(path => !packed.has(path))
    // a file may take the place of another meanwhile, as a network that of its checkpoint
    for (let paths = fresh(); paths.length > 0; paths = fresh())
      for (const path of paths) {
        packed.add(path)
        await packFile(db, folder, path, watch, pauseMs)
      }
    for (const path of pathsIn(db)) await eachPiece(db, path, () => setImmediate())
  } finally {
    db.close()
  }
}

async function packFile(db: Database, folder: string, path: string, watch: CopyWatch, pauseMs: number): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    if (await packOnce(db, join(folder, path), path, watch)) return
    db.run(`DELETE FROM ${COMPANIONS} WHERE path = $path`, { path })
    await setTimeout(pauseMs)
  }
  // a run has two checkpoints, and writes one at a time
  if (!isCheckpoint(path)) throw badFile(join(folder, path), 'it is being written all the time: try again later')
}

/** @returns false if the file was written in place meanwhile */
async function packOnce(db: Database, file: string, path: string, watch: CopyWatch): Promise<boolean> {
  const handle = openThere(file)
  if (handle === undefined) return true // it was removed since it was listed
  try {
    const before = fstatSync(handle, { bigint: true })
    const [size, modified] = [Number(before.size), Number(before.mtimeNs) / 1e6]
    const buffer = Buffer.alloc(Math.min(PIECE_BYTES, size))
    for (let part = 0; part === 0 || part * PIECE_BYTES < size; part++) {
      checkWanted(watch)
      const at = part * PIECE_BYTES
      const length = explainingFile(file, () => readSync(handle, buffer, 0, Math.min(PIECE_BYTES, size - at), at))
      if (length < Math.min(PIECE_BYTES, size - at)) return false
      const bytes = buffer.subarray(0, length)
      db.insert(`INSERT INTO ${COMPANIONS} VALUES (?, ?, ?, ?, ?, ?)`, [
        ...[path, part, size, modified, checksumOf({ path, part, size, modified, bytes })],
        bytes,
      ])
      watch.onPacked?.(length)
      await setImmediate()
    }
    const after = fstatSync(handle, { bigint: true })
    // results grow by whole lines: what was there at first is whole
    return after.mtimeNs === before.mtimeNs || (path.endsWith('.jsonl') && after.size >= before.size)
  } finally {
    closeSync(handle)
  }
}

/**
 * Writes the files of a copy into a new folder. A network that the data have already is linked to that file: networks never change.
 * @param there the data folder
 * @param chosen the copy as the user knows it
 * @throws {LabError} `BAD_STORE` if one is damaged or leads out of the folder
 */
export async function unpackCompanions(
  db: Database,
  to: string,
  there: string,
  watch: CopyWatch,
  chosen = db.file,
): Promise<void> {
  mkdirSync(to, { mode: 0o700 })
  for (const path of pathsIn(db)) {
    if (!isCompanion(path)) throw damaged(chosen, path, 'this is no file of the data')
    const file = join(to, path)
    explaining(file, () => mkdirSync(dirname(file), { recursive: true, mode: 0o700 }))
    if (path.endsWith(NETWORK_ENDING) && (await isThere(db, path, join(there, path), chosen)) && linked(join(there, path), file))
      continue
    const handle = explaining(file, () => openSync(file, 'wx', 0o600))
    let modified = 0
    try {
      await eachPiece(
        db,
        path,
        piece => {
          checkWanted(watch)
          modified = piece.modified
          return explaining(file, () => writeAll(handle, piece.bytes))
        },
        chosen,
      )
    } finally {
      closeSync(handle)
    }
    explaining(file, () => {
      utimesSync(file, modified / 1000, modified / 1000)
      syncFile(file)
    })
  }
}

/**
 * Copies one of the data's other files, and reads the copy back.
 * @param isFinal true for a file that never changes: it may be linked
 * @throws {LabError} `BAD_FILE`
 */
export async function placeCompanion(from: string, to: string, isFinal = from.endsWith(NETWORK_ENDING)): Promise<void> {
  explainingFile(to, () => mkdirSync(dirname(to), { recursive: true, mode: 0o700 }))
  if (isFinal && linked(from, to)) return
  try {
    const { atime, mtime } = statSync(from)
    await copyFile(from, to)
    await chmod(to, 0o600)
    await utimes(to, atime, mtime)
    syncFile(to)
    if ((await hashOf(from)) !== (await hashOf(to))) throw badFile(to, 'the copy differs from the file: the disk may be failing')
  } catch (cause) {
    throw asBadFile(to, cause)
  }
}

/** Copies all that are not there yet. @throws {LabError} `BAD_FILE` */
export async function placeCompanions(from: string, to: string, watch: CopyWatch = {}): Promise<void> {
  for (const path of explainingFile(from, () => companionsIn(from))) {
    checkWanted(watch)
    if (!existsSync(join(to, path))) await placeCompanion(join(from, path), join(to, path))
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

function pathsIn(db: Database): string[] {
  return db.all(`SELECT DISTINCT path FROM ${COMPANIONS} ORDER BY path`).map(({ path }) => path as string)
}

/** @throws {LabError} `BAD_STORE` for a damaged or missing piece */
async function eachPiece(db: Database, path: string, use: (piece: Piece) => unknown, name = db.file): Promise<void> {
  // a foreign copy may have integers that JavaScript has not
  const sql = `SELECT CAST(size AS REAL) AS size, modified, CAST(crc AS REAL) AS crc, bytes FROM ${COMPANIONS} WHERE path = $path AND part = $part`
  for (let part = 0, size = 0; part === 0 || part * PIECE_BYTES < size; part++) {
    const row = db.one(sql, { path, part })
    const piece = { path, part, ...row } as Piece & { readonly crc: number }
    if (!row) throw damaged(name, path, 'a part of it is missing')
    if (checksumOf(piece) !== piece.crc) throw damaged(name, path, 'its content does not fit its checksum')
    size = piece.size
    await use(piece)
  }
}

async function isThere(db: Database, path: string, file: string, chosen: string): Promise<boolean> {
  const handle = openThere(file)
  if (handle === undefined) return false
  try {
    let isSame = true
    await eachPiece(
      db,
      path,
      ({ part, size, bytes }) => {
        const found = Buffer.alloc(bytes.length)
        isSame &&=
          fstatSync(handle).size === size && readSync(handle, found, 0, found.length, part * PIECE_BYTES) === found.length
        isSame &&= found.equals(bytes)
      },
      chosen,
    )
    return isSame
  } finally {
    closeSync(handle)
  }
}

/** @returns `undefined` for no such file, or one that is not regular */
function openThere(file: string): number | undefined {
  return explainingFile(file, () => {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
    return openSync(file, 'r')
  })
}

/** @returns false where the file system has no links; for a symbolic link, which would lead elsewhere from another folder */
function linked(from: string, to: string): boolean {
  if (!lstatSync(from).isFile()) return false
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

function checksumOf({ path, part, size, modified, bytes }: Piece): number {
  return crc32(bytes, crc32(JSON.stringify([path, part, size, modified])))
}

function damaged(copy: string, path: string, why: string) {
  return badStore('damaged', copy, `${path} in ${copy} is damaged: ${why}. Nothing was changed: choose another copy.`)
}
