/** The data folder: where the lab keeps what it writes. The window, the web host and the terminal have the same one. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { DataView } from '../../core/contract/calls'
import { LabError } from '../../core/errors'
import { abridged } from '../../core/quoted'
import { PRODUCT } from '../installation'
import { readSmallFile } from './smallFile'

/** Where the data are, and how that follows from what somebody named. */
export interface DataPlace {
  readonly folder: string
  readonly namedBy: DataView['namedBy']
  /** The folder that was named: the data may have been moved on from there. */
  readonly named: string
}

/** In a folder that the data were moved away from. */
const SIGN = 'moved.json'
/** Moves are written over one another, so that a real trail is short. */
const MOST_MOVES = 20

/**
 * Where the data are: the folder of `--home`, else of LAB_HOME, else the system's; or where they were moved from there.
 *
 * @throws {LabError} `BAD_SETTING` for a folder that cannot be one, or that is not there where a move leads.
 */
export function placeOfData(flag?: string, env: NodeJS.ProcessEnv = process.env, usual = usualHome()): DataPlace {
  const chosen = chosenHome(flag, env)
  const named = chosen ?? usual
  return { folder: followMoves(named), namedBy: chosen === undefined ? 'system' : flag ? '--home' : 'LAB_HOME', named }
}

/** @throws {LabError} `BAD_SETTING`: a new folder in the place of one that is out of reach would look like lost data. */
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

/** Where the data of this folder went; `undefined` when they are here. @throws {LabError} `BAD_SETTING` */
function signIn(folder: string): string | undefined {
  const file = join(folder, SIGN)
  try {
    const text = readSmallFile(file)
    if (text === undefined) return undefined
    const { movedTo } = JSON.parse(text) as { movedTo?: unknown }
    if (typeof movedTo === 'string' && isAbsolute(movedTo)) return movedTo
  } catch (cause) {
    const why = (cause as Error).message
    throw new LabError(
      'BAD_SETTING',
      cause instanceof LabError ? `${why}. Delete it, or name the folder with --home FOLDER.` : `${file} cannot be read: ${why}`,
      undefined,
      { cause },
    )
  }
  throw new LabError('BAD_SETTING', `${file} does not say where the data are: delete it, or name the folder with --home FOLDER.`)
}

/** Whether it is the data in `place` that were moved away from this folder. Those of another lab are found by the sign there. */
export function wasMovedFrom(folder: string, place: string): boolean {
  try {
    return existsSync(join(folder, SIGN)) && followMoves(folder) === place
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    return false
  }
}

/** Whoever is led to `place` from now on finds the data in `folder`. */
export function leadTo(folder: string, place: DataPlace): void {
  const left = [...new Set([place.folder, place.named])].filter(from => from !== folder)
  // first what may fail for want of room: nothing is changed by then
  for (const from of left) writeFileSync(join(from, `${SIGN}.new`), JSON.stringify({ movedTo: folder }) + '\n', { flush: true })
  rmSync(join(folder, SIGN), { force: true })
  for (const from of left) renameSync(join(from, `${SIGN}.new`), join(from, SIGN))
}

/** The folder that a person named: `--home`, else LAB_HOME. It need not be there: reading makes none. */
export function chosenHome(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = flag || env['LAB_HOME']
  return named === undefined || named === '' ? undefined : resolve(named)
}

/**
 * As `chosenHome`, for a program that writes: makes the folder if it is missing.
 *
 * @returns `undefined` when nobody named one.
 * @throws {LabError} `BAD_SETTING` when it cannot be one.
 */
export function namedHome(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string | undefined {
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

/** Where Electron keeps the data of an app of our name, for hosts without Electron. It need not be there yet. */
export function usualHome(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  user: string = homedir(),
): string {
  switch (platform) {
    case 'win32':
      return join(env['APPDATA'] || join(user, 'AppData', 'Roaming'), PRODUCT)
    case 'darwin':
      return join(user, 'Library', 'Application Support', PRODUCT)
    default:
      return join(env['XDG_CONFIG_HOME'] || join(user, '.config'), PRODUCT)
  }
}

/** For this user alone, unless told otherwise. Folder by folder: `mkdirSync` with `recursive` never returns where the system knows no new folders, as in /proc. */
export function makeFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
}
