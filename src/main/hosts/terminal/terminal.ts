/** The terminal of one command: its input, outputs, environment, signals and exit code. */
import { once } from 'node:events'
import { constants } from 'node:os'
import { inspect } from 'node:util'
import { labCommand } from '../../../core/labCommand'
import { visible, visibleLines } from '../../../core/quoted'
import { fileProblem } from '../../files/fileProblem'
import { labProgram } from '../../installation'
import type { CommandLab, CommandLabOptions } from '../../lab/localLab'
import { fitted, unbroken } from './output/layout'
import { screenWidth, printable, styleFor, type Style } from './output/style'

/** What a command sees of its process. `process` is one. */
export type Host = NodeJS.EventEmitter &
  Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env' | 'platform' | 'exitCode' | 'exit'>

/** Documented in docs/terminal.md; `interruptedCode` has the codes of signals. */
export const EXIT = { ok: 0, failure: 1, usage: 2, hungUp: 129 } as const

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Maximum bytes that wait for a slow reader before their producer must pause: a few thousand rows. */
const MOST_WAITING = 2 ** 20
/** Longest piece to combine before writing, in characters. */
const PIECE = 65_536

/** Output waits for a slow reader, and does not fail if the reader leaves. */
export class Terminal {
  readonly stdin: Host['stdin']
  readonly stdout: Host['stdout']
  readonly stderr: Host['stderr']
  readonly env: Host['env']
  /** Removes the bar on standard error before other output; its next frame draws it again. */
  clearBar: (() => void) | undefined
  /** Broken outputs: nothing is written there, and no write waits for them. */
  readonly #lost = new Set<NodeJS.WriteStream>()
  /** The exit code after the first lost output; absent for a reader that left. */
  #lostCode: number | undefined
  readonly #ending = new AbortController()
  #isService = false
  /** The first signal received. */
  #received: (typeof SIGNALS)[number] | undefined

  /** The command that runs, with its subcommand: other labs that wait for the data folder name it. */
  program = 'lab'
  /** Value of `--queue` of the command. */
  queue: string | undefined

  constructor(readonly host: Host) {
    const { stdin, stdout, stderr, env } = host
    this.stdin = stdin
    this.stdout = stdout
    this.stderr = stderr
    this.env = env
    this.#endWhenOutputFails()
  }

  set exitCode(code: number) {
    this.host.exitCode = code
  }

  /** The style of standard output. */
  get style(): Style {
    return styleFor(this.stdout, this.env)
  }

  /** Aborts when an output is lost, because the command has then lost its purpose. */
  get outputLost(): AbortSignal {
    return this.#ending.signal
  }

  /** Opens the lab for this command. */
  async withLab<T>(
    options: Omit<CommandLabOptions, 'terminal' | 'program' | 'queue'>,
    use: (lab: CommandLab) => Promise<T> | T,
  ): Promise<T> {
    const { withCommandLab } = await import('../../lab/localLab')
    return withCommandLab({ ...options, terminal: this, program: this.program, queue: this.queue }, use)
  }

  /** Resolves when there is room for more. */
  async print(text: string): Promise<void> {
    if (this.#lost.has(this.stdout)) return
    this.#clearLine()
    if (!this.stdout.write(text + '\n')) await this.#drained()
  }

  /**
   * Wraps lines for people at the width of the screen, with the indentation of the line or `hang` more. Control characters, as in a title
   * of a foreign file, are shown as escapes.
   */
  async printLines(lines: readonly string[], hang = 0): Promise<void> {
    await this.print(this.#asFits(lines, hang))
  }

  async printJson(value: unknown): Promise<void> {
    await this.print(jsonLine(value))
  }

  /** For programs or for people. */
  async printAs(json: boolean | undefined, value: unknown, lines: readonly string[], hang = 0): Promise<void> {
    await (json ? this.printJson(value) : this.printLines(lines, hang))
  }

  /** A line of JSON for each row, or all of them as lines for people. */
  async printRows(json: boolean | undefined, rows: readonly unknown[], lines: readonly string[]): Promise<void> {
    if (!json) return this.printLines(lines)
    for (const row of rows) await this.printJson(row)
  }

  /** One line that may exceed the longest string. */
  async printPieces(pieces: Iterable<string>): Promise<void> {
    this.#clearLine()
    let waiting = ''
    for (const piece of pieces) {
      waiting += piece
      if (waiting.length < PIECE) continue
      if (this.#lost.has(this.stdout)) return
      if (!this.stdout.write(waiting)) await this.#drained()
      waiting = ''
    }
    await this.print(waiting)
  }

  /** For output that cannot wait: its producer awaits `backlog` before it makes more. */
  printAtOnce(text: string): void {
    if (this.#lost.has(this.stdout)) return
    this.#clearLine()
    this.stdout.write(text + '\n')
  }

  /** Like `printJson`, for output that cannot wait. */
  printJsonAtOnce(value: unknown): void {
    this.printAtOnce(jsonLine(value))
  }

  /** Like `printLines`, for output that cannot wait. */
  printLinesAtOnce(lines: readonly string[], hang = 0): void {
    this.printAtOnce(this.#asFits(lines, hang))
  }

  /** Writes to a new file, or to standard output. @throws {LabError} `BAD_FILE`, also if the file exists */
  async deliver(text: string, file: string | undefined): Promise<void> {
    if (file === undefined) await this.print(text.replace(/\n$/, ''))
    else await (await import('../../files/newFile')).writeNew(file, [text]) // here, because most commands write none
  }

  /** A promise if too much waits for a slow reader: resolves once the reader has read all of it, or is gone. */
  backlog(): Promise<void> | undefined {
    return this.#lost.has(this.stdout) || this.stdout.writableLength < MOST_WAITING ? undefined : this.#drained()
  }

  /** One line for people on standard error, wrapped on a terminal alone. */
  complain(message: string): void {
    if (this.#lost.has(this.stderr)) return
    this.clearBar?.()
    const room = this.stderr.isTTY ? screenWidth(this.stderr, this.env) : Infinity
    const lines = fitted(`lab: ${visible(message.trim().replaceAll(/\s*\n\s*/g, ' '))}`, room, 'lab: '.length)
    this.stderr.write(`${lines.join('\n')}\n`)
  }

  /** A bug, with its stack. */
  reportBug(error: unknown): void {
    this.clearBar?.()
    this.stderr.write(`${visibleLines(inspect(error))}\n`)
  }

  /** A command for the user to copy, on one line, in the form of this installation. */
  commandLine(words: string, home?: string): string {
    return unbroken(labCommand(labProgram(this.env), words, home))
  }

  /** The advice with which a paused run ends. @param home of the flag */
  resumeWith(words: string, home?: string): string {
    return `Resume with: ${this.commandLine(words, home)}`
  }

  /**
   * An abort signal for Ctrl-C, `kill` and a closed terminal, so that a command can end in order and show its results so far. A second Ctrl-C
   * ends it immediately; the other signals are often sent twice, as by a shell to the jobs of its terminal. A lost output aborts it too.
   */
  interruptSignal(): AbortSignal {
    const controller = new AbortController()
    for (const name of SIGNALS)
      this.host.on(name, () => {
        if (this.#received && name === 'SIGINT') this.host.exit(this.interruptedCode())
        this.#received ??= name
        controller.abort()
      })
    return AbortSignal.any([controller.signal, this.outputLost])
  }

  /** The exit code that shells report after a signal; that of Ctrl-C if the work was cancelled for another reason than its output. */
  interruptedCode(): number {
    // a failure of the command itself takes precedence
    if (!this.#received && this.outputLost.aborted) return this.#lostCode ?? Number(this.host.exitCode ?? EXIT.ok)
    return 128 + constants.signals[this.#received ?? 'SIGINT']
  }

  /** Sets the exit code of a command that a signal ended. */
  endIfAborted({ aborted }: AbortSignal): void {
    if (aborted) this.exitCode = this.interruptedCode()
  }

  /** For a service, which is useful without its output. */
  goOnWithoutOutput(): void {
    this.#isService = true
  }

  /** The bar is on standard error: output to a file or a pipe does not mix with it. */
  #clearLine(): void {
    if (this.stdout.isTTY) this.clearBar?.()
  }

  #asFits(lines: readonly string[], hang: number): string {
    const { columns } = this.style
    return lines.flatMap(line => fitted(printable(line), columns, hang)).join('\n')
  }

  /** Also resolves when the output is lost. */
  #drained(): Promise<void> {
    return once(this.stdout, 'drain').then(
      () => undefined,
      () => undefined, // the caller that got the error handles it
    )
  }

  /**
   * After `lab … | head`, a full disk, or a closed terminal, the producer of output ends in order, as after a signal, so that finished work
   * is stored. It is not a failure if the reader leaves.
   */
  #endWhenOutputFails(): void {
    for (const stream of [this.stdout, this.stderr])
      stream.on('error', (error: NodeJS.ErrnoException) => {
        const isGone = error.code === 'EPIPE' || error.code === 'EIO'
        if (this.#isService) {
          if (isGone) this.#lost.add(stream) // a full disk may have room again
          return
        }
        if (this.#lost.has(stream)) return
        this.#lost.add(stream)
        if (error.code === 'EIO' && stream.isTTY) this.exitCode = this.#lostCode ??= EXIT.hungUp
        else if (error.code !== 'EPIPE') {
          this.exitCode = this.#lostCode ??= EXIT.failure
          if (stream === this.stdout) this.complain(`standard output cannot be written: ${fileProblem(error)}`)
        }
        this.#ending.abort()
      })
  }
}

/** JSON may hold characters that a terminal interprets, such as U+009B; their escapes are the same JSON. */
function jsonLine(value: unknown): string {
  return visible(JSON.stringify(value))
}
