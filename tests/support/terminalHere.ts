/** The terminal inside this process: what a command does and prints, without the start of a process for each. */
import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { runTerminal } from '../../src/main/hosts/terminal/program'
import { Terminal, type Host } from '../../src/main/hosts/terminal/terminal'
import { ENV, type Ended } from './terminalProcess'

export interface Surroundings {
  /** All of standard input. */
  readonly input?: string | Uint8Array
  /** Beside that of this process. */
  readonly env?: NodeJS.ProcessEnv
  /** Its outputs are a terminal of this width, without colours. */
  readonly columns?: number
  /** Does something to the terminal once this was shown, as a user would who waits for it. */
  readonly once?: { readonly shown: RegExp; readonly act: (terminal: Terminal) => void }
}

/** Presses Ctrl-C, or sends another signal, once this was shown. */
export function interrupted(shown: RegExp, signal: NodeJS.Signals = 'SIGINT'): NonNullable<Surroundings['once']> {
  return { shown, act: terminal => void terminal.host.emit(signal) }
}

/** What the command wrote to both outputs, in its order. */
export interface Written extends Ended {
  readonly screen: string
}

/**
 * Runs a command line to its end. A bug that it throws fails the test. What belongs to the process, as its signals, a full
 * output or how it ends, is for `terminalProcess`.
 */
export async function lab(args: readonly string[], surroundings: Surroundings = {}): Promise<Written> {
  const { terminal, written } = terminalHere(surroundings)
  try {
    await runTerminal(args, terminal)
  } finally {
    terminal.stdin.destroy()
  }
  return written()
}

/**
 * A terminal to hand to a command, and what was written to it so far. `terminal.host.emit('SIGINT')` interrupts.
 * @param replaced in place of what the test gives otherwise
 */
export function terminalHere(
  { input = '', env = {}, columns, once }: Surroundings = {},
  replaced: { readonly stdin?: object; readonly stdout?: object; readonly stderr?: object; readonly platform?: string } = {},
) {
  let screen = ''
  let isWaiting = once !== undefined
  const collected = () =>
    new Collected(columns, text => {
      screen += text
      if (!isWaiting || !once!.shown.test(screen)) return
      isWaiting = false
      setImmediate(once!.act, terminal)
    })
  const [stdout, stderr] = [collected(), collected()]
  const host = Object.assign(new EventEmitter(), {
    stdin: Readable.from([typeof input === 'string' ? Buffer.from(input) : input], { objectMode: false }),
    stdout,
    stderr,
    env: { ...ENV, COLUMNS: columns === undefined ? WIDE : '', ...env },
    platform: process.platform,
    exitCode: undefined as number | undefined,
    ...replaced,
  })
  const written = (): Written => ({ code: host.exitCode ?? 0, stdout: stdout.text, stderr: stderr.text, screen })
  const terminal = new Terminal(host as unknown as Host)
  return { terminal, written }
}

/** Columns that hardly any line is wrapped at: how output fits a screen, the recorded output shows. */
const WIDE = '200'

class Collected extends Writable {
  readonly #decoder = new TextDecoder()
  text = ''
  readonly isTTY: boolean

  constructor(
    readonly columns: number | undefined,
    private readonly onText: (text: string) => void,
  ) {
    super()
    this.isTTY = columns !== undefined
  }

  hasColors(): boolean {
    return false
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const text = this.#decoder.decode(chunk, { stream: true })
    this.text += text
    this.onText(text)
    done()
  }
}
