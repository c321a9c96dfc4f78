/** What settings are refused with: a field's name is its path in the file that they stand in. */
import { LabError } from './errors'
import { quoted } from './quoted'

/** Of numbers up to this size no search adds up so many that the sum is infinite, as that of two of 1e308 is. */
export const LARGEST_NUMBER = 1e100

export function isSummable(value: number): boolean {
  return Math.abs(value) <= LARGEST_NUMBER
}

export function badSetting(field: string, problem: string): LabError {
  return new LabError('BAD_SETTING', `${field}: ${problem}`, { field })
}

/** @throws {LabError} `BAD_SETTING`, as all here. */
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

/** Puts a path before the name of the field that another check names. */
export function within<T>(path: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    const [field, ...problem] = error.message.split(': ')
    throw badSetting(`${path}.${field}`, problem.join(': '))
  }
}
