import { expect } from 'vitest'
import { LabError, type LabErrorCode } from '../../../src/core/errors'

/** The `LabError` that a function throws, of this code; anything else fails the test. */
export function refusal(code: LabErrorCode, attempt: () => unknown): LabError {
  let thrown: unknown
  try {
    attempt()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(LabError)
  expect((thrown as LabError).code).toBe(code)
  return thrown as LabError
}
