/** What the system says about a file, in words; its own where it says something rare. */
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

export function fileProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return WORDS[code ?? ''] ?? message
}
