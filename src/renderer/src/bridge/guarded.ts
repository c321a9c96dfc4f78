import { LabError } from '../../../core/errors'
import type { Lab } from './lab'

/** Calls the lab within cancellable work. Never resolves once the work is cancelled, so nothing after it runs. */
export type Ask = Lab['call']

export type OnFailure = (failure: LabError) => void

/** Ends cancelled work. Work with something to release may catch it, and must rethrow it. */
export class GivenUp extends Error {}

/**
 * Runs work whose answers count only while `isWanted`.
 *
 * @returns `undefined` where the work failed, which `onFailure` reports, or was given up, which nothing reports
 * @throws what is no failure of the lab, but a bug
 */
export async function guarded<T>(
  lab: Lab,
  work: (ask: Ask) => Promise<T>,
  isWanted: () => boolean,
  onFailure: OnFailure,
): Promise<T | undefined> {
  const ask: Ask = async (name, arg) => {
    if (!isWanted()) throw new GivenUp()
    const answer = await lab.call(name, arg).catch((error: unknown) => {
      throw error instanceof LabError && !isWanted() ? new GivenUp() : error
    })
    if (!isWanted()) throw new GivenUp()
    return answer
  }
  try {
    const result = await work(ask)
    return isWanted() ? result : undefined
  } catch (error) {
    if (error instanceof GivenUp) return undefined
    if (!(error instanceof LabError)) throw error
    if (isWanted()) onFailure(error)
    return undefined
  }
}

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
