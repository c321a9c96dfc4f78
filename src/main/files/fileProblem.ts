/** Problems of a file that the user names, or that lies beside the data. */
import { LabError } from '../../core/errors'
import { abridged } from '../../core/quoted'

/** The system's error codes, in words. */
const WORDS: Readonly<Partial<Record<string, string>>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EISDIR: 'this is a folder; name a file',
  EACCES: 'this user may not open it',
  EPERM: 'this user may not open it',
  EROFS: 'nothing can be written on this disk',
  ENOSPC: 'there is no room on the disk',
  EDQUOT: 'this user has no more room on the disk',
  EFBIG: 'the system does not let this file grow so large',
  ENAMETOOLONG: 'this name is too long for a file',
  ELOOP: 'its links lead round in a circle',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'this is no text in UTF-8, so it is none of our files',
}

/** The system's own words for rare errors. */
export function fileProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return WORDS[code ?? ''] ?? message
}

/** A `BAD_FILE` error that names the file. */
export function badFile(file: string, problem: string, cause?: unknown): LabError {
  return new LabError('BAD_FILE', `${abridged(file)}: ${problem}`, { file }, { cause })
}

/** Converts any error to `BAD_FILE`; a `LabError` stays as it is. */
export function asBadFile(file: string, cause: unknown): LabError {
  return cause instanceof LabError ? cause : badFile(file, fileProblem(cause), cause)
}

/** @throws {LabError} `BAD_FILE` for an error of the file system */
export function explainingFile<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}
