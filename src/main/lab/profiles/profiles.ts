import { MAX_PROFILE_BYTES, parseProfile, type Profile } from '../../../core/contract/files'
import { didYouMean } from '../../../core/didYouMean'
import { LabError } from '../../../core/errors'
import { readTextFile } from '../../files/textFile'
import { builtInProfiles } from './builtInProfiles'

/** True for a path: a file has a slash, a backslash or a dot. */
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
  return isPath(nameOrPath) ? readProfile(nameOrPath) : profileByName(nameOrPath, known)
}

/** @throws {LabError} `NOT_FOUND`, naming the known profiles */
export function profileByName<P extends Pick<Profile, 'name'>>(wanted: string, known: readonly P[]): P {
  const profile = known.find(({ name }) => name === wanted)
  if (profile) return profile
  const names = known.map(({ name }) => name)
  throw new LabError(
    'NOT_FOUND',
    `There is no profile "${wanted}"${didYouMean(wanted, names)}. Known are ${names.join(', ')}; a file needs its path, like ./mine.json.`,
  )
}

function readProfile(file: string): Profile {
  return parseProfile(readTextFile(file, MAX_PROFILE_BYTES), file)
}
