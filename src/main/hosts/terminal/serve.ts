import { once } from 'node:events'
import type { Command } from 'commander'
import { namedHome, placeOfData } from '../../lab/home'
import { openLab } from '../../lab/openLab'
import { openBrowserWindow } from '../browser'
import { startWebHost } from '../web'
import { interruptSignal } from './interrupt'
import { print } from './output'
import { MOST_THREADS, parseWhole } from './searchFlags'

interface Options {
  readonly port?: number
  readonly open?: boolean
  readonly threads?: number
  readonly home?: string
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .summary('show the lab in a browser')
    .description(
      'Serves the lab to browsers of this machine and prints its address. Whoever knows the address controls the lab.\n\nFor a remote machine forward the port: ssh -L 2048:127.0.0.1:2048 HOST. Ctrl-C ends it.',
    )
    .option('--port <n>', 'port on 127.0.0.1 (default: any free one)', value => parseWhole(value, 0, 65_535))
    .option('--open', 'open it in a browser window, and end when that is closed')
    .option('--threads <n>', 'compute threads (default: one a core but one)', value => parseWhole(value, 1, MOST_THREADS))
    .option('--home <folder>', 'where it keeps its data (default: LAB_HOME, else where the window does)')
    .addHelpText('after', EXAMPLES)
    .action(serve)
}

const EXAMPLES = `
Examples:
  lab serve --open
  lab serve --port 2048`

/** Runs until Ctrl-C or its like, or until the window that it opened is closed: all are the usual end. */
async function serve({ port = 0, open = false, threads, home }: Options): Promise<void> {
  const signal = interruptSignal()
  namedHome(home) // one that cannot be is refused at once
  const lab = await openLab({ host: 'browser', program: 'lab serve', place: () => placeOfData(home), threads })
  try {
    const web = await startWebHost(lab, { port })
    await print(`The lab is at ${web.url}`)
    const window = open ? openBrowserWindow(web.url) : undefined
    if (open && !window) await print('There is no display or no Chromium to open it in: open the address in a browser.')
    await print('Ctrl-C ends it.')
    const interrupted = signal.aborted ? undefined : once(signal, 'abort')
    await Promise.race([interrupted, ...(window ? [window.closed] : [])])
    await window?.close()
    await web.close()
  } finally {
    await lab.close()
  }
}
