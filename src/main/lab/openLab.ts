/** The lab as a program runs it: over a data folder, and closed and opened again where that needs it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sameContent } from '../../core/contentHash'
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
  type RescuedView,
  type UnsavedView,
  type Unstored,
  type Unsubscribe,
} from '../../core/contract/calls'
import { LabError, type LabErrorData } from '../../core/errors'
import type { CopyOptions } from '../store/store'
import { copyingJob } from './data/copyingJob'
import type { Housekeeper } from './data/dataFolder'
import { sizeInForce } from './engine/engineSettings'
import { openPool, type EnginePool } from './engine/enginePool'
import { failureData } from './shared/failure'
import { usualHome, type DataPlace } from '../files/home'
import { Jobs } from './jobs/jobs'
import { createLab, type Lab } from './lab'
import { noData, openLabData, type LabData, type NoData } from './data/labData'
import { createListeners, type LabListeners } from './shared/listeners'
import { Recovery } from './saving/recovery'
import { findRescues, markTaken, rescueDatabase, writeRescue, type FoundRescue } from './saving/rescue'
import { joined, type UnsavedWork } from './saving/unsavedWork'

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

export interface OpenedLab {
  readonly handlers: LabHandlers
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
  /** What is not saved now; `unsaved` tells how that changes. */
  readonly unsaved: UnsavedView | undefined
  /** Work of earlier labs that this one has taken over. */
  readonly rescued: readonly RescuedView[]
  /** Faults met while opening the data. Every page shows them too. */
  readonly problems: readonly LabErrorData[]
  /** Ends every job and thread, and writes what is not yet written: into the data folder, else into a rescue file. */
  close(): Promise<Unstored | undefined>
}

/** Never fails for what is wrong with the data: then the lab says so, and saves nothing until they can be used. */
export async function openLab(options: OpenLabOptions): Promise<OpenedLab> {
  const lab = new ReopenableLab(options)
  await lab.opened
  return lab
}

interface FoundData {
  readonly place: DataPlace | undefined
  readonly data: LabData | NoData
  /** What else is wrong. */
  readonly problems: readonly LabErrorData[]
  /** The rescued copy of all data that was put in their place. */
  readonly restored?: string
}

class ReopenableLab implements OpenedLab {
  readonly handlers: LabHandlers
  readonly #listeners: LabListeners = createListeners()
  #lab: Promise<Lab>
  #isReopening = false
  /** What is done while the lab is closed. */
  #work: Jobs | undefined
  readonly #closing = new AbortController()
  #ended: Promise<Unstored | undefined> | undefined
  readonly #recovery = new Recovery(() => this.#recover())
  #unsaved: UnsavedView | undefined
  #rescued: readonly RescuedView[] = []
  #problems: readonly LabErrorData[] = []
  /** Of the data, as far as they are known. */
  #folder = usualHome()
  /** Rescue files whose work the lab has and that is not stored yet. */
  #rescues: readonly string[] = []

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

  get rescued(): readonly RescuedView[] {
    return this.#rescued
  }

  get problems(): readonly LabErrorData[] {
    return this.#problems
  }

  get unsaved(): UnsavedView | undefined {
    return this.#unsaved
  }

  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void) {
    return this.#listeners.on(event, listener)
  }

  close(): Promise<Unstored | undefined> {
    return (this.#ended ??= this.#end())
  }

  async #end(): Promise<Unstored | undefined> {
    this.#closing.abort()
    await this.#recovery.close()
    const lab = await this.#lab
    let work = await lab.close()
    // the folder may be free by now
    if (work && (!lab.hasStore || work.problem.code === 'WORKER_LOST')) work = await (await this.#open(work)).close()
    if (!work) return undefined
    const { problem, database } = work
    try {
      const file = await writeRescue(work, this.#folder)
      markTaken(this.#rescues)
      return { problem, file, database }
    } catch (error) {
      console.error(error)
      return { problem, file: undefined, database }
    }
  }

  /** What is asked while the lab is closed waits until it is open again. */
  async #call(name: CallName, arg: unknown): Promise<unknown> {
    if (name === 'cancelJob' && this.#work) return this.#work.cancel((arg as Arg<'cancelJob'>).id)
    if (name === 'saveNow') await this.#recoverNow()
    const { handlers } = await this.#lab
    return (handlers[name] as (arg: unknown) => Promise<unknown>)(arg)
  }

  /** @throws {LabError} `BAD_REQUEST` where that would lose what nobody gave up */
  async #recoverNow(): Promise<void> {
    const lab = await this.#lab
    if (lab.hasStore) return
    if (lab.isBusy)
      throw new LabError(
        'BAD_REQUEST',
        'Opening the data now would end the jobs that are under way and forget recorded trees: wait for the jobs, save or close the trees, and try again.',
      )
    await this.#recovery.now()
  }

  /**
   * @param carried what the lab before could not store
   * @param found absent: the data are opened here
   */
  async #open(carried?: UnsavedWork, found?: FoundData): Promise<Lab> {
    const { host, threads, showFolder, choosePath } = this.options
    const { place, data, problems: before, restored } = found ?? (await this.#data(carried?.database))
    const { found: rescues, problems: unread } =
      place && 'store' in data ? await findRescues(place.folder, this.#rescues) : { found: [], problems: [] }
    const work = joined([...rescues.map(rescue => rescue.work), ...(carried ? [carried] : [])])
    const copies = rescues.flatMap(({ work: { database } }) => database ?? [])
    const problems: LabErrorData[] = [...before, ...unread, ...copies.filter(copy => copy !== restored).flatMap(leftCopy)]
    const engine = poolFor(work?.engine ?? data.engine, threads, problems)
    this.#problems = [...problems, ...('problems' in data ? data.problems : [])]
    const reopen: Housekeeper['reopen'] = (title, work) => this.#reopen(title, work)
    const housekeeper = place && { place, reopen, showFolder, choosePath }
    this.#rescued = [...this.#rescued, ...rescues.map(viewOf)]
    const lab = createLab({
      ...{ host, engine, data, problems, startedWith: threads, housekeeper, rescueDatabase },
      carried: work,
      rescued: this.#rescued,
    })
    for (const event of EVENT_NAMES)
      if (event === 'unsaved') lab.on(event, () => this.#tell(lab))
      else lab.on(event, payload => this.#listeners.emit(event, payload))
    this.#rescues = [...this.#rescues, ...rescues.map(({ file }) => file), ...copies.filter(copy => copy === restored)]
    if (work && lab.hasStore) await lab.flush()
    this.#tell(lab)
    return lab
  }

  #tell(lab: Lab): void {
    const view = lab.unsaved
    if (!view && lab.hasStore) {
      markTaken(this.#rescues)
      this.#rescues = []
    }
    this.#recovery.watch(lab.hasStore ? undefined : view?.problem, view?.problem)
    if (sameContent(view, this.#unsaved)) return
    this.#unsaved = view
    this.#listeners.emit('unsaved', view ?? null)
  }

  /** @param copy of all data, for where their own are gone */
  async #data(copy?: string): Promise<FoundData> {
    let place: DataPlace
    try {
      place = this.options.place()
    } catch (error) {
      if (error instanceof LabError && error.detail?.['folder']) this.#folder = String(error.detail['folder'])
      return { place: undefined, data: await noData(error), problems: [] }
    }
    const { folder } = place
    this.#folder = folder
    const { program } = this.options
    const restoreFrom = existsSync(join(folder, 'lab.db')) ? undefined : (copy ?? (await rescuedDatabase(folder)))
    const data = await openLabData({ folder, program, restoreFrom })
    if (restoreFrom === undefined) return { place, data, problems: [] }
    if ('store' in data) return { place, data, problems: [], restored: restoreFrom }
    // an empty folder in its place would look like lost data, and the copy would not be restored any more
    const advice = `All data of an earlier lab are in ${restoreFrom}. To begin without them, move that file away.`
    return { place, data: { ...data, problem: { ...data.problem, message: `${data.problem.message} ${advice}` } }, problems: [] }
  }

  async #reopen(title: string, work: (copying: CopyOptions) => Promise<Reopened>): Promise<void> {
    if (this.#isReopening || this.#closing.signal.aborted) throw new LabError('BAD_REQUEST', 'The lab is being closed already.')
    this.#isReopening = true
    const closing = this.#lab
    let told: Reopened | undefined
    this.#lab = (async () => {
      const carried = await (await closing).close()
      const jobs = (this.#work = new Jobs(list => this.#listeners.emit('jobs', list)))
      told = await copyingJob(jobs, title, work, this.#closing.signal).catch(failed)
      jobs.close()
      this.#work = undefined
      return this.#open(carried)
    })()
    try {
      await this.#lab
    } finally {
      this.#isReopening = false
    }
    if (this.#closing.signal.aborted) return // closing the lab closes this one
    this.#listeners.emit('reopened', told!)
    if (told!.because === 'failed') throw LabError.fromData(told!.error)
  }

  /**
   * Opens the data again where they could not be opened, or where the thread that has them has died. The lab that goes on without
   * them is closed only when they are at hand; what it holds goes along. Recorded trees and jobs would be lost: they are waited for.
   *
   * @returns whether it is done
   */
  async #recover(): Promise<boolean> {
    const lab = await this.#lab
    if (this.#isReopening || this.#closing.signal.aborted || lab.isBusy) return false
    this.#isReopening = true
    try {
      const found = lab.hasStore ? undefined : await this.#data()
      if (found && !('store' in found.data)) return false
      // not if it is closed meanwhile: that waits for this and then opens the data itself
      if (this.#closing.signal.aborted || lab.isBusy) {
        if (found && 'store' in found.data) await found.data.store.close()
        return false
      }
      this.#lab = lab.close().then(work => this.#open(work, found))
      const next = await this.#lab
      if (next.hasStore) this.#listeners.emit('reopened', { because: 'recovered', place: this.#folder })
      return next.hasStore
    } finally {
      this.#isReopening = false
    }
  }
}

/** Where the folder had data of its own by then, a person has to choose. */
function leftCopy(copy: string): LabErrorData[] {
  if (!existsSync(copy)) return []
  const message = `An earlier lab left a copy of all its data in ${copy}. It was not restored, because the folder has data of its own now: restore it in Settings, Data folder, or move it away.`
  return [{ code: 'BAD_STORE', message, detail: { fault: 'copyLeft' } }]
}

async function rescuedDatabase(folder: string): Promise<string | undefined> {
  const { found } = await findRescues(folder)
  return found.findLast(({ work: { database } }) => database !== undefined && existsSync(database))?.work.database
}

function viewOf({ file, work: { games, boards, drafts } }: FoundRescue): RescuedView {
  return { file, games: games.length + boards.length, drafts: drafts.length }
}

/** A bug keeps its stack in our log, and the lab is opened again all the same. */
function failed(error: unknown): Reopened {
  return { because: 'failed', error: failureData(error) }
}

/** A choice that another machine made may be too much for this one. */
function poolFor(chosen: EngineChoice, threads: number | undefined, problems: LabErrorData[]): EnginePool {
  const { size, refused } = sizeInForce(chosen, threads)
  if (refused) problems.push({ ...refused.toData(), message: `${refused.message}. Until you choose again it is as usual.` })
  return openPool({ ...size, window: true })
}
