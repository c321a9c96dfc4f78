import { homedir } from 'node:os'
import { join } from 'node:path'
import { LabError } from '../../core/errors'
import { quoted } from '../../core/quoted'

/** The user's folder in place of a `~` that no shell has expanded, as in `--home=~/lab` or an environment file. */
export function expandHome(path: string, user?: string): string {
  // only then: a user without an entry in the system has no such folder
  return /^~(?=$|[/\\])/.test(path) ? join(user ?? homedir(), path.slice(1)) : path
}

/** A path that only a shell expands: `~name`, `$HOME/x`, `%APPDATA%`. */
const UNEXPANDED = /^(~|\$[\w{(]|%\w+%)/

/** An address: `file:///x`. A drive of Windows has one letter. */
const ADDRESS = /^[a-z][\w+.-]+:\/\//i

/**
 * Like `expandHome`, for a file or folder that may be created.
 * @throws {LabError} `BAD_SETTING` for what only a shell can expand, and for an address
 */
export function typedPath(path: string, user?: string): string {
  const expanded = expandHome(path, user)
  if (ADDRESS.test(expanded))
    throw new LabError('BAD_SETTING', `${quoted(path)}: this is an address. Write the path of a file or folder.`)
  if (!UNEXPANDED.test(expanded)) return expanded
  throw new LabError('BAD_SETTING', `${quoted(path)}: only a shell expands this. Write the whole path, or ./ before such a name.`)
}

/** A word of a command line, with the path in it expanded: `~/x`, `--flag=~/x`. */
export function expandWord(word: string, user?: string): string {
  const [, flag = '', value = ''] = /^(--[\w-]+=|)(.*)$/s.exec(word) ?? []
  return flag + expandHome(value, user)
}
