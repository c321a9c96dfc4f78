import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from './cdp.mjs'
import { findChromium } from './chromium.mjs'

const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  '--disable-sync',
  '--password-store=basic',
  '--test-type',
]

/** Chromium's sandbox does not work for root. */
const ROOT_SWITCHES = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Time for Chromium to end by itself before the app is left behind. */
const CLOSE_MS = 3000

/**
 * Starts Chromium without a window and connects to it. Its profile is thrown away at the end, unless one is named.
 *
 * @throws {Error} when there is no Chromium, or it does not start (with what it said)
 */
export async function launchBrowser(headed, switches) {
  const executable = findChromium()
  if (!executable) throw new Error('electron-shim: no Chromium found; install it or set ELECTRON_SHIM_CHROMIUM')
  const kept = process.env.ELECTRON_SHIM_PROFILE
  const profile = kept ?? mkdtempSync(join(tmpdir(), 'electron-shim-'))
  const common = [`--user-data-dir=${profile}`, ...new Set([...ROOT_SWITCHES, ...switches])]

  const mode = headed ? [] : ['--headless=new']
  const child = spawn(executable, ['--remote-debugging-port=0', ...common, ...QUIET, ...mode], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = await debuggerUrl(child)
  const connection = await connect(url)

  const removeProfile = () => {
    // Chromium may still hold a file for a moment; a leftover in the temporary folder does no harm
    if (!kept) rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
  process.on('exit', () => {
    child.kill('SIGKILL')
    removeProfile()
  })

  return {
    url,
    process: child,
    send: connection.send,
    onEvent: connection.onEvent,
    /** Opens a window without browser controls; it arrives as a new target with that URL. */
    openAppWindow(url, { width, height }) {
      spawn(executable, [...common, `--window-size=${width},${height}`, `--app=${url}`], { stdio: 'ignore' })
    },
    async close() {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      connection.close()
      child.kill()
      await Promise.race([gone, new Promise(resolve => setTimeout(resolve, CLOSE_MS))])
    },
  }
}

async function debuggerUrl(child) {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr.on('data', chunk => {
      said += chunk
      const found = /DevTools listening on (ws:\/\/\S+)/.exec(said)
      if (found) resolve(found[1])
    })
    child.on('error', reject)
    child.on('exit', code => reject(new Error(`electron-shim: Chromium ended with ${code}\n${said}`)))
  })
}
