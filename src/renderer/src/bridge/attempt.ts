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

/** What a parser makes of what was typed, or why it refuses it. */
export function tryParse<T>(parse: () => T): { readonly parsed?: T; readonly problem?: string } {
  try {
    return { parsed: parse() }
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    return { problem: error.message }
  }
}
