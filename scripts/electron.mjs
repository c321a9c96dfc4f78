import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const PACKAGE = join(root, 'node_modules', 'electron')

/** A download without a byte for this long has failed; a slow one may take as long as it needs. */
const MOST_SILENCE_MS = 30_000
/** An offline machine fails sooner than this, and never shows the messages. */
const SAY_SO_AFTER_MS = 2_000
const LOOK_EVERY_MS = 250
/** Time between two lines of progress when the output is no terminal. */
const LINE_EVERY_MS = 10_000
/** Characters of the installer's errors to hold. */
const MOST_COMPLAINT = 10_000
const ENDINGS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Path of Electron's executable, downloaded first if it is missing.
 *
 * @returns {Promise<{ executable: string } | { obstacle: string }>}
 */
export async function findElectron() {
  let executable = installedElectron()
  if (executable) return { executable }
  const obstacle = await download()
  executable = installedElectron()
  return executable ? { executable } : { obstacle: obstacle ?? 'Electron is not installed and could not be downloaded' }
}

/** The npm package `electron` has no executable; the environment variables are Electron's and electron-vite's own. */
export function installedElectron() {
  const { ELECTRON_EXEC_PATH, ELECTRON_OVERRIDE_DIST_PATH } = process.env
  const pathFile = join(PACKAGE, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const executable = ELECTRON_EXEC_PATH ?? join(ELECTRON_OVERRIDE_DIST_PATH ?? join(PACKAGE, 'dist'), name)
  return existsSync(executable) ? executable : undefined
}

/**
 * Runs Electron's own installer, shows how much it has downloaded, and ends it when no more data arrive.
 * @returns {Promise<string | undefined>} what went wrong
 */
async function download() {
  // the installer downloads into the system's temporary folder: a folder of its own makes the bytes countable
  const folder = mkdtempSync(join(tmpdir(), 'lab-electron-'))
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
  const installer = spawn(process.execPath, [join(PACKAGE, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'], env })
  const ended = new Promise(resolve => installer.on('error', () => resolve(1)).on('close', resolve))
  let complaint = ''
  installer.stderr.setEncoding('utf8').on('data', text => (complaint = (complaint + text).slice(0, MOST_COMPLAINT)))
  // Ctrl-C, or the end of the terminal, leaves neither a download that goes on nor 100 MB in the temporary folder
  const stops = ENDINGS.map(signal => {
    const stop = () => {
      installer.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
      process.exit(128 + constants.signals[signal])
    }
    process.once(signal, stop)
    return () => process.off(signal, stop)
  })

  const began = performance.now()
  let [bytes, grewAt, shownAt, isSilent] = [0, began, -Infinity, false]
  const look = async () => {
    const downloaded = await bytesIn(folder)
    const now = performance.now()
    const all = downloaded + (await bytesIn(join(PACKAGE, 'dist')))
    if (all !== bytes) [bytes, grewAt] = [all, now]
    if (now - began > SAY_SO_AFTER_MS && now - shownAt > (process.stderr.isTTY ? 0 : LINE_EVERY_MS)) {
      show(downloaded)
      shownAt = now
    }
    if (now - grewAt < MOST_SILENCE_MS) return
    isSilent = true
    installer.kill()
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  const code = await ended
  clearInterval(timer)
  if (process.stderr.isTTY && shownAt > 0) process.stderr.write('\r\u001b[K')
  for (const stop of stops) stop()
  rmSync(folder, { recursive: true, force: true })
  if (isSilent) return `Electron could not be downloaded: nothing came for ${MOST_SILENCE_MS / 1000} s. ${ADVICE}`
  return code === 0 ? undefined : `Electron could not be downloaded${reasonIn(complaint)}. ${ADVICE}`
}

/** The first line of the installer's error, such as the answer of the server or a wrong checksum. @param {string} complaint */
function reasonIn(complaint) {
  const [line = ''] = complaint.trim().split('\n')
  const reason = line
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
  return reason === '' ? '' : ` (${reason})`
}

const ADVICE =
  'Check the connection (behind a proxy set HTTPS_PROXY and NODE_USE_ENV_PROXY=1, for a mirror ELECTRON_MIRROR) and run "npm start" again'

/** @param {number} bytes */
function show(bytes) {
  const text = `Downloading Electron, once (about 120 MB): ${(bytes / 1e6).toFixed(1)} MB so far`
  process.stderr.write(process.stderr.isTTY ? `\r${text}\u001b[K` : `${text}\n`)
}

/**
 * @param {string} folder
 * @returns {Promise<number>} bytes of its files, including those in its subfolders
 */
async function bytesIn(folder) {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = entries.map(name => statSync(join(folder, name), { throwIfNoEntry: false }))
  return sizes.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0)
}
