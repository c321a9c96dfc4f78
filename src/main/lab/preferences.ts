import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makePreferences, MAX_PREFERENCES_BYTES, parsePreferences } from '../../core/contract/files'
import { DEFAULT_PREFERENCES, type Preferences } from '../../core/contract/preferences'
import { LabError } from '../../core/errors'
import { makeFolder } from './home'

const FILE = 'preferences.json'

/**
 * The preferences of whoever uses this data folder. They hold for as long as the lab runs even where the file cannot be
 * read or written; that is told as a failure.
 */
export class PreferenceFile {
  readonly #file: string | undefined
  #read: Preferences | undefined

  /** @param home the data folder; absent: nothing is kept beyond this object. */
  constructor(
    home: string | undefined,
    private readonly onFailure: (error: LabError) => void,
  ) {
    this.#file = home === undefined ? undefined : join(home, FILE)
  }

  /** Read from the file at first use: by then there is a page to hear of a failure. */
  get value(): Preferences {
    return (this.#read ??= this.#file === undefined ? DEFAULT_PREFERENCES : this.#readFrom(this.#file))
  }

  change(change: Partial<Preferences>): void {
    this.#read = { ...this.value, ...change }
    if (this.#file !== undefined) this.#writeTo(this.#file, this.#read)
  }

  #readFrom(file: string): Preferences {
    try {
      return parsePreferences(readBounded(file), file)
    } catch (error) {
      if (isMissing(error)) return DEFAULT_PREFERENCES
      this.onFailure(
        error instanceof LabError
          ? setAside(file, error)
          : problem(`${file} cannot be read, so the usual preferences hold`, error),
      )
      return DEFAULT_PREFERENCES
    }
  }

  /** By way of another file: whoever reads finds the old text or the new one, never half of it. */
  #writeTo(file: string, preferences: Preferences): void {
    try {
      makeFolder(dirname(file))
      writeFileSync(`${file}.new`, makePreferences(preferences), { flush: true })
      renameSync(`${file}.new`, file)
    } catch (error) {
      this.onFailure(problem(`${file} cannot be written, so the preferences hold until the lab ends`, error))
    }
  }
}

function readBounded(file: string): string {
  const stat = statSync(file)
  if (!stat.isFile()) throw new LabError('BAD_FILE', `${file}: not a file`) // a device would never end
  if (stat.size > MAX_PREFERENCES_BYTES) throw new LabError('BAD_FILE', `${file}: ${stat.size} bytes are too many for this file`)
  return readFileSync(file, 'utf8')
}

/** Out of the way of the next write, where a person can still look at it. */
function setAside(file: string, { message }: LabError): LabError {
  const aside = `${file}.damaged`
  try {
    renameSync(file, aside)
  } catch (error) {
    return problem(`${message}. The usual preferences hold, but the file cannot be set aside`, error)
  }
  return new LabError('BAD_FILE', `${message}. The usual preferences hold; the file was set aside as ${aside}.`)
}

function problem(what: string, cause: unknown): LabError {
  return new LabError('BAD_FILE', `${what}: ${(cause as Error).message}`, undefined, { cause })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
