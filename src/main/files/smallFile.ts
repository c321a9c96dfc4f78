/** The small files beside the data. Other programs may have replaced them. */
import { LabError } from '../../core/errors'
import { asBadFile } from './fileProblem'
import { readUpTo, withHandle } from './handle'
import { openRegular } from './regularFile'

/** The lab's own files are far smaller. */
const MOST_BYTES = 65_536

/**
 * Text of a regular file. Does not wait for a pipe or read a device.
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
