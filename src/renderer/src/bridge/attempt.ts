import { LabError } from '../../../core/errors'

/**
 * Waits for an answer of the lab. Reports a failure with `onFailure` and returns `undefined`.
 * @throws what is no failure of the lab, but a bug
 */
export function attemptWith(onFailure: (failure: LabError) => void): <T>(work: Promise<T>) => Promise<T | undefined> {
  return async work => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      onFailure(error)
      return undefined
    }
  }
}

/** The parsed text, or why the parser refuses it. */
export function tryParse<T>(parse: () => T): { readonly parsed?: T; readonly problem?: string } {
  try {
    return { parsed: parse() }
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    return { problem: error.message }
  }
}
