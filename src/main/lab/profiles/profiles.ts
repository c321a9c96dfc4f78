import { MAX_PROFILE_BYTES, parseProfile, type Profile } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { readTextFile } from '../../files/textFile'
import { builtInProfiles } from './builtInProfiles'

/** Of a profile, as it is named: a file has a slash, a backslash or a dot. */
export function isPath(nameOrPath: string): boolean {
  return /[./\\]/.test(nameOrPath)
}

/**
 * A profile by its name, or one in a file.
 *
 * @param known absent: the built-in ones
 * @throws {LabError} `NOT_FOUND`, naming the known profiles, or `BAD_FILE`.
 */
export function profileByNameOrFile(nameOrPath: string, known: readonly Profile[] = builtInProfiles()): Profile {
  if (isPath(nameOrPath)) return readProfile(nameOrPath)
  const profile = known.find(({ name }) => name === nameOrPath)
  if (profile) return profile
  const names = known.map(({ name }) => name).join(', ')
  throw new LabError(
    'NOT_FOUND',
    `There is no profile "${nameOrPath}". Known are ${names}; a file needs its path, like ./mine.json.`,
  )
}

function readProfile(file: string): Profile {
  return parseProfile(readTextFile(file, MAX_PROFILE_BYTES), file)
}
