import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_PROFILE_BYTES, parseProfile, type Profile } from '../../core/contract/files'
import { LabError } from '../../core/errors'
import { INSTALLATION } from '../compute/installation'
import { readTextFile } from './textFile'

/** Who plays until somebody chooses: in the terminal and in every page the same. */
export const DEFAULT_PROFILE = 'thesis'

const FOLDER = join(INSTALLATION, 'resources', 'profiles')

/**
 * The profiles that ship with the lab, by name.
 *
 * @throws {LabError} `BAD_FILE`
 */
export function builtInProfiles(folder: string = FOLDER): readonly Profile[] {
  const files = filesIn(folder).filter(file => file.endsWith('.json'))
  return files.map(file => readProfile(join(folder, file))).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * A built-in profile by its name, or one in a file: anything with a slash, a backslash or a dot is a path.
 *
 * @throws {LabError} `NOT_FOUND`, naming the known profiles, or `BAD_FILE`.
 */
export function profileByNameOrFile(nameOrPath: string): Profile {
  if (/[./\\]/.test(nameOrPath)) return readProfile(nameOrPath)
  const profiles = builtInProfiles()
  const profile = profiles.find(({ name }) => name === nameOrPath)
  if (profile) return profile
  const known = profiles.map(({ name }) => name).join(', ')
  throw new LabError(
    'NOT_FOUND',
    `There is no profile "${nameOrPath}". Known are ${known}; a file needs its path, like ./mine.json.`,
  )
}

function readProfile(file: string): Profile {
  return parseProfile(readTextFile(file, MAX_PROFILE_BYTES), file)
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new LabError('BAD_FILE', `${folder}: ${(cause as Error).message}`, { file: folder }, { cause })
  }
}
