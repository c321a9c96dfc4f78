import { closeSync, constants, fstatSync, openSync, statSync, type Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { scoped } from '../scope'
import { asBadFile, badFile } from './fileProblem'
import { LabError } from '../../core/errors'
import { readUpTo, withHandle } from './handle'

/** With this flag, opening does not wait if something else has replaced the file since the check. */
const UNWAITING = constants.O_NONBLOCK ?? 0 // not on Windows

/**
 * Opens an existing regular file. Does not wait for a pipe or read a device.
 * @param access as in `openSync`: O_RDONLY or O_RDWR
 * @throws {LabError} `BAD_FILE` if it is not a regular file; else the file system's error
 */
export function openRegular(file: string, access: number = constants.O_RDONLY): number {
  checkRegular(file, statSync(file))
  const handle = openSync(file, access | UNWAITING)
  try {
    checkRegular(file, fstatSync(handle))
    return handle
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

/** Called before opening, because opening alone may affect a device, and again on the open handle. @throws {LabError} `BAD_FILE` */
function checkRegular(file: string, stat: Stats): void {
  if (stat.isDirectory()) throw badFile(file, 'this is a folder; name a file')
  if (!stat.isFile()) throw badFile(file, 'it is not a regular file')
}

/** A sleeping disk needs seconds. */
const PATIENCE_MS = 10_000

/**
 * Reads a file's first and last bytes, so that the lab does not wait forever for a pipe, a device, or a network disk that does
 * not answer.
 * @throws {LabError} `BAD_FILE` if it is not a regular file, cannot be read, or does not answer in time
 */
export async function checkReadable(file: string, patienceMs = PATIENCE_MS): Promise<void> {
  await scoped('a look at a file', ({ signal }) => {
    const late = wait(patienceMs, undefined, { signal, ref: false }).then(() => {
      throw badFile(file, `it does not answer within ${patienceMs / 1000} seconds; check its disk or network`)
    })
    late.catch(() => undefined) // it was in time
    return Promise.race([readEnds(file), late])
  })
}

/** Like `openRegular`, in the background. */
async function readEnds(file: string): Promise<void> {
  try {
    checkRegular(file, await stat(file))
    const handle = await open(file, constants.O_RDONLY | UNWAITING)
    try {
      const now = await handle.stat()
      checkRegular(file, now)
      for (const at of [0, Math.max(0, now.size - 1)]) await handle.read(Buffer.alloc(1), 0, 1, at)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}

/** The lab's own files are far smaller. */
const MOST_BYTES = 65_536

/**
 * Text of one of the small files beside the data, which another program may have replaced. Does not wait for a pipe or read a device.
 * @throws {LabError} `BAD_FILE` if it is not a regular file or is too long; else the file system's error
 */
export function readSmall(file: string): string {
  // the system reports size 0 for some files that are not empty
  const bytes = withHandle(openRegular(file), handle => readUpTo(handle, MOST_BYTES + 1))
  if (bytes.length > MOST_BYTES)
    throw new LabError('BAD_FILE', `${file}: more than ${MOST_BYTES} bytes are too many for this file`, { file })
  return bytes.toString('utf8')
}

/** Like `readSmall`; `undefined` if the file does not exist. @throws {LabError} `BAD_FILE` */
export function readSmallFile(file: string): string | undefined {
  try {
    return readSmall(file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw asBadFile(file, cause)
  }
}
