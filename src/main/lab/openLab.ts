/** The lab as a program runs it: over a data folder, and closed and opened again where that needs it. */
import {
  CALLS,
  EVENT_NAMES,
  type Arg,
  type CallName,
  type EngineChoice,
  type Hello,
  type LabEvents,
  type LabHandlers,
  type Reopened,
} from '../../core/contract/calls'
import { LabError, type LabErrorData } from '../../core/errors'
import type { CopyOptions } from '../store/store'
import { copyingJob } from './copyingJob'
import type { Housekeeper } from './dataFolder'
import { sizeInForce } from './engineSettings'
import { openPool, type EnginePool } from './enginePool'
import type { DataPlace } from './home'
import { Jobs } from './jobs'
import { createLab, type Lab } from './lab'
import { noData, openLabData } from './labData'
import type { LabListeners } from './listeners'
import { createListeners } from './listeners'

export interface OpenLabOptions {
  readonly host: Hello['host']
  /** Named to another program that wants to write in the folder. */
  readonly program: string
  /** Asked at each opening. @throws {LabError} `BAD_SETTING`, and the lab goes on without a folder. */
  readonly place: () => DataPlace
  /** For this run, whatever was chosen before. */
  readonly threads?: number | undefined
  readonly showFolder?: Housekeeper['showFolder']
  readonly choosePath?: Housekeeper['choosePath']
}

/** Never fails for what is wrong with the data: then the lab says so and keeps nothing. */
export async function openLab(options: OpenLabOptions): Promise<Lab> {
  const lab = new ReopenableLab(options)
  await lab.opened
  return lab
}

class ReopenableLab implements Lab {
  readonly handlers: LabHandlers
  readonly #listeners: LabListeners = createListeners()
  #lab: Promise<Lab>
  #isReopening = false
  /** What is done while the lab is closed. */
  #work: Jobs | undefined
  readonly #closing = new AbortController()

  constructor(private readonly options: OpenLabOptions) {
    this.#lab = this.#open()
    const names = Object.keys(CALLS) as CallName[]
    this.handlers = Object.fromEntries(
      names.map(name => [name, (arg: unknown) => this.#call(name, arg)]),
    ) as unknown as LabHandlers
  }

  get opened(): Promise<unknown> {
    return this.#lab
  }

  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void) {
    return this.#listeners.on(event, listener)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await (await this.#lab).close()
  }

  /** What is asked while the lab is closed waits until it is open again. */
  async #call(name: CallName, arg: unknown): Promise<unknown> {
    if (name === 'cancelJob' && this.#work) return this.#work.cancel((arg as Arg<'cancelJob'>).id)
    const { handlers } = await this.#lab
    return (handlers[name] as (arg: unknown) => Promise<unknown>)(arg)
  }

  async #open(): Promise<Lab> {
    const { host, program, threads, showFolder, choosePath } = this.options
    const { place, data } = await this.#data(program)
    const problems: LabErrorData[] = []
    const engine = openEngine(data.engine, threads, problems)
    const reopen: Housekeeper['reopen'] = (title, work) => this.#reopen(title, work)
    const housekeeper = place && { place, reopen, showFolder, choosePath }
    const lab = createLab({ host, engine, data, problems, startedWith: threads, housekeeper })
    for (const event of EVENT_NAMES) lab.on(event, payload => this.#listeners.emit(event, payload))
    return lab
  }

  async #data(program: string) {
    try {
      const place = this.options.place()
      return { place, data: await openLabData({ folder: place.folder, program }) }
    } catch (error) {
      return { place: undefined, data: await noData(error) }
    }
  }

  async #reopen(title: string, work: (copying: CopyOptions) => Promise<Reopened>): Promise<void> {
    if (this.#isReopening || this.#closing.signal.aborted) throw new LabError('BAD_REQUEST', 'The lab is being closed already.')
    this.#isReopening = true
    const closing = this.#lab
    let told: Reopened | undefined
    this.#lab = (async () => {
      await (await closing).close()
      const jobs = (this.#work = new Jobs(list => this.#listeners.emit('jobs', list)))
      told = await copyingJob(jobs, title, work, this.#closing.signal).catch(failed)
      jobs.close()
      this.#work = undefined
      return this.#open()
    })()
    try {
      const lab = await this.#lab
      if (this.#closing.signal.aborted) return await lab.close()
    } finally {
      this.#isReopening = false
    }
    this.#listeners.emit('reopened', told!)
    if (told!.because === 'failed') throw LabError.fromData(told!.error)
  }
}

/** A bug keeps its stack in our log, and the lab is opened again all the same. */
function failed(error: unknown): Reopened {
  if (error instanceof LabError) return { because: 'failed', error: error.toData() }
  console.error(error)
  return { because: 'failed', error: { code: 'INTERNAL', message: String(error) } }
}

/** A choice that another machine made may be too much for this one. */
function openEngine(chosen: EngineChoice, threads: number | undefined, problems: LabErrorData[]): EnginePool {
  const { size, refused } = sizeInForce(chosen, threads)
  if (refused) problems.push({ ...refused.toData(), message: `${refused.message}. Until you choose again it is as usual.` })
  return openPool({ ...size, window: true })
}
