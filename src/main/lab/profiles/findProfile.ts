/** Profiles for commands: by their names, or in files. */
import { MAX_PROFILE_BYTES, parseProfile, type Profile } from '../../../core/contract/files'
import type { DamagedRow, StoredProfile } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { fileName, readText, readTextFile, STANDARD_INPUT } from '../../files/textFile'
import type { StoreReader } from '../../store/store'
import { missingStore, type LocalContext } from '../ground/storeLease'
import { builtInProfile, builtInProfiles, profileByName } from './builtInProfiles'
import { ProfileCollection, plain, profileOf } from './profileCollection'

export interface FoundProfile {
  readonly profile: Profile
  readonly builtIn: boolean
}

/**
 * The built-ins take precedence. The data folder is opened only if no built-in has the name.
 * @throws {LabError} `NOT_FOUND`, naming the known profiles; `BAD_FILE`, `BAD_STORE`; `ROWS_SET_ASIDE` for a damaged one
 */
export async function findProfile({ stdin, store }: LocalContext, nameOrFile: string): Promise<FoundProfile> {
  const builtIn = builtInProfile(nameOrFile)
  if (builtIn) return { profile: builtIn, builtIn: true }
  if (nameOrFile === STANDARD_INPUT) {
    const text = await readText(STANDARD_INPUT, MAX_PROFILE_BYTES, stdin)
    return { profile: parseProfile(text, fileName(STANDARD_INPUT)), builtIn: false }
  }
  if (isPath(nameOrFile)) return { profile: profileByNameOrFile(nameOrFile), builtIn: false }
  const { stored, damaged } = await store.readOr({ stored: [], damaged: [] }, storedAndDamaged)
  const known = new ProfileCollection(missingStore(), stored).list.map(plain)
  if (!known.some(({ name }) => name === nameOrFile)) {
    const unusable = stored.find(({ name }) => name === nameOrFile)
    if (unusable) profileOf(unusable) // throws its fault
    if (damaged.includes(nameOrFile))
      throw new LabError(
        'ROWS_SET_ASIDE',
        `Profile "${nameOrFile}" is damaged and was left out. "lab data check" lists all damage; import a copy of the profile, or restore a backup.`,
      )
  }
  return { profile: profileByNameOrFile(nameOrFile, known), builtIn: false }
}

/** Includes the names of damaged profiles. */
async function storedAndDamaged(
  store: StoreReader,
): Promise<{ readonly stored: readonly StoredProfile[]; readonly damaged: readonly (string | null)[] }> {
  const met: DamagedRow[] = []
  store.onDamaged(rows => met.push(...rows))
  const stored = await store.profiles.list()
  met.push(...(await store.maintenance.setAside()))
  return { stored, damaged: met.filter(({ table }) => table === 'profiles').map(({ name }) => name) }
}

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
