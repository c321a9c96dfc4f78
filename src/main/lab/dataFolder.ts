import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Arg, Backup, DataView, Reopened } from '../../core/contract/calls'
import { LabError, type LabErrorData } from '../../core/errors'
import type { Store } from '../store/store'
import { backupFile, listBackups } from './backups'
import { checkNewFolder, moveData, restoreData } from './dataMove'
import type { DataPlace } from './home'
import { requireStore } from './labData'

/** What whoever opened the lab does for its data folder. */
export interface Housekeeper {
  readonly place: DataPlace
  /** Closes the lab, does the work, opens the lab again where the data are by then, and tells the pages how it went. */
  reopen(work: () => Promise<Reopened>): Promise<void>
  /** Opens the folder in the system's file manager; absent where there is none. */
  readonly showFolder?: ((folder: string) => Promise<void>) | undefined
}

/** The data folder, for pages. What only a closed lab can do is done by its housekeeper. */
export class DataFolder {
  /**
   * @param store or why there is none
   * @param housekeeper absent: the lab has no folder
   * @param isBusy whether jobs are under way, which a closed lab would end
   */
  constructor(
    private readonly store: Store | LabErrorData | undefined,
    private readonly housekeeper: Housekeeper | undefined,
    private readonly isBusy: () => boolean,
  ) {}

  async view(): Promise<DataView> {
    const { place, showFolder } = this.#housekeeper
    const store = this.store && !('code' in this.store) ? this.store : undefined
    const info = await store?.maintenance.info()
    return {
      folder: place.folder,
      namedBy: place.namedBy,
      ...(place.named !== place.folder && { movedFrom: place.named }),
      ...(this.store && 'code' in this.store && { problem: this.store }),
      bytes: ['lab.db', 'lab.db-wal'].reduce((sum, name) => sum + sizeOf(join(place.folder, name)), 0),
      games: info?.games ?? 0,
      backups: this.#backups(),
      canShow: showFolder !== undefined,
    }
  }

  async show(): Promise<void> {
    const { place, showFolder } = this.#housekeeper
    if (!showFolder) throw new LabError('BAD_REQUEST', `A browser cannot open the folder: it is ${place.folder}.`)
    await showFolder(place.folder)
  }

  async check(): Promise<readonly string[]> {
    return this.#open.maintenance.check()
  }

  /** @throws {LabError} `BAD_FILE`, `STORE_FULL`, `BAD_STORE` */
  async backUp(file?: string): Promise<string> {
    const { folder } = this.#housekeeper.place
    const target = file === undefined ? backupFile(folder, 'asked') : checkNewFile(file)
    await this.#open.maintenance.backup(target)
    return target
  }

  async restore(choice: Arg<'restoreData'>): Promise<void> {
    const { place, reopen } = this.#idle
    const file = 'file' in choice ? checkPath(choice.file) : this.#backupNamed(choice.backup)
    if (!existsSync(file)) throw new LabError('BAD_FILE', `${file}: there is no such file`, { file })
    await reopen(() => restoreData(file, place.folder))
  }

  async move(folder: string): Promise<void> {
    const { place, reopen } = this.#idle
    const target = checkNewFolder(checkPath(folder), place.folder)
    await reopen(() => moveData(target, place))
  }

  /** The name comes from a page: only one that is there counts, and no path is made of any other. */
  #backupNamed(name: string): string {
    if (!this.#backups().some(backup => backup.name === name))
      throw new LabError('NOT_FOUND', `There is no backup "${name}"; it may have been removed.`)
    return join(this.#housekeeper.place.folder, 'backups', name)
  }

  #backups(): Backup[] {
    return listBackups(this.#housekeeper.place.folder)
  }

  get #open(): Store {
    return requireStore(this.store)
  }

  get #housekeeper(): Housekeeper {
    if (!this.housekeeper) throw new LabError('BAD_STORE', 'This lab was started without a data folder.')
    return this.housekeeper
  }

  get #idle(): Housekeeper {
    if (this.isBusy())
      throw new LabError('BAD_REQUEST', 'Jobs are under way, which this would end: wait for them, or cancel them first.')
    return this.#housekeeper
  }
}

/** @throws {LabError} `BAD_FILE` */
function checkPath(path: string): string {
  if (path.includes('\0') || !isAbsolute(path))
    throw new LabError(
      'BAD_FILE',
      `"${path}" is not a whole path: write it from the root, as in ${resolve('/', 'folder', 'name')}`,
    )
  return resolve(path)
}

/** Nothing that is there is written over, whatever it is. @throws {LabError} `BAD_FILE` */
function checkNewFile(path: string): string {
  const file = checkPath(path)
  if (!file.endsWith('.db')) throw new LabError('BAD_FILE', `${file}: a copy of the data is a file with the ending .db`)
  if (existsSync(file)) throw new LabError('BAD_FILE', `${file} is there already: choose another name`)
  if (!existsSync(dirname(file))) throw new LabError('BAD_FILE', `${dirname(file)}: there is no such folder`)
  return file
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
