/** A real lab over a data folder of its own, and what is known of it: which games, trees and runs there are. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { CallName, Hello, LabEvents, Reply, Result } from '../../../src/core/contract/calls'
import { RUN_CALLS } from '../../../src/core/contract/calls/runs'
import { createDispatch, type Dispatch } from '../../support/dispatch'
import { placeOfData } from '../../../src/main/files/home'
import { openLab, type OpenedLab } from '../../../src/main/lab/openLab'

const KINDS = ['games', 'trees', 'runs', 'trainings', 'profiles', 'analyses', 'imports', 'files', 'jobs'] as const
type Kind = (typeof KINDS)[number]

/** Things of a kind that messages are aimed at: the last few. */
const MOST_KNOWN = 8

export interface Fault {
  readonly what: string
  readonly error: unknown
}

export class Session {
  /** Faults that no message is answered with. */
  readonly faults: Fault[] = []
  readonly #known = Object.fromEntries(KINDS.map(kind => [kind, []])) as unknown as Record<Kind, number[]>
  /** The last that was made beside the data. */
  #backup = 'none'
  #dispatch!: Dispatch
  #lab!: OpenedLab

  private constructor(
    /** Everything that messages may touch. */
    readonly folder: string,
  ) {}

  static async open(): Promise<Session> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lab-fuzz-')))
    for (const each of ['lab', 'full', 'folder']) mkdirSync(join(folder, each))
    writeFileSync(join(folder, 'full', 'something'), '')
    writeFileSync(join(folder, 'file.txt'), 'no database')
    writeFileSync(join(folder, 'there.db'), 'no database')
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'))
    const session = new Session(folder)
    await session.#open()
    return session
  }

  async #open(): Promise<void> {
    const place = () => placeOfData(join(this.folder, 'lab'), {})
    this.#lab = await openLab({ host: 'browser', program: 'a fuzzer', place, env: {}, threads: 1 })
    this.#lab.on('failure', failure => this.#hearFailure(failure))
    this.#lab.on('jobs', jobs => (this.#known.jobs = jobs.map(({ id }) => id).slice(-MOST_KNOWN)))
    this.#lab.on('trees', trees => (this.#known.trees = trees.map(({ id }) => id)))
    this.#dispatch = createDispatch(this.#lab.handlers, error => this.faults.push({ what: 'logged', error }))
  }

  #hearFailure(failure: LabEvents['failure']): void {
    if (failure.code === 'INTERNAL') this.faults.push({ what: `told: ${failure.message}`, error: failure })
  }

  async send(name: CallName, arg: unknown): Promise<Reply<unknown>> {
    const reply = await this.#dispatch(name, arg)
    if (reply.ok) this.#learn(name, reply.value)
    return reply
  }

  /** Ends whatever takes long, as somebody does who has waited enough. @param jobs runs of tuning too */
  async calm(jobs: 'most' | 'all' = 'most'): Promise<void> {
    for (const name of ['stopAnalysis', 'stopAutoplay', 'stopEstimate', 'stopTrainingEstimate'] as const)
      await this.send(name, undefined)
    const trees = await this.send('trees', undefined)
    if (trees.ok) for (const { id } of trees.value as { id: number }[]) await this.send('stopTree', { tree: id })
    const hello = await this.send('hello', undefined)
    if (hello.ok)
      for (const { id, kind } of (hello.value as Hello).jobs)
        if (jobs === 'all' || kind !== 'tuning') await this.send('cancelJob', { id })
  }

  /** Waits until nothing runs any more. */
  async settle(): Promise<void> {
    for (;;) {
      await this.calm('all')
      const hello = await this.send('hello', undefined)
      if (hello.ok && (hello.value as { jobs: unknown[] }).jobs.length === 0) return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  /** Until no job runs, however long they take. */
  async rest(): Promise<void> {
    for (;;) {
      const hello = await this.send('hello', undefined)
      if (!hello.ok || (hello.value as Hello).jobs.length === 0) return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  /** Everything again, as after a restart. @param meanwhile is done to the data folder while no lab has it */
  async reopen(meanwhile?: (folder: string) => void): Promise<void> {
    const folder = await this.dataFolder()
    await this.#lab.close()
    meanwhile?.(folder)
    await this.#open()
    for (const kind of ['trees', 'imports', 'files', 'jobs'] as const) this.#known[kind] = []
  }

  async dataFolder(): Promise<string> {
    const reply = await this.send('dataFolder', undefined)
    if (!reply.ok) throw new Error(`dataFolder: ${reply.error.message}`)
    return (reply.value as Result<'dataFolder'>).folder
  }

  async close(): Promise<void> {
    await this.#lab.close()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  /** The argument with its numbers of things made those of things that there are: 1 is the newest. */
  aimed(name: CallName, arg: unknown): unknown {
    if (typeof arg !== 'object' || arg === null || Array.isArray(arg)) return arg
    if ('backup' in arg && arg.backup === 'the newest') return { ...arg, backup: this.#backup }
    const aimed: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(arg)) {
      const kind = kindOf(name, field, arg)
      const list = kind && this.#known[kind]
      const aim = (each: unknown) =>
        list && list.length > 0 && typeof each === 'number' && each >= 1 && each < MOST_KNOWN
          ? list.at(-1 - ((each - 1) % list.length))
          : each
      Object.defineProperty(aimed, field, {
        value: Array.isArray(value) && list ? value.map(aim) : aim(value),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return aimed
  }

  #learn(name: CallName, value: unknown): void {
    const learn = (kind: Kind, ids: readonly number[]) =>
      (this.#known[kind] = [...new Set([...this.#known[kind], ...ids])].slice(-MOST_KNOWN))
    const { id, file } = (value ?? {}) as { id?: number; file?: number }
    if (name === 'backUpData' && basename(dirname(value as string)) === 'backups') this.#backup = basename(value as string)
    const kind = TELLS[name]
    if (name === 'saveImport') learn('games', (value as Result<'saveImport'>).added)
    else if (kind === 'games') learn('games', value as number[])
    else if (kind === 'imports') learn('imports', [value as number])
    else if (kind === 'files') learn('files', [file!])
    else if (kind && id !== undefined) learn(kind, [id])
  }
}

/** Of what the answer gives the number. */
const TELLS: Partial<Record<CallName, Kind>> = {
  gameIds: 'games',
  beginImport: 'imports',
  openTreeFile: 'files',
  recordTree: 'trees',
  recordSearch: 'trees',
  searchAgain: 'trees',
  putTreePart: 'trees',
  startTuning: 'runs',
  cloneTuning: 'runs',
  receiveTuning: 'runs',
  createProfile: 'profiles',
  copyProfile: 'profiles',
  startGameAnalysis: 'analyses',
  startTraining: 'trainings',
}

const OF_CALLS: Partial<Record<CallName, Kind>> = {
  assessedSlides: 'analyses',
  analysedSlide: 'analyses',
  cancelJob: 'jobs',
  changeProfile: 'profiles',
  deleteProfiles: 'profiles',
  restoreProfiles: 'profiles',
  training: 'trainings',
  promoteTraining: 'trainings',
}

const OF_RUNS: Readonly<Record<string, Kind>> = { tuning: 'runs', training: 'trainings', analysis: 'analyses' }

/** Of what a field is the number. */
function kindOf(name: CallName, field: string, arg: object): Kind | undefined {
  switch (field) {
    case 'tree':
    case 'keep':
      return 'trees'
    case 'game':
      return 'games'
    case 'run':
      return name === 'receiveTuning' ? undefined : 'runs'
    case 'file':
      return name === 'restoreData' || name === 'backUpData' ? undefined : 'files'
    case 'profile':
      return 'profiles'
    case 'id':
    case 'ids':
      if (name in RUN_CALLS) return OF_RUNS[(arg as { kind?: string }).kind ?? '']
      return OF_CALLS[name] ?? (/Import|importText/.test(name) ? 'imports' : /[tT]uning/.test(name) ? 'runs' : 'games')
    default:
      return undefined
  }
}
