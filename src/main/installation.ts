/** Where the lab is installed, and what it says about itself there. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { shellWord } from '../core/labCommand'

/**
 * The folder of package.json, `out/` and `resources/`. Found by going up, because this file runs from `src/` in tests and
 * from `out/main/` or `out/main/chunks/` in the built lab, also inside an archive of Electron.
 */
export const INSTALLATION = findUp(import.meta.dirname, 'package.json')

const { version, productName } = JSON.parse(readFileSync(join(INSTALLATION, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly productName: string
}

export const VERSION = version
/** The programs that it runs on, and their versions. */
export const PROGRAMS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ Electron: 'electron', Chromium: 'chrome', Node: 'node', V8: 'v8', SQLite: 'sqlite' }).flatMap(([name, key]) =>
    process.versions[key] === undefined ? [] : [[name, process.versions[key]]],
  ),
)
/** Electron too calls the app by this name. */
export const PRODUCT = productName

/** Built from its source, not a package. */
const isClone = existsSync(join(INSTALLATION, 'scripts', 'lab.mjs'))

/** Advice if a file of the installation is missing or damaged. */
export const REPAIR = isClone ? 'Run `npm run build` to make it anew.' : 'Install the lab again.'

/**
 * The command that starts the terminal of this installation, for the user to copy: as npm runs it in a clone, `lab` where a shell finds it,
 * else its path. Outside a clone `npx lab` would fetch another program of that name.
 * @param resources folder of a package; absent: this installation
 */
export function labProgram(
  env: NodeJS.ProcessEnv,
  resources = isClone ? undefined : resourcesFolder(),
  platform: NodeJS.Platform = process.platform,
): string {
  if (resources === undefined) return env['npm_command'] === undefined ? 'lab' : 'npx lab'
  const name = platform === 'win32' ? 'lab.cmd' : 'lab'
  const own = join(resources, 'bin', name)
  const found = (env['PATH'] ?? '').split(delimiter).find(folder => existsSync(join(folder, name)))
  if (found !== undefined && existsSync(own) && realpathSync(join(found, name)) === realpathSync(own)) return 'lab'
  const word = shellWord(own)
  return platform === 'win32' && word !== own ? `& ${word}` : word // for PowerShell
}

/** The window's files are in an archive there, the terminal's in a folder. */
function resourcesFolder(): string {
  return (process as { readonly resourcesPath?: string }).resourcesPath ?? dirname(INSTALLATION)
}

function findUp(folder: string, name: string): string {
  if (existsSync(join(folder, name))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`no ${name} in ${import.meta.dirname} or above it`)
  return findUp(parent, name)
}
