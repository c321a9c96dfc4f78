/**
 * Runs whose results are lines of JSON, with all that is stored of them: a kind of run needs no table, folder or file of its own.
 * `tests/main/lab/runs/squares.ts` is a whole one. A subclass says
 *
 * - `lineKind`: the shapes of the head, which says what is computed, and of the lines. Stored are both, and `exported` has them as a file;
 * - `advance`: how the missing lines are computed;
 * - `rowOf`, its row for pages (`facts` has what all rows have), and `jobOf`;
 * - `damagedRow`, the row of a run whose head or lines do not fit their shapes;
 * - `origins`: what must be the same where it is resumed.
 *
 * It starts a run with `begin`, and adds to one with `extend`. Find, list, pause, resume, rename, delete, restore, failures and the end of the lab follow.
 */
import { headText, type LineKind } from '../../../core/contract/files'
import type { RunFilePart, RunKind } from '../../../core/contract/calls'
import { numbered } from '../../../core/contract/calls/runs'
import { faultOf } from '../../../core/contract/shapes'
import type { StoredLine, StoredLineRun } from '../../../core/contract/storedRuns'
import { tryShape, type z } from '../../../core/contract/zod'
import { LabError } from '../../../core/errors'
import type { NewLineRun } from '../../store/repositories/lineRuns'
import type { Store } from '../../store/store'
import { VERSION } from '../../installation'
import { failureData } from '../ground/labFeature'
import { differingFields } from '../ground/resultFile'
import { WriteBehind } from '../saving/writeBehind'
import { Runs, type RunsOptions, type Turn } from './runs'

const WAY_OUT = 'Delete it, or restore a backup of the data.'

/** Lines of one message, which may have megabytes each. */
const LINES_AT_ONCE = 20

export type LineStore = Pick<Store['lineRuns'], 'add' | 'list' | 'get' | 'lines' | 'change' | 'append' | 'setDeleted'> & {
  /** See `WriteBehind`. */
  readonly pauseMs?: number
  /** True if its lines were checked when they were read from a file. */
  readonly isChecked?: true
}

export interface LineRunsOptions<Row> extends RunsOptions<Row> {
  readonly store: { readonly lineRuns: LineStore }
}

/** A run as it is stored, its lines only counted. */
export interface LineRun<Head> extends StoredLineRun {
  readonly head: Head
  /** Why its head, which does not fit its shape, cannot be used. */
  readonly damage?: LabError
}

/** A run that a lab before stored as a file beside the database. */
export interface EarlierRun extends NewLineRun {
  readonly lines: readonly StoredLine[]
  /** What was damaged or cut off and is left out, a sentence each. */
  readonly problems: readonly string[]
}

/** What the file of a run is, its head and its lines. */
export type RunLines<Head extends object, Line extends object> = Required<Pick<LineKind<Head, Line>, 'name' | 'head' | 'line'>>

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
  /** Stores a change of the head as soon. */
  note(change: Partial<Head>): void
}

export abstract class LineRuns<Id extends number | string, Head extends object, Line extends object, Row> extends Runs<
  Id,
  LineRun<Head>,
  Row
> {
  protected abstract readonly lineKind: RunLines<Head, Line>
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

  /** @param run failed, with its problem; what is in its head is unknown */
  protected abstract damagedRow(run: StoredLineRun): Row

  /** The number that a line of its shape must have; `undefined`: any. `NaN`: the run has no such line. */
  protected numberOf(_line: Line, _head: Head): number | undefined {
    return undefined
  }

  protected idOf({ key }: Pick<LineRun<Head>, 'key'>): Id {
    return (this.#isNumbered ? Number(key) : key) as Id
  }

  /** What every row has. */
  protected facts(run: StoredLineRun) {
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
    return sound(this.#read(await this.#store.add({ ...run, kind: this.#kind })))
  }

  /** The newest first. */
  async list(): Promise<Row[]> {
    const rows: Row[] = []
    for (const run of await this.all()) rows.push(await this.shown(run))
    return rows
  }

  /** Damaged ones too. */
  async all(): Promise<LineRun<Head>[]> {
    return (await this.#store.list(this.#kind)).map(run => this.#read(run))
  }

  protected override async shown(run: LineRun<Head>): Promise<Row> {
    try {
      return await this.rowOf(sound(run))
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      return this.damagedRow({ ...run, state: 'failed', problem: error.toData() })
    }
  }

  /** @throws {LabError} `NOT_FOUND`; `BAD_STORE` for a damaged one */
  async find(id: Id): Promise<LineRun<Head>> {
    const run = await this.#store.get(this.#kind, String(id))
    if (run) return sound(this.#read(run))
    throw new LabError('NOT_FOUND', `There is no ${this.lineKind.name} ${id}; it may have been deleted.`, { id })
  }

  /** Stored lines in their order. @param from the least number @throws {LabError} `BAD_STORE` for a line of another shape or number */
  async *lines(run: LineRun<Head>, from = 0): AsyncGenerator<Numbered<Line>> {
    for (;;) {
      const lines = await this.#store.lines(run.id, from, LINES_AT_ONCE)
      for (const { number, text } of lines) yield { number, line: this.#lineOf(run, number, text) }
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
    return run && this.#read(run)
  }

  protected async compute(turn: Turn<LineRun<Head>>): Promise<void> {
    const { id } = turn.run
    let waiting = new Map<number, string>()
    let noted: Partial<Head> | undefined
    const writing = new WriteBehind(async () => {
      const lines = [...waiting].map(([number, text]) => ({ number, text }))
      const head = noted && { ...turn.run.head, ...noted }
      waiting = new Map()
      noted = undefined
      if (head) await this.change(turn.run, { head })
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
      note(change) {
        noted = { ...noted, ...change }
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

  #read(run: StoredLineRun): LineRun<Head> {
    const damage = damageOfHead(run, this.lineKind)
    return { ...runOf<Head>(run), ...(damage && { damage }) }
  }

  #lineOf(run: LineRun<Head>, number: number, text: string): Line {
    const line = JSON.parse(text) as Line
    if (this.#store.isChecked) return line
    const { name, head, line: shape } = this.lineKind
    const { format, version: _, ...fields } = (line ?? {}) as { readonly format?: unknown; readonly version?: unknown }
    const isHead = head.isRepeated && format === head.format
    const { error } = isHead ? tryShape(head.shape, fields) : tryShape(shape, line)
    const should = error || isHead ? number : (this.numberOf(line, run.head) ?? number)
    if (!error && should === number) return line
    const fault = error ? faultOf(error) : 'it is of another run'
    throw new LabError('BAD_STORE', `Line ${number} of the ${name} "${run.title}" is damaged (${fault}). ${WAY_OUT}`)
  }

  get #kind(): string {
    return this.lineKind.head.format
  }
}

/** A run that was checked when it was found. */
function runOf<Head>(run: StoredLineRun): LineRun<Head> {
  return run as LineRun<Head>
}

/** @throws {LabError} `BAD_STORE` */
function sound<Run extends Pick<LineRun<unknown>, 'damage'>>(run: Run): Run {
  if (run.damage) throw run.damage
  return run
}

/** Why the stored head of a run cannot be used; `undefined` if it fits its shape. */
export function damageOfHead(
  { head, title }: Pick<StoredLineRun, 'head' | 'title'>,
  { name, head: { shape } }: { readonly name: string; readonly head: { readonly shape: z.ZodType } },
): LabError | undefined {
  const { error } = tryShape(shape, head)
  return error && new LabError('BAD_STORE', `The head of the ${name} "${title}" is damaged (${faultOf(error)}). ${WAY_OUT}`)
}
