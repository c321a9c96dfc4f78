/** The data folder for a command: opened for one call at a time. */
import type { StandardInput } from '../../files/textFile'
import type { EnginePool } from './enginePool'
import { join } from 'node:path'
import { damagedProblem } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import { namedHome, placeOfData } from '../../files/home'
import { INSTALLATION } from '../../installation'
import { scoped } from '../../scope'
import type { Store, StoreReader } from '../../store/store'
import type { Writer } from '../../store/writerLock'

const NO_FOLDER: LabErrorData = {
  code: 'BAD_STORE',
  message: 'This lab was started without a data folder: its data are lost when it ends.',
}

/** The store's thread in the built lab. */
export const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'store.js')

/** The folder of `--home`, else of LAB_HOME; absent: the window's default folder. */
export type Home = string | undefined

/** Whether nothing was stored yet. */
export function isMissing({ code, detail }: LabErrorData): boolean {
  return code === 'BAD_STORE' && detail?.['fault'] === 'missing'
}

/** Opened for each call and closed after it, so that a window can be opened in between. A command without calls loads no store. */
export class BorrowedStore {
  /**
   * @param program name shown to other labs that wait for the folder
   * @param complain receives damage that was found
   * @param takeOver what is due when the folder is opened for writing
   */
  constructor(
    private readonly place: { readonly home: Home; readonly env: NodeJS.ProcessEnv },
    private readonly program: string,
    readonly complain: (message: string) => void,
    private readonly takeOver: (store: Store, folder: string) => Promise<readonly LabErrorData[]> = async () => [],
  ) {}

  /** Works beside another lab. @param nothing called if nothing was stored yet @throws {LabError} `BAD_STORE` */
  async read<T>(use: (store: StoreReader) => Promise<T>, nothing?: (problem: LabErrorData) => Promise<T>): Promise<T> {
    const { openStoreReadOnly } = await import('../../store/store')
    let store: StoreReader
    try {
      store = await openStoreReadOnly({ threadFile: THREAD_FILE, folder: this.#folder })
    } catch (error) {
      const data = error instanceof LabError ? error.toData() : undefined
      if (nothing && data && isMissing(data)) return nothing(data)
      throw error
    }
    return this.#lend(store, use)
  }

  /** Like `read`. @param nothing the answer if nothing was stored yet */
  readOr<T>(nothing: T, use: (store: StoreReader) => Promise<T>): Promise<T> {
    return this.read(use, async () => nothing)
  }

  /** Whether there is a run of that key, without opening the store. */
  async hasLineRun(kind: string, key: string): Promise<boolean> {
    const { hasLineRun } = await import('../../store/database')
    return hasLineRun(this.#folder, kind, key)
  }

  /** @throws {LabError} `STORE_LOCKED`, `BAD_STORE`, `STORE_FULL` */
  async write<T>(use: (store: Store) => Promise<T>): Promise<T> {
    namedHome(this.place.home, this.place.env) // an impossible folder is refused immediately
    const { openStore } = await import('../../store/store')
    const folder = this.#folder
    return this.#lend(await openStore({ threadFile: THREAD_FILE, folder, program: this.program }), async store => {
      for (const { message } of await this.takeOver(store, folder)) this.complain(message)
      return use(store)
    })
  }

  /** The program that has the folder open for writing. */
  async writer(): Promise<Writer | undefined> {
    const { writerOf } = await import('../../store/writerLock')
    return writerOf(this.#folder)
  }

  get #folder(): string {
    return placeOfData(this.place.home, this.place.env).folder
  }

  async #lend<S extends StoreReader, T>(store: S, use: (store: S) => Promise<T>): Promise<T> {
    store.onDamaged(rows => this.complain(damagedProblem(rows, '"lab data check" names them all.').message))
    return scoped('a store', scope => use(scope.add(store)))
  }
}

/** Replaces a store that is unavailable: refuses every call with the reason. */
export function missingStore(problem: LabErrorData = NO_FOLDER): Store {
  const refuse = () => Promise.reject(LabError.fromData(problem))
  const repository = new Proxy(refuse, { get: () => refuse })
  // no promise: an async function may return it
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : repository) }) as Store
}

/** The common ground of a command's calls. */
export interface LocalContext {
  readonly home: Home
  readonly env: NodeJS.ProcessEnv
  readonly stdin: StandardInput
  readonly store: BorrowedStore
  /** Created on first use. */
  readonly engine: EnginePool
  /** Receives an error that is a fault of the lab itself, outside any call. */
  readonly reportBug: (error: unknown) => void
}
