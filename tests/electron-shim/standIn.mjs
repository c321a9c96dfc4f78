/** The stand-in as electron-builder takes a distribution of Electron: a folder of its own, with its executable beside it. */
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const SHIM = import.meta.dirname

/** Writes it into a new folder. @param {string} folder */
export function writeStandIn(folder) {
  cpSync(SHIM, folder, { recursive: true, filter: path => path !== join(SHIM, 'dist') })
  copyFileSync(join(SHIM, 'dist', 'electron'), join(folder, 'electron'))
  const manifest = createRequire(import.meta.url).resolve('electron/package.json')
  writeFileSync(join(folder, 'version'), JSON.parse(readFileSync(manifest, 'utf8')).version)
}
