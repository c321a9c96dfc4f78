import type { CurrentGame } from '../../core/contract/stored'
import { LabError, type LabErrorData } from '../../core/errors'
import { openStore, type OpenOptions, type Store } from '../store/store'
import { THREAD_FILE } from './storeAccess'

/** What a lab finds in its data folder. */
export interface LabData {
  readonly store: Store
  /** The game that was on the board. */
  readonly game: CurrentGame | undefined
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
    return { store, game: await store.currentGame.get() }
  } catch (error) {
    await store?.close()
    if (!(error instanceof LabError)) console.error(error)
    const { code, message, detail } = error instanceof LabError ? error : new LabError('INTERNAL', String(error))
    return { problem: { code, message: `${message} Until then this lab keeps nothing when it ends.`, ...(detail && { detail }) } }
  }
}
