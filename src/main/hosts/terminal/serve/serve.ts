import { once } from 'node:events'
import type { Command } from 'commander'
import { namedHome, placeOfData } from '../../../files/home'
import { openLab } from '../../../lab/openLab'
import { openBrowserWindow } from '../../web/browser'
import { NONCE_MINUTES, startWebHost, type WebHost } from '../../web/webHost'
import { announce } from './addressFile'
import { onEnter } from './enterKey'
import { helpNotes } from '../output/help'
import { interruptSignal } from '../output/interrupt'
import { commandLine } from '../output/commandLine'
import { complain, goOnWithoutOutput, print, printAtOnce, printLines } from '../output/output'
import { addThreadsFlag, parseWhole } from '../flags/numberFlags'
import { reportSaving, reportUnstored } from '../play/saving'

interface Options {
  readonly port?: number
  readonly open?: boolean
  readonly threads?: number
  readonly home?: string
}

export function defineServe(command: Command): void {
  command
    .description(
      `Serves the lab to browsers of this machine and prints its address. The address opens the lab once, within ${NONCE_MINUTES} minutes; Enter or "lab address" prints a new one. Anyone who opens it controls the lab.\n\nFor a remote machine forward the port: ssh -L 2048:127.0.0.1:2048 HOST. Ctrl-C ends it.`,
    )
    .option('--port <n>', 'port on 127.0.0.1 (default: any free one)', value => parseWhole(value, 0, 65_535))
    .option('--open', 'open it in a browser window, and end when that is closed')
  addThreadsFlag(command, 'one a core but one')
    .option('--home <folder>', 'data folder (default: LAB_HOME, else where the window does)')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(serve)
}

const EXAMPLES = `
Examples:
  lab serve --open
  lab serve --port 2048`

/** Runs until Ctrl-C or a similar signal, or until its window is closed: all are normal ends. */
async function serve({ port = 0, open = false, threads, home }: Options): Promise<void> {
  goOnWithoutOutput()
  const signal = interruptSignal()
  namedHome(home) // an impossible port is refused immediately
  const lab = await openLab({ host: 'browser', program: 'lab serve', place: () => placeOfData(home), threads })
  reportSaving(lab)
  try {
    const web = await startWebHost(lab, { port })
    const takeBack = announceTo(web, home)
    await print(`The lab is at ${web.freshAddress()}`)
    const window = open ? openBrowserWindow(web.freshAddress()) : undefined
    if (open && !window) await printLines(['There is no display or no Chromium to open it in: open the address in a browser.'])
    if (window && !window.hasSandbox) complain('as root, Chromium runs without its sandbox (--no-sandbox)')
    const stopListening = onEnter(() => printAtOnce(web.freshAddress()))
    const command = commandLine('address', home)
    const again = stopListening ? `Press Enter, or run "${command}",` : `Run "${command}"`
    await printLines([
      `The address opens the lab once, within ${NONCE_MINUTES} minutes. ${again} for a new one. Ctrl-C ends the lab.`,
    ])
    const interrupted = signal.aborted ? undefined : once(signal, 'abort')
    await Promise.race([interrupted, ...(window ? [window.closed] : [])])
    stopListening?.()
    takeBack()
    await window?.close()
    await web.close()
  } finally {
    reportUnstored(await lab.close())
  }
}

/** Without the file only `lab address` fails, with advice. */
function announceTo(web: WebHost, home: string | undefined): () => void {
  try {
    return announce(web, home)
  } catch (error) {
    complain(`"lab address" will not find this lab: ${(error as Error).message}`)
    return () => undefined
  }
}
