/** The data folder as a command uses it: borrowed for one question. */
import { join } from 'node:path'
import { damagedProblem } from '../../../core/contract/damagedRows'
import { LabError } from '../../../core/errors'
import { namedHome, placeOfData } from '../../files/home'
import { INSTALLATION } from '../../installation'
import type { Store, StoreReader } from '../../store/store'
import type { Writer } from '../../store/writerLock'

/** The store's thread in the built lab. */
export const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'store.js')

/** Of `--home`; absent: LAB_HOME, else where the window keeps its data. */
export type Home = string | undefined

/** Opened for each question and closed after it, so that a window can be opened meanwhile. A command that asks nothing loads no store. */
export class BorrowedStore {
  /** @param program named to other labs that want the folder meanwhile */
  constructor(
    private readonly home: Home,
    private readonly program: string,
  ) {}

  /** Works beside another lab. @throws {LabError} `BAD_STORE`, also where nothing was stored yet */
  async read<T>(use: (store: StoreReader) => Promise<T>): Promise<T> {
    const { openStoreReadOnly } = await import('../../store/store')
    return lend(await openStoreReadOnly({ threadFile: THREAD_FILE, folder: this.#folder }), use)
  }

  /** As `read`. @param nothing the answer where nothing was stored yet */
  async readOr<T>(nothing: T, use: (store: StoreReader) => Promise<T>): Promise<T> {
    try {
      return await this.read(use)
    } catch (error) {
      if (error instanceof LabError && error.code === 'BAD_STORE' && error.detail?.['fault'] === 'missing') return nothing
      throw error
    }
  }

  /** @throws {LabError} `STORE_LOCKED`, `BAD_STORE`, `STORE_FULL` */
  async write<T>(use: (store: Store) => Promise<T>): Promise<T> {
    namedHome(this.home) // one that cannot be is refused at once
    const { openStore } = await import('../../store/store')
    return lend(await openStore({ threadFile: THREAD_FILE, folder: this.#folder, program: this.program }), use)
  }

  /** Who has the folder for writing now. */
  async writer(): Promise<Writer | undefined> {
    const { writerOf } = await import('../../store/writerLock')
    return writerOf(this.#folder)
  }

  get #folder(): string {
    return placeOfData(this.home).folder
  }
}

async function lend<S extends StoreReader, T>(store: S, use: (store: S) => Promise<T>): Promise<T> {
  store.onDamaged(rows => console.error(`lab: ${damagedProblem(rows, '"lab data check" names them all.').message}`))
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
