/** A browser that the lab starts for a game and ends with it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { LabError } from '../../../core/errors'
import { shortened, visible } from '../../../core/quoted'
import type { Scope } from '../../scope'
import { isAlive } from '../../files/wholeFile'
import { typedPath } from '../../files/home'
import type { DebuggingPort } from './debuggingPort'

/** How long it may take to open its port. */
const START_MS = 60_000
/** How long it may take to end by itself. */
const END_MS = 5_000

/** Where installers put browsers that speak the DevTools protocol. */
const PLACES: readonly string[] = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Longest path of a temporary folder, in bytes: below it the browser makes a socket, whose path has at most 107. */
const MOST_TEMPORARY = 60

/** Names of empty profiles: this, the number of the lab's process, and letters that no other has. */
const START = '2048-lab-browser-'
const PROFILE = `${START}${process.pid}-`

/** A game may be played while another window covers the page. */
const FLAGS = [
  '--remote-debugging-port=0', // on loopback, a free one
  '--remote-debugging-pipe', // nothing is sent there, but the browser ends when it breaks: also where the lab is killed
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

export interface OwnBrowserOptions {
  /** Names a browser (LAB_BROWSER), the display and the folder for temporary files. */
  readonly env: NodeJS.ProcessEnv
  /** One of `findBrowsers`; absent: the first of them. */
  readonly program?: string | undefined
  /** A profile that stays; absent: an empty one that is removed afterwards. */
  readonly folder?: string | undefined
  /** Without a window. */
  readonly headless?: boolean | undefined
  /** Ends the attempt to start it. */
  readonly signal?: AbortSignal | undefined
}

/** The programs that can be started: that of `LAB_BROWSER`, then the installed ones. */
export function findBrowsers(env: NodeJS.ProcessEnv): readonly string[] {
  return [env['LAB_BROWSER'] ?? [], PLACES].flat().filter(place => existsSync(place))
}

/** The program that is started unless another is chosen. @throws {LabError} `NOT_FOUND` */
export function findBrowser(env: NodeJS.ProcessEnv): string {
  const named = env['LAB_BROWSER']
  const found = named ?? findBrowsers(env)[0]
  if (found === undefined)
    throw new LabError(
      'NOT_FOUND',
      'No Chromium, Chrome or Edge was found on this machine. Name its program in LAB_BROWSER, or use the debugging port of a running browser.',
    )
  if (!existsSync(found)) throw new LabError('NOT_FOUND', `LAB_BROWSER names ${found}, which does not exist.`)
  return found
}

/**
 * @param scope ends it, and removes its temporary profile
 * @throws {LabError} `NOT_FOUND`, `BAD_PAGE` where it does not start, `CANCELLED`
 */
export async function startBrowser(scope: Scope, options: OwnBrowserOptions): Promise<DebuggingPort> {
  const { env, program = findBrowser(env), folder, headless = false, signal } = options
  const temporary = env['TMPDIR'] || tmpdir()
  if (signal?.aborted) throw new LabError('CANCELLED', 'Interrupted.')
  if (folder === undefined) await removeOrphans(temporary)
  const profile = folder === undefined ? await mkdtemp(join(temporary, PROFILE)) : resolve(typedPath(folder))
  const flags = [...FLAGS, `--user-data-dir=${profile}`, ...(headless ? ['--headless=new'] : []), 'about:blank']
  // in a group of its own: a Ctrl-C in the terminal reaches the lab alone, which ends the browser in order
  const isGroup = process.platform !== 'win32'
  const child = spawn(program, flags, {
    detached: isGroup,
    env: environment(env, [folder === undefined ? profile : [], temporary].flat()),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  // a browser that ends breaks it from the other side
  for (const pipe of [child.stdio[3], child.stdio[4]]) pipe?.on('error', () => undefined)
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  const kill = (name: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      if (isGroup) process.kill(-child.pid, name)
      else child.kill(name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  const killNow = () => kill('SIGKILL')
  process.once('exit', killNow)

  scope.defer(async () => {
    kill('SIGTERM')
    const timer = setTimeout(killNow, END_MS)
    await ended
    clearTimeout(timer)
    for (const pipe of child.stdio) pipe?.destroy()
    process.off('exit', killNow)
    // helper processes may write in it for a moment longer
    if (folder === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
  return { host: '127.0.0.1', port: await portOf(child, options, program) }
}

/**
 * The lab's environment, with another temporary folder: the empty profile, since a browser that is killed leaves a folder
 * there; `/tmp` if a socket would fit in neither, because Chromium crashes on that.
 */
function environment(env: NodeJS.ProcessEnv, places: readonly string[]): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return env
  const TMPDIR = places.find(each => Buffer.byteLength(each) <= MOST_TEMPORARY) ?? '/tmp'
  return { ...env, TMPDIR }
}

/** Removes the empty profiles of labs that were killed: their names end in the number of a process that is gone. */
async function removeOrphans(temporary: string): Promise<void> {
  const names = await readdir(temporary).catch(() => [])
  for (const name of names) {
    const owner = name.startsWith(START) ? /^(\d+)-\w+$/.exec(name.slice(START.length))?.[1] : undefined
    if (owner !== undefined && !isAlive(Number(owner)))
      // another lab may do the same, and another account's stays
      await rm(join(temporary, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** The port that it has opened: a line of its standard error names it. */
function portOf(child: ChildProcess, options: OwnBrowserOptions, program: string): Promise<number> {
  const { signal } = options
  let text = ''
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(START_MS)
    const refuse = (why: string) => reject(new LabError('BAD_PAGE', `The browser ${program} ${why}`))
    signal?.addEventListener('abort', () => reject(new LabError('CANCELLED', 'Interrupted.')), { signal: limit })
    if (signal?.aborted) reject(new LabError('CANCELLED', 'Interrupted.'))
    limit.addEventListener('abort', () => refuse(`opened no debugging port within ${START_MS / 1000} s.`))
    child.once('error', error => refuse(`cannot be started: ${error.message}.`))
    child.once('exit', code => refuse(`ended as it was started (code ${code}). ${whyEnded(text, code, options)}`))
    child.stderr!.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < 100_000) text += piece
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
}

function whyEnded(text: string, code: number | null, { env, folder, headless = false }: OwnBrowserOptions): string {
  const { DISPLAY, WAYLAND_DISPLAY } = env
  if (!headless && process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY)
    return 'There is no display for its window (DISPLAY is not set): give --headless to start it without one.'
  // a browser hands its address over to the one that has its profile open
  if (code === 0 && folder !== undefined)
    return `Another browser probably uses the folder ${folder}: close it, or start it with a debugging port and give --port.`
  const lastLine = visible(shortened(text.trim().split('\n').at(-1) ?? '', 300))
  return lastLine === '' ? '' : `It says: ${lastLine}`
}
