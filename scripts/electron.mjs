import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const PACKAGE = join(root, 'node_modules', 'electron')

/** A blocked network can hang for minutes; a slow one needs its time for about 120 MB. */
const LONGEST_DOWNLOAD_MS = 600_000
/** An offline machine fails sooner than this, and is spared the message. */
const SAY_SO_AFTER_MS = 2_000

/** Path of Electron's executable, downloaded first if it is not there; `undefined` when it cannot be had. */
export async function findElectron() {
  return installedElectron() ?? ((await download()) ? installedElectron() : undefined)
}

/** The package `electron` comes without its executable; the environment variables are Electron's and electron-vite's own. */
export function installedElectron() {
  const { ELECTRON_EXEC_PATH, ELECTRON_OVERRIDE_DIST_PATH } = process.env
  const pathFile = join(PACKAGE, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const executable = ELECTRON_EXEC_PATH ?? join(ELECTRON_OVERRIDE_DIST_PATH ?? join(PACKAGE, 'dist'), name)
  return existsSync(executable) ? executable : undefined
}

/** @returns {Promise<boolean>} whether the installer succeeded */
async function download() {
  const notice = setTimeout(() => console.error('Downloading Electron, once (about 120 MB) …'), SAY_SO_AFTER_MS)
  const installer = spawn(process.execPath, [join(PACKAGE, 'install.js')], { stdio: 'ignore', timeout: LONGEST_DOWNLOAD_MS })
  const code = await new Promise(resolve => installer.on('error', () => resolve(1)).on('exit', resolve))
  clearTimeout(notice)
  return code === 0
}
