/** The data folder for commands that need it for a moment: opened, lent, closed. */
import { join } from 'node:path'
import { LabError } from '../../core/errors'
import { INSTALLATION } from '../compute/installation'
import { openStore, openStoreReadOnly, type Store, type StoreReader } from '../store/store'
import { placeOfData } from './home'

/** The store's thread in the built lab. */
export const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'store.js')

/** Of `--home`; absent: LAB_HOME, else where the window keeps its data. */
export type Home = string | undefined

/** Works beside an open window. @throws {LabError} `BAD_STORE`, also where nothing was stored yet. */
export async function withReader<T>(home: Home, use: (store: StoreReader) => Promise<T>): Promise<T> {
  return lend(await openStoreReadOnly({ threadFile: THREAD_FILE, folder: folderOf(home) }), use)
}

/** As `withReader`, but `nothing` where nothing was stored yet. */
export async function withReaderOr<T>(home: Home, nothing: T, use: (store: StoreReader) => Promise<T>): Promise<T> {
  try {
    return await withReader(home, use)
  } catch (error) {
    if (error instanceof LabError && error.code === 'BAD_STORE' && error.detail?.['fault'] === 'missing') return nothing
    throw error
  }
}

/** @param program named to whoever is turned away meanwhile. @throws {LabError} `STORE_LOCKED`, `BAD_STORE`, `STORE_FULL` */
export async function withWriter<T>(home: Home, program: string, use: (store: Store) => Promise<T>): Promise<T> {
  return lend(await openStore({ threadFile: THREAD_FILE, folder: folderOf(home), program }), use)
}

function folderOf(home: Home): string {
  return placeOfData(home).folder
}

async function lend<S extends StoreReader, T>(store: S, use: (store: S) => Promise<T>): Promise<T> {
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
