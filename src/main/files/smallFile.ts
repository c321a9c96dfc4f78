/** The small files beside the data: anybody may have put something else in their places. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { LabError } from '../../core/errors'
import { asBadFile } from './fileProblem'

/** None of the lab's is nearly as long. */
const MOST_BYTES = 65_536

/**
 * Text of a regular file. A pipe is not waited for, and a device is not read.
 *
 * @throws {LabError} `BAD_FILE` for what is no regular file, or is too long; else what the file system throws
 */
export function readSmall(file: string): string {
  // before it is opened: that alone may act on a device
  checkRegular(file, statSync(file).isFile())
  // should another thing take its place meanwhile, opening does not wait for it
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    checkRegular(file, fstatSync(handle).isFile())
    // the system says of some files that they are empty, and they are not
    const bytes = readUpTo(handle, MOST_BYTES + 1)
    if (bytes.length > MOST_BYTES)
      throw new LabError('BAD_FILE', `${file}: more than ${MOST_BYTES} bytes are too many for this file`, { file })
    return bytes.toString('utf8')
  } finally {
    closeSync(handle)
  }
}

/** As `readSmall`; `undefined` where there is no such file. @throws {LabError} `BAD_FILE` */
export function readSmallFile(file: string): string | undefined {
  try {
    return readSmall(file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw asBadFile(file, cause)
  }
}

/** From where the handle is, up to the end of the file. */
export function readUpTo(handle: number, most: number): Buffer {
  const bytes = Buffer.alloc(most)
  let length = 0
  for (let read = 1; read > 0 && length < most; length += read) read = readSync(handle, bytes, length, most - length, null)
  return bytes.subarray(0, length)
}

function checkRegular(file: string, isRegular: boolean): void {
  if (!isRegular) throw new LabError('BAD_FILE', `${file} is not a regular file`, { file })
}
