import type { CurrentGame, StoredProfile } from '../../core/contract/stored'
import { LabError, type LabErrorData } from '../../core/errors'
import { openStore, type OpenOptions, type Store } from '../store/store'
import { THREAD_FILE } from './storeAccess'

/** What a lab finds in its data folder. */
export interface LabData {
  readonly store: Store
  /** The game that was on the board. */
  readonly game: CurrentGame | undefined
  /** The user's own. */
  readonly profiles: readonly StoredProfile[]
}

/** Why a lab goes on without keeping anything. */
export interface NoData {
  readonly problem: LabErrorData
}

/** Opens the data folder for a lab. One that cannot be used costs the lab its memory and nothing else. */
export async function openLabData(options: Pick<OpenOptions, 'folder' | 'program'>): Promise<LabData | NoData> {
  let store: Store | undefined
  try {
    store = await openStore({ threadFile: THREAD_FILE, ...options })
    return { store, game: await store.currentGame.get(), profiles: await store.profiles.list() }
  } catch (error) {
    await store?.close()
    if (!(error instanceof LabError)) console.error(error)
    const { code, message, detail } = error instanceof LabError ? error : new LabError('INTERNAL', String(error))
    return { problem: { code, message: `${message} Until then this lab keeps nothing when it ends.`, ...(detail && { detail }) } }
  }
}

/** @throws {LabError} why nothing is kept */
export function requireStore(store: Store | LabErrorData | undefined): Store {
  if (!store) throw new LabError('BAD_STORE', 'This lab was started without a data folder: it keeps nothing when it ends.')
  if ('code' in store) throw LabError.fromData(store)
  return store
}
