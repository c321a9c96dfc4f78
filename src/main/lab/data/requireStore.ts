import { LabError, type LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'

/** @throws {LabError} why nothing is kept */
export function requireStore<S extends object = Store>(store: S | LabErrorData | undefined): S {
  if (!store) throw new LabError('BAD_STORE', 'This lab was started without a data folder: it keeps nothing when it ends.')
  if ('code' in store) throw LabError.fromData(store)
  return store
}
