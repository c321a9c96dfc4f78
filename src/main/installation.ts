/** Where the lab is installed, and what it says about itself there. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

function findUp(folder: string, name: string): string {
  if (existsSync(join(folder, name))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`no ${name} in ${import.meta.dirname} or above it`)
  return findUp(parent, name)
}
