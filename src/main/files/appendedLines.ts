/** A file of results that grows by a line whenever a part of the work ends. */
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { badFile, explainingFile } from './fileProblem'
import { makeFolder } from './home'
import { readTextPieces } from './textFile'
import { typedPath } from './typedPath'

const MAX_BYTES = 2 ** 30
/** Lines are handed to the system as they come, so a kill loses none; they are flushed to disk this often, so a power cut loses few. */
const SYNC = { lines: 64, ms: 50 } as const

/** Lines of JSON. An incomplete last line, as a kill leaves it, is removed before the first new one. Must be closed. */
export class AppendedLines {
  #handle: number | undefined
  #unsynced = 0
  #timer: NodeJS.Timeout | undefined
  /** A failed write that no caller was waiting for. */
  #failure: unknown

  /**
   * @param rest bytes of an incomplete last line; absent: not even the first line is complete, so the file begins again
   * @param what it holds, in words for an error: "games"
   */
  constructor(
    private readonly path: string,
    private readonly rest: number | undefined,
    private readonly what: string,
  ) {}

  get isOpen(): boolean {
    return this.#handle !== undefined
  }

  /** Must be called before the first line. @throws {LabError} `BAD_FILE` for an error of the file system; as `typedPath` */
  open(): void {
    typedPath(this.path)
    explainingFile(this.path, () => {
      makeFolder(dirname(this.path), 0o777) // minus the bits of this user's umask
      if (this.rest === undefined && existsSync(this.path)) truncateSync(this.path)
      if (this.rest) truncateSync(this.path, statSync(this.path).size - this.rest)
      this.#handle = openSync(this.path, 'a')
    })
  }

  /** Writes a line, which is on disk soon. @throws {LabError} `BAD_FILE` for an error of the file system */
  add(content: object): void {
    explainingFile(this.path, () => {
      if (this.#failure) throw this.#failure as Error
      const line = Buffer.from(`${JSON.stringify(content)}\n`)
      for (let written = 0; written < line.length;) written += writeSync(this.#handle!, line, written)
      this.#unsynced++
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

  #sync(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#unsynced = 0
    fsyncSync(this.#handle!)
    this.#checkPlace()
  }

  /** Lines that are written to a deleted file are lost, though the system reports no failure. @throws {LabError} `BAD_FILE` */
  #checkPlace(): void {
    const [written, there] = [fstatSync(this.#handle!), statSync(this.path, { throwIfNoEntry: false })]
    if (there?.ino === written.ino && there.dev === written.dev) return
    const { what } = this
    throw badFile(this.path, `this file was deleted or replaced while ${what} were being saved in it; those ${what} are lost`)
  }

  #syncLater(): void {
    try {
      this.#sync()
    } catch (error) {
      this.#failure = error
    }
  }
}

/**
 * Reads the complete lines.
 * @param longest most characters of a line
 * @param onLine receives each, with its number from 1
 * @returns the incomplete last line; empty if there is none
 * @throws {LabError} `BAD_FILE`, naming the line
 */
export async function readLines(path: string, longest: number, onLine: (text: string, line: number) => void): Promise<string> {
  let [line, rest] = [0, '']
  for await (const piece of readTextPieces(path, MAX_BYTES, { encodings: 'utf-8' })) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    if (rest.length > longest) throw badFile(path, `line ${line + lines.length + 1} has more than ${longest} characters`)
    for (const text of lines) onLine(text, ++line)
  }
  return rest
}
