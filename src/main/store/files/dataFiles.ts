/** Checks data files before SQLite opens them, because SQLite waits forever for a pipe. */
import { closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { badStore, explaining } from '../failures'
import { dirname } from 'node:path'
import type { LabError } from '../../../core/errors'
import { besideIn, inWords } from '../../files/dataContents'

/** Includes the files that SQLite opens beside it. @throws {LabError} `BAD_STORE` for a pipe or a device */
export function checkRegularData(file: string): void {
  for (const each of ['', '-wal', '-shm', '-journal'].map(beside => file + beside)) {
    const stat = explaining(each, () => statSync(each, { throwIfNoEntry: false }))
    if (stat && !stat.isFile() && !stat.isDirectory())
      throw badStore('foreign', each, `${each} is not a regular file: put the data file in its place, or move it away.`)
  }
}

/**
 * Creates an empty file that only this user can read, if there is none. SQLite takes it for a new database, and gives its journal
 * the same rights.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // it exists, or SQLite is about to report the problem
  }
}

/**
 * The files that a store has open. On most systems they can be deleted, moved or replaced meanwhile: SQLite then keeps writing
 * into files without a name, and every commit succeeds.
 */
export class OpenFiles {
  readonly #identities: ReadonlyMap<string, string | undefined>
  readonly #folder: string
  /** Files that no connection holds open, as `look` last saw them. */
  #beside: readonly string[] = []

  /** @param paths of open files, the data file first */
  constructor(private readonly paths: readonly string[]) {
    this.#folder = dirname(paths[0]!)
    this.#identities = new Map([...paths, this.#folder].map(path => [path, identityOf(path)]))
    this.look()
  }

  /** Remembers what else is in the folder. */
  look(): void {
    if (this.hasFolder) this.#beside = besideIn(this.#folder)
  }

  /** Whether the path of the folder still leads to it. */
  get hasFolder(): boolean {
    return this.isSame(this.#folder)
  }

  /** What was in the folder and is neither open nor there any more, in words; empty for nothing. */
  get lost(): string {
    const there = new Set(this.hasFolder ? besideIn(this.#folder) : [])
    return inWords(this.#beside.filter(path => !there.has(path)))
  }

  /** Whether a path still leads to the file that was opened. */
  isSame(path: string): boolean {
    // Windows keeps the name of an open file, and has no inodes to compare on every drive
    return process.platform === 'win32' || identityOf(path) === this.#identities.get(path)
  }

  /**
   * `BAD_STORE` with the fault `gone`, or `undefined` if all is well. Takes a few microseconds. Hosts say what can be done: only the
   * window and pages can write the database anew.
   */
  get problem(): LabError | undefined {
    const gone = this.paths.find(path => !this.isSame(path))
    if (gone === undefined) return undefined
    const [file = gone] = this.paths
    const what = identityOf(gone) === undefined ? 'was deleted or moved away' : 'was replaced by another file'
    const { lost } = this
    const more = lost === '' ? '' : ` The rest is lost unless you put the folder back: ${lost}.`
    return badStore('gone', file, `${gone} ${what} while the lab had it open, so nothing is saved any more.${more}`)
  }
}

/**
 * Closes a connection whose files are gone. SQLite deletes its journal by name, which may now be the name of another lab's
 * journal: such files are put back.
 */
export function closeSparingOthers(file: string, close: () => void): void {
  const others = [`${file}-wal`, `${file}-shm`].filter(path => identityOf(path) !== undefined)
  const links = others.map(path => ({ path, link: `${path}.${process.pid}` }))
  for (const { path, link } of links) linkSync(path, link)
  try {
    close()
  } finally {
    for (const { path, link } of links)
      if (identityOf(path) === undefined) renameSync(link, path)
      else rmSync(link, { force: true })
  }
}

/** Device and inode; `undefined` if the path does not lead to a file. */
function identityOf(path: string): string | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stat && `${stat.dev}:${stat.ino}`
  } catch {
    return undefined // a folder in the path is no longer one
  }
}
