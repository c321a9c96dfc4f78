import { LabError, type LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'

const NO_FOLDER: LabErrorData = {
  code: 'BAD_STORE',
  message: 'This lab was started without a data folder: its data are lost when it ends.',
}

/** Replaces a store that is unavailable: refuses every call with the reason. */
export function missingStore(problem: LabErrorData = NO_FOLDER): Store {
  const refuse = () => Promise.reject(LabError.fromData(problem))
  const repository = new Proxy(refuse, { get: () => refuse })
  // no promise: an async function may return it
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : repository) }) as Store
}
