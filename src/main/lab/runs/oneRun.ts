/** Runs of a command; outside the data folder one run, in memory, or in the file that the command names. */
import { headText, type LineKind } from '../../../core/contract/files'
import type { LineRunChange, StoredLine, StoredLineRun } from '../../../core/contract/storedRuns'
import { LineFile, type LineReader } from '../../files/lineFile'
import { scoped, type Closable } from '../../scope'
import type { NewLineRun } from '../../store/repositories/lineRuns'
import type { LocalContext } from '../ground/storeLease'
import { Jobs } from '../jobs/jobs'
import type { LineRunsOptions, LineStore } from './lineRuns'

type CommandOptions = Omit<LineRunsOptions<never>, 'onRow'> & Pick<LocalContext, 'engine'>

/** Lends runs of one kind to a command, and closes them in any case. */
export function withRuns<Runs extends Closable, T>(
  { engine, reportBug: onFailure }: Pick<LocalContext, 'engine' | 'reportBug'>,
  lineRuns: LineStore,
  open: (options: CommandOptions) => Runs,
  use: (runs: Runs) => Promise<T>,
): Promise<T> {
  return scoped('runs of a command', scope => {
    const jobs = scope.add(new Jobs(() => undefined))
    return use(scope.add(open({ store: { lineRuns }, engine, jobs, onFailure })))
  })
}

/** Takes the place of the store of a kind of runs. Must be closed. */
export class OneRun<Head extends object, Line extends object> implements LineStore {
  readonly pauseMs = 0
  readonly isChecked = true
  #run: StoredLineRun | undefined
  readonly #texts = new Map<number, string>()
  #file: LineFile<Head, Line> | undefined
  /** The first head of the file; absent while there is none. */
  head: Head | undefined

  /**
   * Reads a file, which does not change before a run is added. Of two lines of one number the first counts. Heads after the first are lines.
   * @param numberOf a line of the run, from its place in the file: the line after the first head has place 0; `undefined`: not a line of it
   * @throws {LabError} `BAD_FILE`, naming the line, and what the reader throws
   */
  static async open<Head extends object, Line extends object>(
    path: string,
    kind: LineKind<Head, Line>,
    numberOf: (line: Line, place: number) => number | undefined,
    reader: Pick<LineReader<Head, Line>, 'onHead' | 'onLine' | 'mayBeNew'> = {},
  ): Promise<OneRun<Head, Line>> {
    const one = new OneRun<Head, Line>()
    const take = (number: number, text: string): void => void (one.#texts.has(number) || one.#texts.set(number, text))
    one.#file = await LineFile.open(path, kind, {
      ...reader,
      onHead(head, number) {
        reader.onHead?.(head, number)
        if (one.head) take(number - 2, headText(kind, head))
        else one.head = head
      },
      onLine(line, number) {
        reader.onLine?.(line, number)
        const its = numberOf(line, number - 2)
        if (its !== undefined) take(its, JSON.stringify(line))
      },
    })
    return one
  }

  /** Writes a line that is no result into the file, which is begun. @throws {LabError} `BAD_FILE` for an error of the file system */
  note(line: Line): void {
    this.#file!.add(line)
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
