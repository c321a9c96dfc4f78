/** Built-in profiles and the user's own, for commands: by name, to and from files. */
import { MOST_DELETED, type DeletedProfile } from '../../core/contract/calls/deleted'
import type { ImportDone } from '../../core/contract/calls/profiles'
import { MAX_PROFILES_BYTES, parseProfiles, type ClashChoice, type Profile } from '../../core/contract/files'
import { LabError } from '../../core/errors'
import { decide, planFor, writeImport, type Clash } from './profileImport'
import { builtInProfiles, profileByNameOrFile } from './profiles'
import type { StoreReader } from '../store/store'
import { withReaderOr, withWriter, type Home } from './storeAccess'
import { besideBuiltIns, profileOf } from './storedProfile'
import { readTextFile } from './textFile'

export interface ListedProfile {
  readonly profile: Profile
  readonly builtIn: boolean
}

/** The built-ins, then the user's own, each by name. */
export async function listProfiles(home: Home): Promise<ListedProfile[]> {
  const builtIns = builtInProfiles()
  const own = await withReaderOr(home, [], store => store.profiles.list())
  return [
    ...builtIns.map(profile => ({ profile, builtIn: true })),
    ...besideBuiltIns(own.map(profileOf), builtIns).map(profile => ({ profile, builtIn: false })),
  ]
}

/**
 * A profile by its name, the built-ins first, or one in a file: anything with a slash, a backslash or a dot is a path. The
 * data folder is opened only where no built-in has the name.
 *
 * @throws {LabError} `NOT_FOUND`, naming the known profiles; `BAD_FILE`, `BAD_STORE`.
 */
export async function findProfile(nameOrPath: string, home: Home): Promise<ListedProfile> {
  const names = builtInProfiles().map(({ name }) => name)
  const builtIn = names.includes(nameOrPath)
  if (builtIn || isPath(nameOrPath)) return { profile: profileByNameOrFile(nameOrPath), builtIn }
  const listed = await listProfiles(home)
  const found = listed.find(({ profile }) => profile.name === nameOrPath)
  if (found) return found
  const known = listed.map(({ profile }) => profile.name).join(', ')
  throw new LabError(
    'NOT_FOUND',
    `There is no profile "${nameOrPath}". Known are ${known}; a file needs its path, like ./mine.json.`,
  )
}

function isPath(text: string): boolean {
  return /[./\\]/.test(text)
}

/**
 * Everything is read, checked and decided before the first profile is written.
 *
 * @param choose asked for each clash; whether the one that is there is built in, and so cannot be replaced.
 * @throws {LabError} `BAD_FILE`; `NAME_TAKEN` where a built-in is to be replaced; whatever `choose` or the store throws.
 */
export async function importProfiles(
  files: readonly string[],
  home: Home,
  choose: (clash: Clash, builtIn: boolean) => Promise<ClashChoice>,
): Promise<ImportDone[]> {
  const incoming = files.flatMap(file => parseProfiles(readTextFile(file, MAX_PROFILES_BYTES), file))
  return withWriter(home, 'lab profile import', async store => {
    const own = (await store.profiles.list()).map(profileOf)
    const decided = []
    for (const planned of planFor(own, builtInProfiles(), incoming)) {
      const { step, builtIn } = planned
      const choice = step.kind === 'clash' ? await choose(step, builtIn) : 'skip'
      decided.push(decide(planned, choice, 'import it with --on-clash rename, or skip it.'))
    }
    return writeImport(store, decided)
  })
}

/** Those that `restoreProfiles` brings back, the last deleted first. */
export async function deletedProfiles(home: Home): Promise<DeletedProfile[]> {
  return withReaderOr(home, [], deletedIn)
}

async function deletedIn({ deleted }: Pick<StoreReader, 'deleted'>): Promise<DeletedProfile[]> {
  return (await deleted.window('profiles', 0, MOST_DELETED)) as DeletedProfile[]
}

/** A profile that was deleted under the name `from`, and has its name now. */
interface RestoredProfile {
  readonly from: string
  readonly profile: string
}

/**
 * All or none, each under a free name where its own is taken.
 *
 * @param namesOrNumbers of a name the last deleted
 * @throws {LabError} `NOT_FOUND`; `STORE_LOCKED`, `STORE_FULL`, `BAD_STORE`.
 */
export async function restoreProfiles(namesOrNumbers: readonly string[], home: Home): Promise<RestoredProfile[]> {
  return withWriter(home, 'lab profile restore', async store => {
    const things = await deletedIn(store)
    const wanted = namesOrNumbers.map(wanted => {
      const found = things.find(({ name }) => name === wanted) ?? things.find(({ id }) => String(id) === wanted)
      if (!found)
        throw new LabError(
          'NOT_FOUND',
          `No profile "${wanted}" is among the deleted ones: lab profile list --deleted names them.`,
        )
      return found
    })
    const reserved = builtInProfiles().map(({ name }) => name)
    const ids = [...new Set(wanted.map(({ id }) => id))]
    const restored = await store.profiles.restore(ids, reserved)
    return restored.map(({ id, name }) => ({ from: wanted.find(each => each.id === id)!.name, profile: name }))
  })
}
