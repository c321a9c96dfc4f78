import { LabError, type LabErrorData } from '../../core/errors'
import type { Store } from '../store/store'

/** The store of a lab, or why there is none; absent where it was started without a data folder. */
export type StoreOrProblem = Store | LabErrorData | undefined

/** @throws {LabError} what is wrong where nothing is kept */
export function keptStore(store: StoreOrProblem): Store {
  if (!store) throw new LabError('BAD_STORE', 'This lab was started without a data folder: it keeps no games.')
  if ('code' in store) throw LabError.fromData(store)
  return store
}
