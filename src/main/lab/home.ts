/** The data folder: where the lab keeps what it writes. The window and the web host have the same one. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { LabError } from '../../core/errors'
import { PRODUCT } from '../compute/installation'

/**
 * The folder that a person named: `--home`, else LAB_HOME. It is made if it is not there.
 *
 * @returns `undefined` when nobody named one.
 * @throws {LabError} `BAD_SETTING` when it cannot be one.
 */
export function namedHome(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = flag ?? env['LAB_HOME']
  if (named === undefined || named === '') return undefined
  const home = resolve(named)
  try {
    makeFolder(home)
    if (!statSync(home).isDirectory()) throw new Error(`${home} is a file`)
  } catch (cause) {
    const why = (cause as Error).message
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

/** Folder by folder: `mkdirSync` with `recursive` never returns where the system knows no new folders, as in /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}
