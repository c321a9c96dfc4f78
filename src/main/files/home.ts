/** The data folder, where the lab saves everything. The window, the web host and the terminal use the same one. */
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { DataView } from '../../core/contract/calls'
import { LabError } from '../../core/errors'
import { abridged, quoted } from '../../core/quoted'
import { PRODUCT } from '../installation'
import { fileProblem } from './fileProblem'
import { readSmallFile } from './regularFile'

/** Where the data are, and which setting names the folder. */
export interface DataPlace {
  readonly folder: string
  readonly namedBy: DataView['namedBy']
  /** The folder that was named, before any move of the data. */
  readonly named: string
}

/** Name of the file in a folder whose data were moved away. */
const SIGN = 'moved.json'
/** A move replaces the file of the one before it, so real trails are short. */
const MOST_MOVES = 20

/**
 * The data folder: `--home`, else LAB_HOME, else the system's default; or the folder to which its data were moved.
 * @throws {LabError} `BAD_SETTING` for an unusable folder, or if the data were moved to a folder that does not exist.
 */
export function placeOfData(flag: string | undefined, env: NodeJS.ProcessEnv, usual = usualHome(env)): DataPlace {
  const chosen = chosenHome(flag, env)
  const named = chosen ?? usual
  return { folder: followMoves(named), namedBy: chosen === undefined ? 'system' : flag ? '--home' : 'LAB_HOME', named }
}

/** @throws {LabError} `BAD_SETTING`: a new folder in place of an unreachable one would look like lost data. */
function followMoves(named: string): string {
  let folder = named
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const next = signIn(folder)
    if (next === undefined) return folder
    if (!existsSync(next))
      throw new LabError(
        'BAD_SETTING',
        `The lab's data were moved from ${folder} to ${next}, which is not there. Connect that disk or network, ` +
          `or delete ${join(folder, SIGN)} to use what is in ${folder}.`,
        { folder: next },
      )
    folder = next
  }
  throw new LabError(
    'BAD_SETTING',
    `${join(named, SIGN)} leads round in a circle: delete it, and name the right folder with --home FOLDER.`,
  )
}

/** Where the data of this folder were moved; `undefined` if they are here. @throws {LabError} `BAD_SETTING` */
function signIn(folder: string): string | undefined {
  const file = join(folder, SIGN)
  try {
    const text = readSmallFile(file)
    if (text === undefined) return undefined
    const { movedTo } = JSON.parse(text) as { movedTo?: unknown }
    if (typeof movedTo === 'string' && isAbsolute(movedTo)) return movedTo
  } catch (cause) {
    const why = (cause as Error).message
    const system = (cause as Error).cause as NodeJS.ErrnoException | undefined
    const problem = system?.code // the folder is at fault, or the whole disk: no file in it is to be deleted
      ? `The data folder ${abridged(folder)} cannot be used: ${fileProblem(system)}. Name another with --home FOLDER.`
      : cause instanceof LabError
        ? `${why}. Delete it, or name the folder with --home FOLDER.`
        : `${file} cannot be read: ${why}`
    throw new LabError('BAD_SETTING', problem, undefined, { cause })
  }
  throw new LabError('BAD_SETTING', `${file} does not say where the data are: delete it, or name the folder with --home FOLDER.`)
}

/** Whether the data in `place` were moved away from this folder. The file there identifies the data of another lab. */
export function wasMovedFrom(folder: string, place: string): boolean {
  try {
    return existsSync(join(folder, SIGN)) && realpathSync(followMoves(folder)) === realpathSync(place)
  } catch (error) {
    if (!(error instanceof LabError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

/** Redirects `place` to `folder`: later starts that name `place` find the data in `folder`. */
export function leadTo(folder: string, place: DataPlace): void {
  const left = [...new Set([place.folder, place.named])].filter(from => from !== folder)
  // first the steps that may fail for lack of space, before anything changes
  for (const from of left) writeFileSync(join(from, `${SIGN}.new`), JSON.stringify({ movedTo: folder }) + '\n', { flush: true })
  rmSync(join(folder, SIGN), { force: true })
  for (const from of left) renameSync(join(from, `${SIGN}.new`), join(from, SIGN))
}

/** The folder that the user names: `--home`, else LAB_HOME. It may not exist: reading does not create it. @throws {LabError} `BAD_SETTING` */
export function chosenHome(flag: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  const named = flag || env['LAB_HOME']
  return named === undefined || named === '' ? undefined : resolve(typedPath(named))
}

/**
 * Like `chosenHome`, for a program that writes: creates a missing folder.
 * @returns `undefined` if none was named.
 * @throws {LabError} `BAD_SETTING` if the folder cannot be created.
 */
export function namedHome(flag: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  const home = chosenHome(flag, env)
  if (home === undefined) return undefined
  try {
    makeFolder(home)
    if (!statSync(home).isDirectory()) throw new Error(`${home} is a file`)
  } catch (cause) {
    const why = abridged((cause as Error).message)
    throw new LabError('BAD_SETTING', `The data folder cannot be made: ${why}. Name another with --home FOLDER.`, undefined, {
      cause,
    })
  }
  return home
}

/** Electron's data folder for an app of this name, for hosts without Electron. It may not exist yet. */
export function usualHome(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  user: string = homedir(),
): string {
  switch (platform) {
    case 'win32':
      return join(env['APPDATA'] || join(user, 'AppData', 'Roaming'), PRODUCT)
    case 'darwin':
      return join(user, 'Library', 'Application Support', PRODUCT)
    default:
      // the specification of these folders says to ignore relative ones
      return join(absolute(expandHome(env['XDG_CONFIG_HOME'] ?? '', user)) ?? join(user, '.config'), PRODUCT)
  }
}

/** The folder that Electron names for its data, which is relative to the working directory if XDG_CONFIG_HOME is. */
export function windowHome(named: string, env: NodeJS.ProcessEnv): string {
  return absolute(named) ?? usualHome(env)
}

function absolute(path: string): string | undefined {
  return isAbsolute(path) ? path : undefined
}

/**
 * Readable by this user only, by default. Creates folder by folder: `mkdirSync` with `recursive` never returns where the system
 * refuses new folders, as in /proc.
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
}

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
 * @throws {LabError} `BAD_SETTING` for an empty path, for what only a shell can expand, and for an address
 */
export function typedPath(path: string, user?: string): string {
  const expanded = expandHome(path, user)
  if (expanded === '')
    throw new LabError('BAD_SETTING', 'The path of a file or folder is empty: write one, or leave its flag out.')
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
