/** The terminal inside this process: what a command does and prints, without the start of a process for each. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable, Writable } from 'node:stream'
import { format } from 'node:util'
import { runTerminal } from '../../src/main/hosts/terminal/program'
import { HOME, type Ended } from './terminalProcess'

export interface Surroundings {
  /** All of standard input. */
  readonly input?: string
  /** Beside that of this process. */
  readonly env?: NodeJS.ProcessEnv
  /** Its outputs are a terminal of this width, without colours. */
  readonly columns?: number
}

/** What the command wrote to both outputs, in its order. */
interface Written extends Ended {
  readonly screen: string
}

/** What a command sees of its process. */
interface Seen {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  readonly env: NodeJS.ProcessEnv
  exitCode: number | undefined
}

const running = new AsyncLocalStorage<Seen>()
/** Commands that have not ended. */
const begun = new Set<Seen>()

/** Whose turn it is. What a thread says comes without a context: it is for the only command that runs, or for none. */
function current(): Seen | undefined {
  return running.getStore() ?? (begun.size === 1 ? [...begun][0] : undefined)
}

const configurable = { configurable: true, enumerable: true }
for (const name of ['stdin', 'stdout', 'stderr', 'env'] as const) lend(name)
lendExitCode()

/**
 * Runs a command line to its end. A bug that it throws fails the test. What belongs to the process, as signals, a full
 * output or how it ends, is for `terminalProcess`.
 */
export async function lab(args: readonly string[], { input = '', env = {}, columns }: Surroundings = {}): Promise<Written> {
  let screen = ''
  const collected = () => new Collected(columns, text => (screen += text))
  const [stdout, stderr] = [collected(), collected()]
  const stdin = Readable.from([Buffer.from(input)], { objectMode: false })
  const seen: Seen = {
    stdin,
    stdout,
    stderr,
    env: { ...process.env, LAB_HOME: HOME, COLUMNS: WIDE, ...env },
    exitCode: undefined,
  }
  const before = new Map(SIGNALS.map(name => [name, process.listeners(name)]))
  lendConsole()
  begun.add(seen)
  try {
    await running.run(seen, () => runTerminal(args))
  } finally {
    begun.delete(seen)
    stdin.destroy()
    // which a process takes along when it ends
    for (const name of SIGNALS)
      for (const listener of process.listeners(name)) if (!before.get(name)?.includes(listener)) process.off(name, listener)
  }
  return { code: seen.exitCode ?? 0, stdout: stdout.text, stderr: stderr.text, screen }
}

/** Columns that hardly any line is wrapped at: how output fits a screen, the recorded output shows. */
const WIDE = '200'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

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

/** Lets commands see their own one, and everything else that of this process. */
function lend(name: Exclude<keyof Seen, 'exitCode'>): void {
  const own = Object.getOwnPropertyDescriptor(process, name)!
  const real = (): unknown => own.get?.call(process) ?? own.value
  Object.defineProperty(process, name, { ...configurable, get: () => current()?.[name] ?? real() })
}

/** What a command says by the console is on its outputs. Vitest has another console for each file. */
function lendConsole(): void {
  if (lentConsoles.has(console)) return
  lentConsoles.add(console)
  for (const [name, stream] of [
    ['log', 'stdout'],
    ['error', 'stderr'],
    ['warn', 'stderr'],
  ] as const) {
    const real = console[name].bind(console)
    console[name] = (...parts: unknown[]) => {
      const seen = current()
      if (seen) seen[stream].write(`${format(...parts)}\n`)
      else real(...parts)
    }
  }
}

const lentConsoles = new WeakSet<Console>()

/** As `lend`, for a property that Node does not let anybody define again. */
function lendExitCode(): void {
  const real = process
  globalThis.process = new Proxy(real, {
    get: (_target, name) => ownerOf(name)[name as 'exitCode'],
    set: (_target, name, value) => Reflect.set(ownerOf(name), name, value),
  })
  const ownerOf = (name: string | symbol) => (name === 'exitCode' && current()) || real
}
