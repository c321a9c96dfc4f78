/** Checks of settings. An error names the field by its path in its file. */
import { LabError } from './errors'
import { quoted } from './quoted'

/** Numbers up to this size cannot add up to infinity in any search, as two of 1e308 do. */
export const LARGEST_NUMBER = 1e100

export function isSummable(value: number): boolean {
  return Math.abs(value) <= LARGEST_NUMBER
}

export function badSetting(field: string, problem: string): LabError {
  return new LabError('BAD_SETTING', `${field}: ${problem}`, { field })
}

/** @throws {LabError} `BAD_SETTING`, as do all checks in this file. */
export function inRange(field: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max)) throw badSetting(field, `${value} is not a number in ${min} … ${max}`)
}

export function wholeInRange(field: string, value: number, min: number, max: number): void {
  if (!(Number.isInteger(value) && value >= min && value <= max))
    throw badSetting(field, `${value} is not a whole number in ${min} … ${max}`)
}

export function oneOf(field: string, value: unknown, options: readonly unknown[]): void {
  if (!options.includes(value)) throw badSetting(field, `${quoted(value)} is not one of ${options.join(', ')}`)
}

/** Runs a reader that knows no field, and names the field in what it refuses. */
export function asSetting<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof LabError) throw badSetting(field, error.message)
    throw error
  }
}

/** Runs a check and puts a path before the field that its error names. */
export function within<T>(path: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    const [field, ...problem] = error.message.split(': ')
    throw badSetting(`${path}.${field}`, problem.join(': '))
  }
}
