import { LabError } from '../../../core/errors'

/**
 * Waits for an answer of the lab; `undefined` where it is a failure, which is told.
 *
 * @throws what is no failure of the lab, but a bug
 */
export function attemptWith(tell: (failure: LabError) => void): <T>(work: Promise<T>) => Promise<T | undefined> {
  return async work => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      tell(error)
      return undefined
    }
  }
}
