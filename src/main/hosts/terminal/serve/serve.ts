import { once } from 'node:events'
import type { Command } from 'commander'
import { namedHome, placeOfData } from '../../../files/home'
import { openLab } from '../../../lab/openLab'
import { scoped } from '../../../scope'
import { NONCE_MINUTES, startWebHost, type WebHost } from '../../web/webHost'
import { announce } from './address'
import { helpNotes } from '../output/help'
import { addThreadsFlag, wholeIn } from '../flags/numberFlags'
import { reportSaving, reportUnstored } from '../play/saving'
import type { Terminal } from '../terminal'
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn, type ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Options {
  readonly port?: number
  readonly open?: boolean
  readonly threads?: number
  readonly home?: string
}

export function defineServe(command: Command, terminal: Terminal): void {
  command
    .description(
      `Serves the lab to browsers of this machine and prints its address. The address opens the lab once, within ${NONCE_MINUTES} minutes; Enter or "lab address" prints a new one. Anyone who opens it controls the lab.\n\nFor a remote machine forward the port: ssh -L 2048:127.0.0.1:2048 HOST. Ctrl-C ends it.`,
    )
    .option('--port <n>', 'port on 127.0.0.1 (default: any free one)', wholeIn(0, 65_535))
    .option('--open', 'open it in a browser window, and end when that is closed')
  addThreadsFlag(command, 'one a core but one')
    .option('--home <folder>', 'data folder (default: LAB_HOME, else where the window does)')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(serve.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab serve --open
  lab serve --port 2048`

/** Runs until Ctrl-C or a similar signal, or until its window is closed: all are normal ends. */
async function serve(terminal: Terminal, { port = 0, open = false, threads, home }: Options): Promise<void> {
  terminal.goOnWithoutOutput()
  const signal = terminal.interruptSignal()
  namedHome(home, terminal.env) // an impossible port is refused immediately
  const { env } = terminal
  const lab = await openLab({ host: 'browser', program: 'lab serve', place: () => placeOfData(home, env), env, threads })
  reportSaving(terminal, lab)
  await scoped('lab serve', async scope => {
    scope.defer(async () => reportUnstored(terminal, await lab.close()))
    const web = await startWebHost(scope, lab, { port })
    const takeBack = announceTo(terminal, web, home)
    await terminal.print(`The lab is at ${web.freshAddress()}`)
    const window = open ? openBrowserWindow(web.freshAddress(), terminal.env) : undefined
    if (window) scope.add(window)
    scope.defer(takeBack)
    if (open && !window)
      await terminal.printLines(['There is no display or no Chromium to open it in: open the address in a browser.'])
    if (window && !window.hasSandbox) terminal.complain('as root, Chromium runs without its sandbox (--no-sandbox)')
    const stopListening = onEnter(terminal, () => terminal.printAtOnce(web.freshAddress()))
    if (stopListening) scope.defer(stopListening)
    const command = terminal.commandLine('address', home)
    const again = stopListening ? `Press Enter, or run "${command}",` : `Run "${command}"`
    await terminal.printLines([
      `The address opens the lab once, within ${NONCE_MINUTES} minutes. ${again} for a new one. Ctrl-C ends the lab.`,
    ])
    const interrupted = signal.aborted ? undefined : once(signal, 'abort')
    await Promise.race([interrupted, ...(window ? [window.closed] : [])])
  })
}

/** Without the file only `lab address` fails, with advice. */
function announceTo(terminal: Terminal, web: WebHost, home: string | undefined): () => void {
  try {
    return announce(web, home, terminal.env)
  } catch (error) {
    terminal.complain(`"lab address" will not find this lab: ${(error as Error).message}`)
    return () => undefined
  }
}

/**
 * Calls `pressed` for each line that the user enters, until the returned function is called.
 * @returns `undefined` without a terminal, or in the background, where the system would stop a process that reads from it
 */
function onEnter({ stdin, host }: Terminal, pressed: () => void): (() => void) | undefined {
  if (!stdin.isTTY || isInBackground(host.platform)) return undefined
  stdin.on('data', pressed)
  stdin.on('error', () => undefined) // the terminal was closed; its signal ends the lab
  return () => void stdin.off('data', pressed).pause()
}

/** True if another process has the terminal. Only Linux reports that; elsewhere this process is assumed to have it. */
function isInBackground(platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return false
  // after the name in brackets: state, parent, process group, session, terminal, and the terminal's process group (proc(5))
  const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return group !== foreground
}

interface BrowserWindow {
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
 * Opens a Chromium without tabs and address bar. The window and its profile, which contains the address, end with this process, however it ends.
 * @returns `undefined` without a display or a browser that has such windows
 */
function openBrowserWindow(url: string, env: NodeJS.ProcessEnv): BrowserWindow | undefined {
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
