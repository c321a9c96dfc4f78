/** What is wrong with a file that a person named, or that lies beside the data. */
import { LabError } from '../../core/errors'
import { abridged } from '../../core/quoted'

/** What the system says, in words. */
const WORDS: Readonly<Partial<Record<string, string>>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EISDIR: 'this is a folder; name a file',
  EACCES: 'this user may not open it',
  EPERM: 'this user may not open it',
  EROFS: 'nothing can be written on this disk',
  ENOSPC: 'there is no room on the disk',
  ENAMETOOLONG: 'this name is too long for a file',
  ELOOP: 'its links lead round in a circle',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'this is no text in UTF-8, so it is none of our files',
}

/** In the system's own words where it says something rare. */
export function fileProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return WORDS[code ?? ''] ?? message
}

/** `BAD_FILE`, naming the file. */
export function badFile(file: string, problem: string, cause?: unknown): LabError {
  return new LabError('BAD_FILE', `${abridged(file)}: ${problem}`, { file }, { cause })
}

/** `BAD_FILE` of what was thrown, unless it is a `LabError` already. */
export function asBadFile(file: string, cause: unknown): LabError {
  return cause instanceof LabError ? cause : badFile(file, fileProblem(cause), cause)
}

/** @throws {LabError} `BAD_FILE` for what the file system says */
export function explainingFile<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}
