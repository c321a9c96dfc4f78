import { join } from 'node:path'
import type { CurrentGame } from '../../core/contract/stored'
import { LabError, type LabErrorData } from '../../core/errors'
import { INSTALLATION } from '../compute/installation'
import { dataFolder } from '../store/dataFolder'
import { openStore, type Store } from '../store/store'

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'store.js')

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

export interface LabDataOptions {
  /** The data folder; absent: `dataFolder`. */
  readonly home?: string | undefined
  /** Named to whoever wants to write there too. */
  readonly program: string
}

/** Opens the data folder for a lab One that cannot be used costs the lab its memory and nothing else. */
export async function openLabData({ home, program }: LabDataOptions): Promise<LabData | NoData> {
  let store: Store | undefined
  try {
    store = await openStore({ threadFile: THREAD_FILE, folder: dataFolder({ home }), program })
    return { store, game: await store.currentGame.get() }
  } catch (error) {
    await store?.close()
    if (!(error instanceof LabError)) console.error(error)
    const { code, message, detail } = error instanceof LabError ? error : new LabError('INTERNAL', String(error))
    return { problem: { code, message: `${message} Until then this lab keeps nothing when it ends.`, ...(detail && { detail }) } }
  }
}
