import { once } from 'node:events'
import type { Command } from 'commander'
import { namedHome, placeOfData } from '../../../files/home'
import { openLab } from '../../../lab/openLab'
import { scoped } from '../../../scope'
import { openBrowserWindow } from '../../web/browser'
import { NONCE_MINUTES, startWebHost, type WebHost } from '../../web/webHost'
import { announce } from './address'
import { helpNotes } from '../output/help'
import { addThreadsFlag, wholeIn } from '../flags/numberFlags'
import { reportSaving, reportUnstored } from '../play/saving'
import type { Terminal } from '../terminal'
import { readFileSync } from 'node:fs'

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
