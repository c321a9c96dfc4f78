/** Opens a browser window without tabs and address bar, if there is no Electron but a Chromium. */
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface BrowserWindow {
  /** Settles when the user has closed the window. */
  readonly closed: Promise<void>
  /** False for root, because Chromium then starts only without it. */
  readonly hasSandbox: boolean
  /** Closes it, and removes its profile. */
  close(): Promise<void>
}

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'brave-browser']
const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/**
 * The window and its profile, which contains the address, end with this process, however it ends.
 * @returns `undefined` without a display or a browser that has such windows
 */
export function openBrowserWindow(url: string, env: NodeJS.ProcessEnv): BrowserWindow | undefined {
  const executable = hasDisplay(env) ? findBrowser(env) : undefined
  if (!executable) return undefined
  // a profile of its own: another browser window of the same user would take over the address and exit immediately
  const profile = mkdtempSync(join(tmpdir(), 'lab-browser-'))
  const browser = spawn(
    executable,
    [
      `--app=${pathToFileURL(writeRedirect(profile, url)).href}`,
      `--user-data-dir=${profile}`,
      '--window-size=1280,860',
      '--no-first-run',
      '--no-default-browser-check',
      ...rootSwitches(),
    ],
    // detached: Ctrl-C in the terminal is for the lab, which then closes this
    { detached: true, stdio: 'ignore', env },
  )
  const endAtOnce = () => {
    browser.kill('SIGKILL')
    removeProfileNow(profile)
  }
  process.once('exit', endAtOnce)
  const closed = ended(browser)
    .then(() => removeProfile(profile))
    .finally(() => process.off('exit', endAtOnce))
  return {
    closed,
    hasSandbox: rootSwitches().length === 0,
    close() {
      browser.kill()
      return closed
    },
  }
}

/** Keeps the address off the command line: other users of the machine can read that, but not a file in this folder. */
function writeRedirect(folder: string, url: string): string {
  const file = join(folder, 'open.html')
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${url}">`, { mode: 0o600 })
  return file
}

function hasDisplay({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  return process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY)
}

function findBrowser({ PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  const folders = PATH.split(delimiter).filter(folder => folder !== '')
  const named = folders.flatMap(folder => COMMANDS.map(command => join(folder, command)))
  return [...named, ...(PLACES[process.platform] ?? [])].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Chromium's sandbox does not work for root, and Chromium then refuses to start without this switch. */
function rootSwitches(): string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

/** The browser's helpers write for a moment after the browser has ended. */
const REMOVE = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

/** A profile that cannot be removed stays in the system's temporary folder. */
async function removeProfile(profile: string): Promise<void> {
  await rm(profile, REMOVE).catch(() => undefined)
}

/** For a process that is about to end and cannot wait. */
function removeProfileNow(profile: string): void {
  try {
    rmSync(profile, REMOVE)
  } catch {
    // as above
  }
}

/** Also settles if it could not be started: the address is printed, so nothing is lost. */
function ended(browser: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    browser.once('exit', () => resolve())
    browser.once('error', () => resolve())
  })
}
