/** The file of results from which a study resumes. */
import { loadavg } from 'node:os'
import {
  RESULT_LINES,
  type CountLine,
  type GameLine,
  type Result,
  type ResultsHead,
  type RunLine,
} from '../../../core/contract/files'
import { LineFile } from '../../files/lineFile'
import { beginningHere, refuseOther } from '../ground/resultFile'
import { hashOf, type Row } from './rows'

/** The engine that determines results. */
export interface Engine {
  readonly kernel: string
  /** Fingerprint of some of its results. */
  readonly fingerprint: string
}

/**
 * One line per result, written when it ends: a kill loses only the current computation. If two processes computed a result, the first line
 * counts: the second is the same, except for measured times. Must be closed.
 */
export class Results {
  readonly heads: ResultsHead[] = []
  readonly #keys = new Set<string>()
  readonly #byRow = new Map<string, Result[]>()
  /** The head before each result. */
  readonly #headOf = new Map<Result, ResultsHead>()
  #file: LineFile<ResultsHead, Result> | undefined
  /** Of this start: taken before its first result. */
  #head: ResultsHead | undefined

  /**
   * @param path or another name, for errors
   * @param head of this start; absent: the results are for viewing
   * @param onResult receives each result that is added
   */
  constructor(
    readonly path: string,
    head?: ResultsHead,
    private readonly onResult?: (result: Result) => void,
  ) {
    this.#head = head
  }

  /**
   * Reads a file without changing it.
   * @param engine absent: it is read for viewing
   * @throws {LabError} `BAD_FILE`, naming the line; also for another study, and for results of a lab with other results
   */
  static async open(path: string, name: string, engine?: Engine): Promise<Results> {
    const ours = engine && headOf(name, engine)
    const results = new Results(path, ours)
    const file = await LineFile.open(path, RESULT_LINES, {
      mayBeNew: engine !== undefined,
      onHead(head) {
        refuseOther(path, RESULT_LINES.name, begunWith(head), begunWith(ours ?? { ...head, name }))
        results.take(head)
      },
      onLine: result => results.take(result),
    })
    if (ours) file.begin(ours)
    results.#file = file
    return results
  }

  /** What a kill cut off, in a sentence. */
  get cutOff(): string | undefined {
    return this.#file?.cutOff
  }

  has(result: Key): boolean {
    return this.#keys.has(keyOf(result))
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  add(result: Result): void {
    this.#file?.add(result)
    this.onResult?.(result)
    if (this.#head) this.heads.push(this.#head)
    this.#head = undefined
    this.take(result)
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  close(): void {
    this.#file?.close()
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

  /** Takes what was stored: of two results of the same the first counts. */
  take(result: Result | ResultsHead): void {
    if (!('kind' in result)) {
      this.heads.push(result)
      return
    }
    if (this.has(result)) return
    this.#keys.add(keyOf(result))
    const head = this.heads.at(-1)
    if (head) this.#headOf.set(result, head)
    const lines = this.#byRow.get(result.row)
    if (lines) lines.push(result)
    else this.#byRow.set(result.row, [result])
  }
}

/** What must not change when a study resumes. */
export function begunWith({ name, generator, fingerprint }: ResultsHead) {
  return { name, generator, 'fingerprint of its results': fingerprint }
}

export function headOf(name: string, { kernel, fingerprint }: Engine): ResultsHead {
  return {
    ...{ name, kernel, fingerprint, ...beginningHere() },
    ...(process.platform !== 'win32' && { load: Math.round(10 * loadavg()[0]!) / 10 }),
  }
}

/** The fields that distinguish results. */
type Key = Pick<Result, 'kind' | 'row' | 'of'> &
  Partial<Pick<GameLine, 'game' | 'phase'> & Pick<RunLine, 'seed'> & Pick<CountLine, 'first' | 'machine'>>

function keyOf({ kind, row, of, game, phase, seed, first, machine }: Key): string {
  return [kind, of, row, kind === 'run' ? seed : (game ?? first), ...(phase ?? []), machine].join(' ')
}
