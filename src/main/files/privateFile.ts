/** Files of this user only, in folders where others can write too. */
import { constants, fstatSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { readUpTo, withHandle } from './handle'
import { asBadFile, badFile } from './fileProblem'

/** Permission bits that let other users change the file. */
const GROUP_AND_OTHERS = 0o022

/** @throws the system's error; then the file is removed */
export function writePrivately(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true })
    throw error
  }
}

/** The number of this user; `undefined` on a system without. */
const ours = process.getuid?.()

/** Whether it is a regular file, not a link to one, and belongs to this user. */
export function isOwnFile(file: string, user = ours): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat !== undefined && stat.isFile() && (user === undefined || user === stat.uid)
}

/**
 * Reads a file, or its beginning.
 * @param most bytes that the file may have
 * @param bytes of the beginning; absent: the whole file
 * @returns `undefined` unless it is a regular file of this user
 * @throws {LabError} `BAD_FILE` if it cannot be read, is too large, or other users may change it
 */
export function readPrivate(file: string, most: number, bytes = most, user = ours): string | undefined {
  try {
    if (!isOwnFile(file, user)) return undefined
    // if a link or a pipe replaces it meanwhile, the open neither follows nor waits
    const opened = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    return withHandle(opened, handle => {
      const stat = fstatSync(handle)
      if (!stat.isFile() || (user !== undefined && user !== stat.uid)) return undefined
      if (user !== undefined && (stat.mode & GROUP_AND_OTHERS) !== 0)
        throw badFile(
          file,
          'other users may change this file. If you trust its content, allow only yourself to write it (chmod go-w)',
        )
      if (stat.size > most) throw badFile(file, `${stat.size} bytes are too many for this file`)
      return readUpTo(handle, Math.min(stat.size, bytes)).toString('utf8')
    })
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}
