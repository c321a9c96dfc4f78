import { isAbsolute, join, resolve } from 'node:path'
import { TRAINING_RUN } from '../../../core/contract/files'
import type { Arg, DataView, PathPurpose, Reopened } from '../../../core/contract/calls'
import { LabError, type LabErrorData } from '../../../core/errors'
import { abridged } from '../../../core/quoted'
import type { Scope } from '../../scope'
import type { CopyOptions, Store } from '../../store/store'
import { BACKUPS } from '../../files/dataContents'
import { requireAtRest } from '../../store/files/fileLock'
import { backupFile, listBackups } from './backups'
import { problemsOfContents } from './checkContents'
import { checkReadable } from '../../files/regularFile'
import { dataBytes } from '../../store/files/companions'
import type { DailyCopies } from './dailyCopies'
import { nameOfRow, RUN_OF_FORMAT } from '../../../core/contract/stored'
import { checkNewFolder, moveData, restoreData, salvageData } from './dataMove'
import { failureData } from '../ground/labFeature'
import { type DataPlace, expandHome } from '../../files/home'
import type { Jobs } from '../jobs/jobs'
import { checkNewFile } from '../../files/newFile'

/** Data-folder operations that the host provides. */
export interface Housekeeper {
  readonly place: DataPlace
  /**
   * Closes the lab, does the work, opens the lab again with the data in their new state, and reports the result to the pages. They show the
   * work as a job, titled by the file or folder.
   */
  reopen(title: string, work: (copying: CopyOptions) => Promise<Reopened>): Promise<void>
  /** Lets the user choose a path in a system dialog; absent without one. @returns `undefined` for none */
  readonly choosePath?: ((purpose: PathPurpose, title: string, start: string) => Promise<string | undefined>) | undefined
  /** Opens the folder in the system's file manager; absent without one. */
  readonly showFolder?: ((folder: string) => Promise<void>) | undefined
}

/** The data folder, for pages. The housekeeper does the work that needs a closed lab. */
export class DataFolder {
  /** @param housekeeper absent: the lab has no folder @param scope cancels a copy that is being written */
  constructor(
    private readonly store: Store,
    private readonly housekeeper: Housekeeper | undefined,
    private readonly jobs: Jobs,
    private readonly scope: Scope,
    private readonly daily?: Pick<DailyCopies, 'problem'>,
  ) {}

  async view(): Promise<DataView> {
    const { place, showFolder, choosePath } = this.#housekeeper
    const { maintenance } = this.store
    let problem: LabErrorData | undefined
    const known = await this.store
      .look()
      .then(async () => ({ games: (await maintenance.info()).games, damaged: await maintenance.setAside() }))
      .catch((error: unknown) => {
        problem = failureData(error) // there are no data, their files were removed, or their pages are damaged
        return undefined
      })
    return {
      folder: place.folder,
      namedBy: place.namedBy,
      ...(place.named !== place.folder && { movedFrom: place.named }),
      ...(problem && { problem }),
      bytes: dataBytes(place.folder),
      games: known?.games ?? 0,
      backups: listBackups(place.folder),
      ...(this.daily?.problem && { dailyProblem: this.daily.problem }),
      damaged: (known?.damaged ?? []).map(row => ({ ...row, what: nameOfRow(row) })),
      canShow: showFolder !== undefined,
      canChoose: choosePath !== undefined,
    }
  }

  async show(): Promise<void> {
    const { place, showFolder } = this.#housekeeper
    if (!showFolder) throw new LabError('BAD_REQUEST', `A browser cannot open the folder: it is ${place.folder}.`)
    await showFolder(place.folder)
  }

  async choose(purpose: PathPurpose, title: string): Promise<string | null> {
    const { place, choosePath } = this.#housekeeper
    if (!choosePath) throw new LabError('BAD_REQUEST', 'A browser cannot choose a path of the machine that the lab runs on.')
    return (await choosePath(purpose, title, place.folder)) ?? null
  }

  /** The faults. A row that was removed earlier is not a fault; `view` lists it. */
  async check(): Promise<readonly string[]> {
    const { maintenance } = this.store
    const before = new Set((await maintenance.setAside()).map(({ id }) => id))
    const problems = await maintenance.check()
    const found = (await maintenance.setAside()).filter(({ id }) => !before.has(id))
    const { profiles, lineRuns } = this.store
    const trainings = await lineRuns.keys(TRAINING_RUN.head.format)
    const runs = (await Promise.all(Object.keys(RUN_OF_FORMAT).map(format => lineRuns.list(format)))).flat()
    const beside = await problemsOfContents(this.#housekeeper.place.folder, await profiles.list(), trainings, runs)
    return [...problems, ...found.map(row => `${nameOfRow(row)} is damaged and was set aside: ${row.reason}`), ...beside]
  }

  /** @throws {LabError} `BAD_FILE`, `STORE_FULL`, `BAD_STORE`, `CANCELLED` */
  async backUp(file?: string): Promise<string> {
    const { folder } = this.#housekeeper.place
    const { store } = this
    await store.look() // before anything is created in the folder, which may be missing
    const target = file === undefined ? backupFile(folder, 'asked') : checkNewCopy(file)
    await this.jobs.run(this.scope, { kind: 'data', title: target }, copying => store.copyTo(target, copying))
    return target
  }

  async restore(choice: Arg<'restoreData'>): Promise<void> {
    const { place, reopen } = this.#idle
    const file = 'file' in choice ? checkPath(choice.file) : this.#backupNamed(choice.backup)
    await checkReadable(file)
    await requireAtRest(place.folder)
    await reopen(file, copying => restoreData(file, place.folder, copying))
  }

  async salvage(): Promise<void> {
    const { place, reopen } = this.#idle
    await requireAtRest(place.folder)
    await reopen(place.folder, copying => salvageData(place.folder, copying))
  }

  /** @throws {LabError} `NOT_FOUND` */
  async damagedRow(id: number): Promise<string> {
    const content = await this.store.maintenance.content(id)
    if (content === undefined) throw new LabError('NOT_FOUND', `There is no damaged row number ${id}.`, { id })
    return content
  }

  async move(folder: string): Promise<void> {
    const { place, reopen } = this.#idle
    const target = checkNewFolder(checkPath(folder), place.folder)
    await requireAtRest(place.folder)
    await reopen(target, copying => moveData(target, place, copying))
  }

  /** The name comes from a page: only an existing name counts, and no path is made from any other. */
  #backupNamed(name: string): string {
    const { folder } = this.#housekeeper.place
    if (!listBackups(folder).some(backup => backup.name === name))
      throw new LabError('NOT_FOUND', `There is no backup "${abridged(name)}"; it may have been removed.`)
    return join(folder, BACKUPS, name)
  }

  get #housekeeper(): Housekeeper {
    if (!this.housekeeper) throw new LabError('BAD_STORE', 'This lab was started without a data folder.')
    return this.housekeeper
  }

  get #idle(): Housekeeper {
    if (this.jobs.list.length > 0)
      throw new LabError('BAD_REQUEST', 'Jobs are under way, which this would end: wait for them, or cancel them first.')
    return this.#housekeeper
  }
}

/** @throws {LabError} `BAD_FILE` */
function checkPath(typed: string): string {
  const path = expandHome(typed)
  if (path.includes('\0') || !isAbsolute(path))
    throw new LabError(
      'BAD_FILE',
      `"${abridged(path)}" is not a whole path: write it from the root, as in ${resolve('/', 'folder', 'name')}`,
    )
  return resolve(path)
}

/** @throws {LabError} `BAD_FILE` */
function checkNewCopy(path: string): string {
  const file = checkPath(path)
  if (!file.endsWith('.db')) throw new LabError('BAD_FILE', `${abridged(file)}: a copy of the data is a file with the ending .db`)
  return checkNewFile(file)
}
