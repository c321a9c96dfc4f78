/**
 * Runs whose results are lines of JSON, with all that is stored of them: a kind of run needs no table, folder or file of its own.
 * `tests/main/lab/runs/squares.ts` is a whole one. A subclass says
 *
 * - `lineKind`: the head, which says what is computed, and the lines. Stored are both, and `exported` has them as a file;
 * - `advance`: how the missing lines are computed;
 * - `rowOf`, its row for pages (`facts` has what all rows have), and `jobOf`;
 * - `origins`: what must be the same where it is resumed.
 *
 * It starts a run with `begin`, and adds to one with `extend`. Find, list, pause, resume, rename, delete, restore, failures and the end of the lab follow.
 */
import { headText, type LineKind } from '../../../core/contract/files'
import type { RunFilePart, RunKind } from '../../../core/contract/calls'
import { numbered } from '../../../core/contract/calls/runs'
import type { StoredLine, StoredLineRun } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import type { NewLineRun } from '../../store/repositories/lineRuns'
import type { Store } from '../../store/store'
import { VERSION } from '../../installation'
import { failureData } from '../ground/failure'
import { differingFields } from '../ground/resultFile'
import { WriteBehind } from '../saving/writeBehind'
import { Runs, type RunsOptions, type Turn } from './runs'

/** Lines of one message, which may have megabytes each. */
const LINES_AT_ONCE = 20

export type LineStore = Pick<Store['lineRuns'], 'add' | 'list' | 'get' | 'lines' | 'change' | 'append' | 'setDeleted'> & {
  /** See `WriteBehind`. */
  readonly pauseMs?: number
}

export interface LineRunsOptions<Row> extends RunsOptions<Row> {
  readonly store: { readonly lineRuns: LineStore }
}

/** A run as it is stored, its lines only counted. */
export interface LineRun<Head> extends StoredLineRun {
  readonly head: Head
}

/** A run that a lab before stored as a file beside the database. */
export interface EarlierRun extends NewLineRun {
  readonly lines: readonly StoredLine[]
  /** What was damaged or cut off and is left out, a sentence each. */
  readonly problems: readonly string[]
}

/** What the file of a run is, and its head. */
export type RunLines<Head extends object> = Required<Pick<LineKind<Head, object>, 'name' | 'head'>>

interface Numbered<Line> {
  readonly number: number
  readonly line: Line
}

/** The computation of a run. */
export interface LineTurn<Head, Line> extends Pick<Turn<LineRun<Head>>, 'run' | 'progress'> {
  /** Aborted when it is paused, or when its results cannot be stored. */
  readonly signal: AbortSignal
  /** Stores a line soon, in place of one of the same number: a kill loses those of a fraction of a second, and none of a file. */
  add(number: number, line: Line): void
}

export abstract class LineRuns<Id extends number | string, Head extends object, Line extends object, Row> extends Runs<
  Id,
  LineRun<Head>,
  Row
> {
  protected abstract readonly lineKind: RunLines<Head>
  readonly #store: LineStore
  readonly #isNumbered: boolean

  protected constructor(job: RunKind, options: LineRunsOptions<Row>, atOnce?: number) {
    super(job, options, atOnce)
    this.#store = options.store.lineRuns
    this.#isNumbered = numbered.safeParse(job).success
  }

  /** Computes what the stored lines lack, until its end or the signal's. @returns whether it is finished */
  protected abstract advance(turn: LineTurn<Head, Line>): Promise<boolean>

  /** What must not change between its sittings, by its name in words: of the lab that began it, and of this one. */
  protected origins(_run: LineRun<Head>): readonly [theirs: object, ours: object] | Promise<readonly [object, object]> {
    return [{}, {}]
  }

  protected idOf({ key }: Pick<LineRun<Head>, 'key'>): Id {
    return (this.#isNumbered ? Number(key) : key) as Id
  }

  /** What every row has. */
  protected facts(run: LineRun<Head>) {
    const { title: name, state, problem } = run
    const id = this.idOf(run)
    return { id, name, state, ...(problem && { problem }), ...this.standing(id) }
  }

  /** Adds a run, or finds the one of that key, and queues it. Inside `steer`. @param key absent: the next number */
  protected async begin(head: Head, title: string, key?: Id): Promise<Row> {
    return this.enqueue(await this.add({ head, title, ...(key !== undefined && { key: String(key) }) }))
  }

  /** Queues a run that rests, with more to compute. Inside `steer`. @throws {LabError} as `refuseOther` */
  protected async extendBy(run: LineRun<Head>, more: Partial<Head>): Promise<Row> {
    await this.refuseOther(run)
    return this.enqueue(await this.change(run, { head: { ...run.head, ...more }, state: 'paused', problem: null }))
  }

  protected async add(run: Omit<NewLineRun, 'kind'>): Promise<LineRun<Head>> {
    return runOf(await this.#store.add({ ...run, kind: this.#kind }))
  }

  /** The newest first. */
  async list(): Promise<Row[]> {
    const rows: Row[] = []
    for (const run of await this.all()) rows.push(await this.rowOf(run))
    return rows
  }

  async all(): Promise<LineRun<Head>[]> {
    return (await this.#store.list(this.#kind)).map(runOf<Head>)
  }

  async find(id: Id): Promise<LineRun<Head>> {
    const run = await this.#store.get(this.#kind, String(id))
    if (run) return runOf(run)
    throw new LabError('NOT_FOUND', `There is no ${this.lineKind.name} ${id}; it may have been deleted.`, { id })
  }

  /** Stored lines in their order. @param from the least number */
  async *lines({ id }: Pick<LineRun<Head>, 'id'>, from = 0): AsyncGenerator<Numbered<Line>> {
    for (;;) {
      const lines = await this.#store.lines(id, from, LINES_AT_ONCE)
      for (const { number, text } of lines) yield { number, line: JSON.parse(text) as Line }
      if (lines.length < LINES_AT_ONCE) return
      from = lines.at(-1)!.number + 1
    }
  }

  /** Some lines of its file, the head first. @param from `next` of the part before; absent: the first part */
  async exported(id: Id, from?: number): Promise<RunFilePart> {
    const { head, id: row } = await this.find(id)
    const lines = await this.#store.lines(row, from, LINES_AT_ONCE)
    const texts = lines.map(({ text }) => text)
    if (from === undefined) texts.unshift(headText(this.lineKind, head))
    return {
      text: texts.map(text => `${text}\n`).join(''),
      next: lines.length < LINES_AT_ONCE ? null : lines.at(-1)!.number + 1,
    }
  }

  /** Changes what is stored of a run that does not compute. */
  protected async change({ id }: LineRun<Head>, change: Parameters<Store['lineRuns']['change']>[1]): Promise<LineRun<Head>> {
    return runOf(await this.#store.change(id, change))
  }

  /** Work done, of the total of `jobOf`; `undefined`: it is not counted in lines. */
  protected reached(run: LineRun<Head>): number | undefined {
    return run.lines
  }

  /** A kind that can count its lines finds those that a damaged disk lost. */
  protected isFinished(run: LineRun<Head>): boolean {
    return run.state === 'finished'
  }

  protected override async toResume(run: LineRun<Head>): Promise<LineRun<Head> | undefined> {
    if (this.isFinished(run)) return undefined
    await this.refuseOther(run)
    return this.change(run, { state: 'paused', problem: null })
  }

  /** @throws {LabError} `BAD_REQUEST` if a lab with other results began it */
  protected async refuseOther(run: LineRun<Head>): Promise<void> {
    const [theirs, ours] = await this.origins(run)
    const differing = differingFields(theirs, ours)
    if (differing.length === 0) return
    const { lab } = run.head as { readonly lab?: string }
    const message = `2048 Lab ${lab} began this ${this.lineKind.name}, this is ${VERSION}: they differ in ${differing.join(' and ')}.`
    throw new LabError('BAD_REQUEST', `${message} Begin another one.`, { id: this.idOf(run) })
  }

  protected override async named(id: Id, title: string): Promise<LineRun<Head>> {
    return this.change(await this.find(id), { title })
  }

  protected override async setDeleted(id: Id, isDeleted: boolean): Promise<LineRun<Head> | undefined> {
    const run = await this.#store.setDeleted(this.#kind, String(id), isDeleted)
    return run && runOf(run)
  }

  protected async compute(turn: Turn<LineRun<Head>>): Promise<void> {
    const { id } = turn.run
    let waiting = new Map<number, string>()
    const writing = new WriteBehind(async () => {
      const lines = [...waiting].map(([number, text]) => ({ number, text }))
      waiting = new Map()
      turn.run = runOf(await this.#store.append(id, lines))
      turn.progress(this.reached(turn.run))
    }, this.#store.pauseMs)
    const { progress } = turn
    const work: LineTurn<Head, Line> = {
      ...{ run: turn.run, progress, signal: AbortSignal.any([turn.signal, writing.signal]) },
      add(number, line) {
        waiting.set(number, JSON.stringify(line))
        writing.changed()
      },
    }
    let isFinished: boolean
    try {
      try {
        isFinished = await this.advance(work)
      } finally {
        await writing.flush()
      }
      if (isFinished) turn.run = await this.change(turn.run, { state: 'finished' })
    } catch (error) {
      const problem = failureData(error)
      const failed = problem.code === 'CANCELLED' ? undefined : this.change(turn.run, { state: 'failed', problem })
      await failed?.then(run => (turn.run = run)).catch(() => undefined) // while this lab runs, its standing says so too
      throw error
    }
  }

  get #kind(): string {
    return this.lineKind.head.format
  }
}

function runOf<Head>(run: StoredLineRun): LineRun<Head> {
  return run as LineRun<Head>
}
