/** The lab as a program runs it: opens the data folder, and closes and opens the lab again when that is necessary. */
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
import { Scope } from '../scope'
import { takeOver } from './takeOver'
import type { CopyOptions } from '../store/store'
import type { Housekeeper } from './data/dataFolder'
import { sizeInForce } from './engine/engineSettings'
import { queueAddress } from '../compute/queue/queuePool'
import { openPool, type EnginePool } from './ground/enginePool'
import { failureData } from './ground/labFeature'
import { DATABASE, NETWORKS_FOLDER } from '../files/dataContents'
import { usualHome, type DataPlace } from '../files/home'
import { Jobs } from './jobs/jobs'
import { createLab, type Lab } from './lab'
import { noData, openLabData, type LabData, type NoData } from './context/labData'
import { createListeners, type LabListeners } from './ground/labFeature'
import type { SavingPace } from './saving/saving'
import { Recovery } from './saving/recovery'
import { findRescues, markTaken, rescueDatabase, writeRescue, type FoundRescue } from './saving/rescue'
import { joined, type UnsavedWork } from './saving/unsavedWork'

export interface OpenLabOptions {
  readonly host: Hello['host']
  /** Name shown to another program that waits for the folder. */
  readonly program: string
  /** Called at each opening. @throws {LabError} `BAD_SETTING`; the lab then runs without a folder */
  readonly place: () => DataPlace
  /** Environment of the browsers that it starts; it also names the folders for rescue files. */
  readonly env: NodeJS.ProcessEnv
  /** For this run; overrides the saved choice. */
  readonly threads?: number | undefined
  readonly showFolder?: Housekeeper['showFolder']
  readonly choosePath?: Housekeeper['choosePath']
  /** `USUAL_PACE` if absent. */
  readonly pace?: SavingPace
}

export interface OpenedLab {
  readonly handlers: LabHandlers
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
  /** Unsaved work; `unsaved` reports changes. */
  readonly unsaved: UnsavedView | undefined
  /** Work of earlier labs that this one has recovered. */
  readonly rescued: readonly RescuedView[]
  /** Faults met while opening the data. Every page shows them too. */
  readonly problems: readonly LabErrorData[]
  /** Ends every job and thread, and writes pending changes: into the data folder, otherwise into a rescue file. */
  close(): Promise<Unstored | undefined>
}

/** Never fails because of faults in the data: the lab then reports them, and saves nothing until the data are usable. */
export async function openLab(options: OpenLabOptions): Promise<OpenedLab> {
  const lab = new ReopenableLab(options)
  await lab.opened
  return lab
}

interface FoundData {
  readonly place: DataPlace | undefined
  readonly data: LabData | NoData
  /** Further problems. */
  readonly problems: readonly LabErrorData[]
  /** The rescued copy of all data that replaced them. */
  readonly restored?: string
}

class ReopenableLab implements OpenedLab {
  readonly handlers: LabHandlers
  readonly #listeners: LabListeners = createListeners()
  #lab: Promise<Lab>
  #isReopening = false
  /** While other data may replace those that the pages show: until the pages know. */
  #replacing: Promise<void> | undefined
  /** Jobs that run while the lab is closed. */
  #work: Jobs | undefined
  readonly #scope = new Scope('an opened lab')
  #ended: Promise<Unstored | undefined> | undefined
  readonly #recovery: Recovery
  #unsaved: UnsavedView | undefined
  #rescued: readonly RescuedView[] = []
  #problems: readonly LabErrorData[] = []
  /** Folder of the data, if known. */
  #folder: string
  /** Rescue files whose work the lab has recovered but not saved yet. */
  #rescues: readonly string[] = []

  constructor(private readonly options: OpenLabOptions) {
    this.#folder = usualHome(options.env)
    this.#recovery = new Recovery(this.#scope, () => this.#recover(), options.pace)
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
    await this.#scope.close()
    const lab = await this.#lab
    let work = await lab.close()
    // the folder may be free now
    if (work && (!lab.hasStore || work.problem.code === 'WORKER_LOST')) work = await (await this.#open(work)).close()
    if (!work) return undefined
    const { problem, database, lost } = work
    try {
      const file = await writeRescue(work, this.#folder, this.options.env)
      markTaken(this.#rescues)
      return { problem, file, database, lost }
    } catch (error) {
      console.error(error)
      return { problem, file: undefined, database, lost }
    }
  }

  /**
   * Calls while the lab is closed wait until it is open again. If the data may have been replaced, they are refused once the pages know:
   * they come from pages that show those before.
   */
  async #call(name: CallName, arg: unknown): Promise<unknown> {
    if (name === 'alive') return undefined
    if (name === 'cancelJob' && this.#work) return this.#work.cancel((arg as Arg<'cancelJob'>).id)
    if (name === 'saveNow') await this.#recoverNow()
    if (this.#replacing && name !== 'hello') {
      await this.#replacing
      throw new LabError('CANCELLED', 'The lab opened its data again meanwhile; nothing was done.')
    }
    const { handlers } = await this.#lab
    return (handlers[name] as (arg: unknown) => Promise<unknown>)(arg)
  }

  /** @throws {LabError} `BAD_REQUEST` if that would lose work */
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
   * @param carried work that the previous lab could not save
   * @param found absent: the data are opened here
   */
  async #open(carried?: UnsavedWork, found?: FoundData): Promise<Lab> {
    const { host, env, threads, showFolder, choosePath, pace } = this.options
    const { place, data, problems: before, restored } = found ?? (await this.#data(carried?.database))
    const { found: rescues, problems: unread } =
      place && 'store' in data ? await findRescues(place.folder, env, this.#rescues) : { found: [], problems: [] }
    const work = joined([...rescues.map(rescue => rescue.work), ...(carried ? [carried] : [])])
    const copies = rescues.flatMap(({ work: { database } }) => database ?? [])
    const problems: LabErrorData[] = [...before, ...unread, ...copies.filter(copy => copy !== restored).flatMap(leftCopy)]
    const complain = (message: string): void => this.#listeners.emit('failure', { code: 'BAD_SETTING', message })
    const engine = poolFor(work?.engine ?? data.engine, { threads, env, problems, folder: place?.folder, complain })
    this.#problems = [...problems, ...('problems' in data ? data.problems : [])]
    const reopen: Housekeeper['reopen'] = (title, work) => this.#reopen(title, work)
    const housekeeper = place && { place, reopen, showFolder, choosePath }
    this.#rescued = [...this.#rescued, ...rescues.map(viewOf)]
    const lab = createLab({
      ...{ host, env, engine, data, problems, startedWith: threads, housekeeper, pace },
      rescueDatabase: store => rescueDatabase(store, env),
      carried: work,
      rescued: this.#rescued,
    })
    for (const event of EVENT_NAMES)
      if (event === 'unsaved') lab.on(event, () => this.#emitUnsaved(lab))
      else lab.on(event, payload => this.#listeners.emit(event, payload))
    this.#rescues = [...this.#rescues, ...rescues.map(({ file }) => file), ...copies.filter(copy => copy === restored)]
    if (work && lab.hasStore) await lab.flush()
    this.#emitUnsaved(lab)
    return lab
  }

  #emitUnsaved(lab: Lab): void {
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

  /** @param copy of all data, used if their own are gone */
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
    const restoreFrom = existsSync(join(folder, DATABASE))
      ? undefined
      : (copy ?? (await rescuedDatabase(folder, this.options.env)))
    const data = await openLabData({ folder, program, restoreFrom }, takeOver)
    if (restoreFrom === undefined) return { place, data, problems: [] }
    if ('store' in data) return { place, data, problems: [], restored: restoreFrom }
    // an empty folder in its place would look like lost data, and the copy would never be restored
    const advice = `All data of an earlier lab are in ${restoreFrom}. To begin without them, move that file away.`
    return { place, data: { ...data, problem: { ...data.problem, message: `${data.problem.message} ${advice}` } }, problems: [] }
  }

  async #reopen(title: string, work: (copying: CopyOptions) => Promise<Reopened>): Promise<void> {
    if (this.#isReopening || this.#scope.isClosed) throw new LabError('BAD_REQUEST', 'The lab is being closed already.')
    this.#isReopening = true
    const pagesKnow = Promise.withResolvers<void>()
    this.#replacing = pagesKnow.promise
    const closing = this.#lab
    let outcome: Reopened | undefined
    this.#lab = (async () => {
      const carried = await (await closing).close()
      const jobs = (this.#work = new Jobs(list => this.#listeners.emit('jobs', list)))
      outcome = await jobs.run(this.#scope, { kind: 'data', title }, work).catch(failed)
      jobs.close()
      this.#work = undefined
      return this.#open(carried)
    })().finally(() => {
      this.#isReopening = false
      this.#replacing = undefined
    })
    try {
      await this.#lab
      if (this.#scope.isClosed) return // closing the lab closes this one
      this.#listeners.emit('reopened', outcome!)
      if (outcome!.because === 'failed') throw LabError.fromData(outcome!.error)
    } finally {
      pagesKnow.resolve()
    }
  }

  /**
   * Opens the data again after a failed opening, or after their thread has died. Closes the lab that runs without them only once they are
   * available, and carries its work over. Waits while recorded trees or jobs would be lost.
   * @returns true if it is done
   */
  async #recover(): Promise<boolean> {
    const lab = await this.#lab
    if (this.#isReopening || this.#scope.isClosed || lab.isBusy) return false
    this.#isReopening = true
    try {
      const found = lab.hasStore ? undefined : await this.#data()
      if (found && !('store' in found.data)) return false
      // not if it is being closed: that waits for this and then opens the data itself
      if (this.#scope.isClosed || lab.isBusy) {
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

/** If the folder has data of its own by now, the user must choose. */
function leftCopy(copy: string): LabErrorData[] {
  if (!existsSync(copy)) return []
  const message = `An earlier lab left a copy of all its data in ${copy}. It was not restored, because the folder has data of its own now: restore it in Settings, Data folder, or move it away.`
  return [{ code: 'BAD_STORE', message, detail: { fault: 'copyLeft' } }]
}

async function rescuedDatabase(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { found } = await findRescues(folder, env)
  return found.findLast(({ work: { database } }) => database !== undefined && existsSync(database))?.work.database
}

function viewOf({ file, work: { games, boards, drafts } }: FoundRescue): RescuedView {
  return { file, games: games.length + boards.length, drafts: drafts.length }
}

/** A bug keeps its stack in our log, and the lab is opened again in any case. */
function failed(error: unknown): Reopened {
  return { because: 'failed', error: failureData(error) }
}

/** A choice that was made on another machine may be too much for this one. */
function poolFor(chosen: EngineChoice, { threads, env, problems, folder, complain }: PoolRoom): EnginePool {
  const { size, refused } = sizeInForce(chosen, threads)
  if (refused) problems.push({ ...refused.toData(), message: `${refused.message}. Until you choose again it is as usual.` })
  let queue: string | undefined
  try {
    queue = queueAddress(chosen.queue, env)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    problems.push({ ...error.toData(), message: `${error.message}. Until you choose again, this machine computes alone.` })
  }
  return openPool({ ...size, queue, complain, window: true, networks: folder && join(folder, NETWORKS_FOLDER) })
}

interface PoolRoom {
  readonly threads: number | undefined
  readonly env: NodeJS.ProcessEnv
  readonly problems: LabErrorData[]
  readonly folder: string | undefined
  readonly complain: (message: string) => void
}
