import { linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LabError } from '../../../core/errors'
import { badStore } from '../failures'

/**
 * The files that a store has open. On most systems they can be deleted, moved or replaced meanwhile: SQLite then keeps writing
 * into files without a name, and every commit succeeds.
 */
export class OpenFiles {
  readonly #identities: ReadonlyMap<string, string | undefined>

  /** @param paths of open files, the data file first */
  constructor(private readonly paths: readonly string[]) {
    this.#identities = new Map(paths.map(path => [path, identityOf(path)]))
  }

  /** Whether a path still leads to the file that was opened. */
  isSame(path: string): boolean {
    // Windows keeps the name of an open file, and has no inodes to compare on every drive
    return process.platform === 'win32' || identityOf(path) === this.#identities.get(path)
  }

  /** `BAD_STORE` with the fault `gone`, or `undefined` if all is well. Takes a few microseconds. */
  get problem(): LabError | undefined {
    const lost = this.paths.find(path => !this.isSame(path))
    if (lost === undefined) return undefined
    const [file = lost] = this.paths
    const what = identityOf(lost) === undefined ? 'was deleted or moved away' : 'was replaced by another file'
    return badStore(
      'gone',
      file,
      `${lost} ${what} while the lab had it open, so nothing is saved any more. Put the folder ${dirname(file)} back, or write ` +
        'everything anew (Settings, Data folder): the lab still has all of it.',
    )
  }
}

/**
 * Closes a connection whose files are gone. SQLite deletes its journal by name, which may now be the name of another lab's
 * journal: such files are put back.
 */
export function closeSparingOthers(file: string, close: () => void): void {
  const others = [`${file}-wal`, `${file}-shm`].filter(path => identityOf(path) !== undefined)
  const kept = others.map(path => ({ path, link: `${path}.${process.pid}` }))
  for (const { path, link } of kept) linkSync(path, link)
  try {
    close()
  } finally {
    for (const { path, link } of kept)
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
