import { MAX_PROFILE_BYTES, parseProfile, type Profile } from '../../../core/contract/files/profileFile'
import { readTextFile } from '../../files/textFile'
import { builtInProfiles, profileByName } from './builtInProfiles'

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

function readProfile(file: string): Profile {
  return parseProfile(readTextFile(file, MAX_PROFILE_BYTES), file)
}
