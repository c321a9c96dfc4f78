/** The file of results from which a study resumes. */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import {
  isHead,
  LONGEST_RESULT,
  parseResultLine,
  RESULTS_FORMAT,
  RESULTS_START,
  RESULTS_VERSION,
  type CountLine,
  type GameLine,
  type Result,
  type ResultsHead,
  type RunLine,
} from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../about'
import { AppendedLines, readLines } from '../../files/appendedLines'
import { badFile } from '../../files/fileProblem'
import { machineHere } from '../ground/provenance'
import { hashOf, type Row } from './rows'

/** The engine that determines results. */
export interface Engine {
  readonly kernel: string
  /** Fingerprint of some of its results. */
  readonly fingerprint: string
}

/**
 * One line per result, written when it ends: a kill loses only the current computation, and an incomplete line is dropped. If two processes
 * computed a result, the first line counts: the second is the same, except for measured times. Must be closed.
 */
export class Results {
  readonly heads: ResultsHead[] = []
  /** Bytes of an incomplete last line, which a kill left. */
  cutOff = 0
  readonly #keys = new Set<string>()
  readonly #byRow = new Map<string, Result[]>()
  /** The head before each result. */
  readonly #headOf = new Map<Result, ResultsHead>()
  #lines: AppendedLines | undefined

  private constructor(
    readonly path: string,
    /** Written before the first result of this start. */
    private head?: ResultsHead,
  ) {}

  /** Reads the results of any lab, for viewing. @throws {LabError} `BAD_FILE`, naming the line */
  static async read(path: string, name: string): Promise<Results> {
    const results = new Results(path)
    await results.#read(name)
    return results
  }

  /**
   * Reads a file without changing it.
   * @throws {LabError} `BAD_FILE`, naming the line; `KERNEL_BROKEN` for results of a lab with other results
   */
  static async open(path: string, name: string, engine: Engine): Promise<Results> {
    const results = new Results(path, headOf(name, engine))
    const rest = existsSync(path) ? await results.#read(name, engine) : undefined
    results.#lines = new AppendedLines(path, rest, 'results')
    return results
  }

  has(result: Key): boolean {
    return this.#keys.has(keyOf(result))
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  add(result: Result): void {
    const lines = this.#lines!
    if (!lines.isOpen) lines.open()
    if (this.head) {
      lines.add(this.head)
      this.heads.push(this.head)
      this.head = undefined
    }
    lines.add(result)
    this.#take(result)
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    this.#lines?.close()
  }

  /** The last lab and machine that computed one of these results. */
  headOf(results: readonly Result[]): ResultsHead {
    const heads = new Set(results.map(each => this.#headOf.get(each)))
    return this.heads.findLast(head => heads.has(head))!
  }

  /** Games of a row, in order. */
  games(row: Row): GameLine[] {
    return this.#of(row, 'game').sort((a, b) => a.game - b.game)
  }

  /** Runs of a row, by seed. */
  runs(row: Row): RunLine[] {
    return this.#of(row, 'run').sort((a, b) => a.seed - b.seed)
  }

  /** Counts of a row, by tree. */
  counts(row: Row): CountLine[] {
    return this.#of(row, 'count').sort((a, b) => a.first - b.first)
  }

  /** Lines of another row under the same name are left out. */
  #of<Kind extends Result['kind']>(row: Row, kind: Kind): Extract<Result, { kind: Kind }>[] {
    const of = hashOf(row)
    const lines = this.#byRow.get(row.name) ?? []
    return lines.filter((line): line is Extract<Result, { kind: Kind }> => line.kind === kind && line.of === of)
  }

  #take(result: Result): void {
    this.#keys.add(keyOf(result))
    const head = this.heads.at(-1)
    if (head) this.#headOf.set(result, head)
    const lines = this.#byRow.get(result.row)
    if (lines) lines.push(result)
    else this.#byRow.set(result.row, [result])
  }

  /** @returns bytes of an incomplete last line; `undefined` if not even the first line is complete */
  async #read(name: string, engine?: Engine): Promise<number | undefined> {
    const rest = await readLines(this.path, LONGEST_RESULT, (text, line) => {
      const read = parseResultLine(text, this.path, line)
      if (!isHead(read)) {
        if (this.heads.length === 0) throw badFile(this.path, 'no line says what these results are of')
        if (!this.has(read)) this.#take(read)
      } else if (read.name !== name)
        throw badFile(this.path, `line ${line}: these are results of "${read.name}", not of "${name}"`)
      else if (engine && (read.fingerprint !== engine.fingerprint || read.generator !== GENERATOR))
        throw otherResults(this.path, read, engine)
      else this.heads.push(read)
    })
    this.cutOff = Buffer.byteLength(rest)
    if (this.heads.length > 0) return this.cutOff
    if (!RESULTS_START.startsWith(rest.slice(0, RESULTS_START.length)))
      throw badFile(this.path, 'these are no results of a study; name another folder')
    return undefined
  }
}

function headOf(name: string, { kernel, fingerprint }: Engine): ResultsHead {
  return {
    ...{ format: RESULTS_FORMAT, version: RESULTS_VERSION, name, lab: VERSION, kernel, generator: GENERATOR, fingerprint },
    machine: machineHere(),
    ...(process.platform !== 'win32' && { load: Math.round(10 * loadavg()[0]!) / 10 }),
    at: new Date().toISOString(),
  }
}

/** The fields that distinguish results. */
type Key = Pick<Result, 'kind' | 'row' | 'of'> &
  Partial<Pick<GameLine, 'game' | 'phase'> & Pick<RunLine, 'seed'> & Pick<CountLine, 'first' | 'machine'>>

function keyOf({ kind, row, of, game, phase, seed, first, machine }: Key): string {
  return [kind, of, row, kind === 'run' ? seed : (game ?? first), ...(phase ?? []), machine].join(' ')
}

function otherResults(path: string, { lab, kernel }: ResultsHead, ours: Engine): LabError {
  return new LabError(
    'KERNEL_BROKEN',
    `${path} was begun with 2048 Lab ${lab}, kernel ${kernel}; this one, kernel ${ours.kernel}, has other results. Name another folder, or resume with the lab that began it.`,
    { file: path },
  )
}
