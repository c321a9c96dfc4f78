/** One run outside the data folder, for a command: in memory, or in the file that the command names. */
import type { LineKind } from '../../../core/contract/files'
import type { LineRunChange, StoredLine, StoredLineRun } from '../../../core/contract/storedRuns'
import { LineFile, type LineReader } from '../../files/lineFile'
import type { NewLineRun } from '../../store/repositories/lineRuns'
import type { LineStore } from './lineRuns'

/** Takes the place of the store of a kind of runs. Must be closed. */
export class OneRun<Head extends object, Line extends object> implements LineStore {
  #run: StoredLineRun | undefined
  readonly #texts = new Map<number, string>()
  #file: LineFile<Head, Line> | undefined
  /** The head of the file; absent while there is none. */
  head: Head | undefined

  /**
   * Reads a file, which does not change before a run is added. Of two lines of one number the first counts.
   * @throws {LabError} `BAD_FILE`, naming the line, and what the reader throws
   */
  static async open<Head extends object, Line extends object>(
    path: string,
    kind: LineKind<Head, Line>,
    numberOf: (line: Line) => number,
    reader: Pick<LineReader<Head, Line>, 'onHead' | 'onLine' | 'mayBeNew'> = {},
  ): Promise<OneRun<Head, Line>> {
    const one = new OneRun<Head, Line>()
    one.#file = await LineFile.open(path, kind, {
      ...reader,
      onHead(head) {
        reader.onHead?.(head)
        one.head = head
      },
      onLine(line, number) {
        reader.onLine?.(line, number)
        if (!one.#texts.has(numberOf(line))) one.#texts.set(numberOf(line), JSON.stringify(line))
      },
    })
    return one
  }

  /** What a kill cut off, in a sentence. */
  get cutOff(): string | undefined {
    return this.#file?.cutOff
  }

  async add({ kind, title, head }: NewLineRun): Promise<StoredLineRun> {
    this.#file?.begin(head as Head)
    this.#file?.add()
    this.head = head as Head
    const now = Date.now()
    const begun = { id: 1, kind, key: '1', title, head, state: 'paused', problem: null, created: now, updated: now } as const
    return (this.#run = { ...begun, deleted: null, lines: this.#texts.size })
  }

  async list(): Promise<StoredLineRun[]> {
    return this.#run ? [this.#run] : []
  }

  async get(): Promise<StoredLineRun | undefined> {
    return this.#run
  }

  /** All at once: they are in memory. */
  async lines(_: number, from = 0): Promise<StoredLine[]> {
    const numbers = [...this.#texts.keys()].filter(number => number >= from).toSorted((a, b) => a - b)
    return numbers.map(number => ({ number, text: this.#texts.get(number)! }))
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  async append(_: number, lines: readonly StoredLine[]): Promise<StoredLineRun> {
    this.#file?.add(...lines.map(({ text }) => JSON.parse(text) as Line))
    for (const { number, text } of lines) this.#texts.set(number, text)
    return this.change(1, {})
  }

  async change(_: number, change: LineRunChange): Promise<StoredLineRun> {
    return (this.#run = { ...this.#run!, ...change, updated: Date.now(), lines: this.#texts.size })
  }

  async setDeleted(): Promise<undefined> {}

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    this.#file?.close()
  }
}
