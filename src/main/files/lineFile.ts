/** A file of JSON lines that grows by a line whenever a part of the work ends. */
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { TextDecoder } from 'node:util'
import { headText, notOf, parseLine, startOf, type LineKind } from '../../core/contract/files'
import { LabError } from '../../core/errors'
import { badFile, explainingFile } from './fileProblem'
import { writeAll } from './handle'
import { makeFolder, typedPath } from './home'
import { readBytes } from './textFile'

const MAX_BYTES = 2 ** 30
/** Most bytes in UTF-8 of one character of a string. */
const CHARACTER_BYTES = 3
const LINE_END = 0x0a
/** Lines are handed to the system as they come, so a kill loses none; they are flushed to disk this often, so a power cut loses few. */
const SYNC = { lines: 64, ms: 50 } as const

export interface LineReader<Head, Line> {
  /** @param number of the line, from 1 */
  readonly onHead?: (head: Head, number: number) => void
  readonly onLine?: (line: Line, number: number) => void
  /** Which lines after the first are parsed; absent: all. */
  readonly wants?: (text: string) => boolean
  /** The file need not exist: then it has no lines yet. */
  readonly mayBeNew?: boolean
  /** Receives the fault of a line, which is left out; absent: the fault is thrown. */
  readonly onFault?: (fault: LabError) => void
}

/** Lines of JSON. An incomplete last line, as a kill leaves it, is named, and removed before the next one. Must be closed. */
export class LineFile<Head extends object, Line extends object> {
  /** Written before the next line. */
  #head: Head | undefined
  /** Complete lines that were there, and bytes of these and of those written since. */
  #lines = 0
  #bytes = 0
  /** Bytes of an incomplete last line. */
  #rest = 0
  #handle: number | undefined
  #unsynced = 0
  #timer: NodeJS.Timeout | undefined
  /** A failed write that no caller was waiting for. */
  #failure: unknown

  private constructor(
    readonly path: string,
    private readonly kind: LineKind<Head, Line>,
  ) {}

  /**
   * Reads the complete lines of a file, which does not change before the first addition.
   * @throws {LabError} `BAD_FILE`, naming the line; for a file that is not of this kind, or has another version
   */
  static async open<Head extends object, Line extends object>(
    path: string,
    kind: LineKind<Head, Line>,
    reader: LineReader<Head, Line>,
  ): Promise<LineFile<Head, Line>> {
    const file = new LineFile(path, kind)
    if (!reader.mayBeNew || existsSync(path)) await file.#read(reader)
    return file
  }

  /** False if not even the first line is complete: the file begins anew. */
  get isBegun(): boolean {
    return this.#lines > 0
  }

  /** Writes a head before the first line, unless the file has one. @returns whether it does */
  begin(head: Head): boolean {
    if (!this.isBegun) this.#head = head
    return !this.isBegun
  }

  /** What a kill cut off, in a sentence. */
  get cutOff(): string | undefined {
    if (this.#rest === 0) return undefined
    return `${this.path}: line ${this.#lines + 1} was cut off, as a kill leaves it; its ${this.#rest} bytes are dropped`
  }

  /** Writes lines, which are on disk soon. @throws {LabError} `BAD_FILE` for an error of the file system; as `typedPath` */
  add(...lines: Line[]): void {
    if (this.#handle === undefined) this.#open()
    explainingFile(this.path, () => {
      if (this.#failure) throw this.#failure as Error
      if (this.#head) this.#write(headText(this.kind, this.#head))
      this.#head = undefined
      for (const line of lines) this.#write(JSON.stringify(line))
      if (this.#unsynced >= SYNC.lines) this.#sync()
      else this.#timer ??= setTimeout(() => this.#syncLater(), SYNC.ms)
    })
  }

  /** Flushes to disk. @throws {LabError} `BAD_FILE` for an error of the file system */
  sync(): void {
    explainingFile(this.path, () => this.#sync())
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    const handle = this.#handle
    if (handle === undefined) return
    explainingFile(this.path, () => {
      try {
        if (this.#failure) throw this.#failure as Error
        this.#sync()
      } finally {
        clearTimeout(this.#timer)
        closeSync(handle)
        this.#handle = undefined
      }
    })
  }

  async #read(reader: LineReader<Head, Line>): Promise<void> {
    const { path, kind } = this
    let rest = Buffer.alloc(0)
    for await (const bytes of readBytes(path, MAX_BYTES)) {
      let from = 0
      for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
        this.#take(Buffer.concat([rest, bytes.subarray(from, end)]), reader)
        rest = Buffer.alloc(0)
        from = end + 1
      }
      rest = Buffer.concat([rest, bytes.subarray(from)])
      if (rest.length > CHARACTER_BYTES * kind.longest)
        throw badFile(path, `line ${this.#lines + 1} has more than ${kind.longest} characters`)
    }
    this.#rest = rest.length
    const start = startOf(kind)
    if (!this.isBegun && !start.startsWith(rest.toString('latin1', 0, start.length))) throw badFile(path, notOf(kind.name))
  }

  #take(bytes: Buffer, { onHead, onLine, wants, onFault }: LineReader<Head, Line>): void {
    const { path, kind } = this
    const number = ++this.#lines
    this.#bytes += bytes.length + 1
    try {
      const text = explainingFile(`${path}: line ${number}`, () => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
      if (number > 1 && wants && !wants(text)) return
      const parsed = parseLine(kind, text, path, number)
      if ('head' in parsed) onHead?.(parsed.head, number)
      else onLine?.(parsed.line, number)
    } catch (error) {
      if (!onFault || !(error instanceof LabError)) throw error
      onFault(error)
    }
  }

  #open(): void {
    const { path } = this
    typedPath(path)
    explainingFile(path, () => {
      makeFolder(dirname(path), 0o777) // minus the bits of this user's umask
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > this.#bytes) truncateSync(path, this.#bytes)
      this.#handle = openSync(path, 'a')
    })
  }

  #write(text: string): void {
    const line = Buffer.from(`${text}\n`)
    writeAll(this.#handle!, line)
    this.#bytes += line.length
    this.#unsynced++
  }

  #sync(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#unsynced = 0
    fsyncSync(this.#handle!)
    this.#checkPlace()
  }

  /** Lines of a file that was deleted or emptied are lost, though the system reports no failure. @throws {LabError} `BAD_FILE` */
  #checkPlace(): void {
    const [written, there] = [fstatSync(this.#handle!), statSync(this.path, { throwIfNoEntry: false })]
    if (there?.ino === written.ino && there.dev === written.dev && written.size >= this.#bytes) return
    const { parts } = this.kind
    throw badFile(
      this.path,
      `this file was deleted, replaced or emptied while ${parts} were being saved in it; those ${parts} are lost`,
    )
  }

  #syncLater(): void {
    try {
      this.#sync()
    } catch (error) {
      this.#failure = error
    }
  }
}
