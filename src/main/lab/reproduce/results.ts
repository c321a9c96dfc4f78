/** Results of a study, each a line of a run or of a file. */
import { loadavg } from 'node:os'
import {
  RESULT_LINES,
  type CountLine,
  type GameLine,
  type Result,
  type ResultsHead,
  type RunLine,
} from '../../../core/contract/files'
import { beginningHere, refuseOther } from '../ground/resultFile'
import { OneRun } from '../runs/oneRun'
import { hashOf, type Row } from './rows'
import type { MatchOrder } from '../../../core/contract/matches'
import { LabError } from '../../../core/errors'
import type { MatchResult } from '../../../core/match/match'
import type { Clocks } from '../../../core/match/playMatch'
import type { Pool } from '../../compute/pool/pool'

/** A result, or the head of a further sitting that adds some. */
export type StudyLine = Result | (ResultsHead & { readonly format: string; readonly version: number })

/** If two processes computed a result, the first line counts: the second is the same, except for measured times. */
export class Results {
  readonly heads: ResultsHead[] = []
  readonly #keys = new Set<string>()
  readonly #byRow = new Map<string, Result[]>()
  /** The head before each result. */
  readonly #headOf = new Map<Result, ResultsHead>()

  /**
   * @param path or another name, for errors
   * @param sitting taken before its first result; absent: the results are for viewing
   * @param onLine receives each line that is added
   */
  constructor(
    readonly path: string,
    private sitting?: ResultsHead,
    private readonly onLine?: (line: StudyLine) => void,
  ) {}

  has(result: Key): boolean {
    return this.#keys.has(keyOf(result))
  }

  add(result: Result): void {
    if (this.sitting && this.heads.length > 0) this.onLine?.(lineOf(this.sitting))
    if (this.sitting) this.heads.push(this.sitting)
    this.sitting = undefined
    this.onLine?.(result)
    this.#take(result)
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

  /** Takes what was stored, in its order. @param head counts if there is a line */
  async read(head: ResultsHead | undefined, lines: AsyncIterable<StudyLine> | Iterable<StudyLine>): Promise<this> {
    for await (const line of lines) {
      if (head && this.heads.length === 0) this.heads.push(head)
      if ('kind' in line) this.#take(line)
      else this.heads.push(line)
    }
    return this
  }

  #take(result: Result): void {
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

/** The head of a sitting of this lab. @param fingerprint of some of its results */
export function headOf(name: string, kernel: string, fingerprint: string): ResultsHead {
  return {
    ...{ name, kernel, fingerprint, ...beginningHere() },
    ...(process.platform !== 'win32' && { load: Math.round(10 * loadavg()[0]!) / 10 }),
  }
}

function lineOf(sitting: ResultsHead): StudyLine {
  const { format, version } = RESULT_LINES.head!
  return { format, version, ...sitting }
}

/**
 * The results in a file, which does not change before a run is added.
 * @param ours the head that this lab would begin it with; absent: it is read for viewing
 * @throws {LabError} `BAD_FILE`, naming the line; also for another study, and for results of a lab with other results
 */
export function openResults(path: string, name: string, ours?: ResultsHead): Promise<OneRun<ResultsHead, Result>> {
  return OneRun.open(path, RESULT_LINES, (_, place) => place, {
    mayBeNew: ours !== undefined,
    onHead: head => refuseOther(path, RESULT_LINES.name, begunWith(head), begunWith(ours ?? { ...head, name })),
  })
}

/** Reads the results of a file. @throws {LabError} as `openResults` */
export async function readResults(path: string, name: string): Promise<Results> {
  const one = await openResults(path, name)
  const lines = await one.lines(1)
  return new Results(path).read(
    one.head,
    lines.map(({ text }) => JSON.parse(text) as StudyLine),
  )
}

/** The fields that distinguish results. */
type Key = Pick<Result, 'kind' | 'row' | 'of'> &
  Partial<Pick<GameLine, 'game' | 'phase'> & Pick<RunLine, 'seed'> & Pick<CountLine, 'first' | 'machine'>>

function keyOf({ kind, row, of, game, phase, seed, first, machine }: Key): string {
  return [kind, of, row, kind === 'run' ? seed : (game ?? first), ...(phase ?? []), machine].join(' ')
}

type StudyUnit = 'games' | 'trees' | 'positions' | 'boards' | 'phases'

/** What a study is computed with. */
export interface Bench {
  readonly signal: AbortSignal
  /** Work of one kind begins: its name, the number of games, trees …, how many of them are done, and what they are. */
  readonly onStage: (name: string, total: number, done: number, unit: StudyUnit) => void
  /** `count` more of them are done. */
  readonly onGames: (count: number) => void
  readonly pool: Pick<Pool, 'threads' | 'playGames' | 'playTasks' | 'playMatches' | 'playPassages'>
  /** Plays in this process, immediately. */
  readonly playHere: (order: MatchOrder, clocks: Clocks) => MatchResult
  readonly results: Results
}

/** @throws {LabError} `CANCELLED` */
export function stopIfAsked({ signal }: Pick<Bench, 'signal'>): void {
  if (signal.aborted) throw new LabError('CANCELLED', 'The study was stopped.')
}
