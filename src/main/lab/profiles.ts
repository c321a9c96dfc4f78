import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_PROFILE_BYTES, parseProfile, type Profile } from '../../core/contract/files'
import { LabError } from '../../core/errors'
import { INSTALLATION } from '../compute/installation'

/** Who plays until somebody chooses: in the terminal and in every page the same. */
export const DEFAULT_PROFILE = 'thesis'

const FOLDER = join(INSTALLATION, 'resources', 'profiles')

/**
 * The profiles that ship with the lab, by name.
 *
 * @throws {LabError} `BAD_FILE`
 */
export function builtInProfiles(folder: string = FOLDER): readonly Profile[] {
  const files = attempt(folder, () => readdirSync(folder)).filter(file => file.endsWith('.json'))
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
  const stat = attempt(file, () => statSync(file))
  if (!stat.isFile()) throw new LabError('BAD_FILE', `${file}: not a file`, { file }) // a device would never end
  const bytes = stat.size
  if (bytes > MAX_PROFILE_BYTES)
    throw new LabError('BAD_FILE', `${file}: a profile is at most ${MAX_PROFILE_BYTES} bytes, this has ${bytes}`, { file, bytes })
  return parseProfile(
    attempt(file, () => readFileSync(file, 'utf8')),
    file,
  )
}

function attempt<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw new LabError('BAD_FILE', `${file}: ${(cause as Error).message}`, { file }, { cause })
  }
}
