/** Built-in profiles and the user's, for commands: by name or number, to and from files. */
import type { ImportDone, ImportPlanStep, KnownProfile } from '../../../core/contract/calls'
import { MOST_DELETED, type DeletedProfile } from '../../../core/contract/calls/deleted'
import {
  MAX_PROFILE_BYTES,
  MAX_PROFILES_BYTES,
  parseProfile,
  parseProfiles,
  type ClashChoice,
  type Profile,
} from '../../../core/contract/files'
import type { DamagedRow, StoredProfile } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import { fileName, readText, STANDARD_INPUT, type StandardInput } from '../../files/textFile'
import type { Store, StoreReader } from '../../store/store'
import { missingStore } from '../ground/missingStore'
import type { LocalContext } from '../ground/localContext'
import { builtInProfile } from './builtInProfiles'
import { fileText, plain, ProfileCollection } from './profileCollection'
import { isPath, profileByName, profileByNameOrFile } from './profiles'
import { profileOf } from './storedProfile'

export interface FoundProfile {
  readonly profile: Profile
  readonly builtIn: boolean
}

export type ProfileClash = Extract<ImportPlanStep, { kind: 'clash' }>

export class ProfileCommands {
  constructor(private readonly context: LocalContext) {}

  /** The built-ins, then the user's, each sorted by name. @returns also the faults of unreadable ones */
  async list(): Promise<{ readonly profiles: readonly KnownProfile[]; readonly problems: readonly LabErrorData[] }> {
    const problems: LabErrorData[] = []
    const stored = await this.context.store.readOr([], ({ profiles }) => profiles.list())
    const onUnusable = (problem: LabErrorData) => problems.push(problem)
    const { list } = new ProfileCollection(missingStore(), stored, undefined, onUnusable) // nothing is changed
    return { profiles: list, problems }
  }

  /**
   * The built-ins take precedence. The data folder is opened only if no built-in has the name.
   * @throws {LabError} `NOT_FOUND`, naming the known profiles; `BAD_FILE`, `BAD_STORE`; `ROWS_SET_ASIDE` for a damaged one
   */
  async find(nameOrFile: string): Promise<FoundProfile> {
    const builtIn = builtInProfile(nameOrFile)
    if (builtIn) return { profile: builtIn, builtIn: true }
    if (nameOrFile === STANDARD_INPUT) return { profile: await profileOfInput(this.context.stdin), builtIn: false }
    if (isPath(nameOrFile)) return { profile: profileByNameOrFile(nameOrFile), builtIn: false }
    const { stored, damaged } = await this.context.store.readOr({ stored: [], damaged: [] }, storedAndDamaged)
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

  /** The text of a file of these profiles. @throws {LabError} as `find` */
  async export(namesOrFiles: readonly string[]): Promise<string> {
    const found: Profile[] = []
    for (const each of namesOrFiles) found.push((await this.find(each)).profile)
    return fileText(found)
  }

  /**
   * Reads, checks and decides everything before it writes the first profile.
   * @param choose called for each clash, while the data folder is locked for others
   * @throws {LabError} `BAD_FILE`; `NAME_TAKEN` if a built-in is to be replaced; errors of `choose` or the store
   */
  async import(
    files: readonly string[],
    choose: (clash: ProfileClash) => ClashChoice | Promise<ClashChoice>,
  ): Promise<readonly ImportDone[]> {
    const incoming: Profile[] = []
    for (const file of files)
      incoming.push(...parseProfiles(await readText(file, MAX_PROFILES_BYTES, this.context.stdin), fileName(file)))
    return this.context.store.write(async store => {
      const profiles = await collectionIn(store)
      const choices: (ClashChoice | null)[] = []
      for (const step of profiles.planImport(incoming)) choices.push(step.kind === 'clash' ? await choose(step) : null)
      return profiles.import(incoming, choices)
    })
  }

  /** @throws {LabError} `NAME_TAKEN`; `STORE_LOCKED`, `STORE_FULL`, `BAD_STORE` */
  async create(profile: Profile): Promise<Profile> {
    return this.context.store.write(async store => (await collectionIn(store)).create(profile))
  }

  /** All or none. @throws {LabError} `NOT_FOUND`; `BAD_REQUEST` for a built-in one; of the store */
  async delete(names: readonly string[]): Promise<void> {
    const builtIn = names.find(builtInProfile)
    if (builtIn !== undefined) throw new LabError('BAD_REQUEST', `"${builtIn}" is built in and cannot be deleted.`)
    await this.context.store.write(async store => {
      const profiles = await collectionIn(store)
      const ids = names.map(name => profileByName(name, profiles.list).id!)
      await profiles.remove(ids)
    })
  }

  /** Deleted profiles that `restore` can bring back, last deleted first. */
  async deleted(): Promise<readonly DeletedProfile[]> {
    return this.context.store.readOr([], deletedIn)
  }

  /**
   * All or none, each under a free name if its own is taken.
   * @param namesOrNumbers a name stands for the last deleted one
   * @returns the old and the new names
   * @throws {LabError} `NOT_FOUND`; `STORE_LOCKED`, `STORE_FULL`, `BAD_STORE`
   */
  async restore(namesOrNumbers: readonly string[]): Promise<readonly { readonly from: string; readonly profile: string }[]> {
    return this.context.store.write(async store => {
      const things = await deletedIn(store)
      const wanted = namesOrNumbers.map(wanted => {
        const found = things.find(({ name }) => name === wanted) ?? things.find(({ id }) => String(id) === wanted)
        if (found) return found
        throw new LabError(
          'NOT_FOUND',
          `No profile "${wanted}" is among the deleted ones: lab profile list --deleted names them.`,
        )
      })
      const restored = await (await collectionIn(store)).restore([...new Set(wanted.map(({ id }) => id))])
      return restored.map(({ id, name }) => ({ from: wanted.find(each => each.id === id)!.name, profile: name }))
    })
  }
}

async function profileOfInput(stdin: StandardInput): Promise<Profile> {
  return parseProfile(await readText(STANDARD_INPUT, MAX_PROFILE_BYTES, stdin), fileName(STANDARD_INPUT))
}

async function collectionIn(store: Store): Promise<ProfileCollection> {
  return new ProfileCollection(store, await store.profiles.list())
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

async function deletedIn({ deleted }: Pick<StoreReader, 'deleted'>): Promise<DeletedProfile[]> {
  return (await deleted.window('profiles', 0, MOST_DELETED)) as DeletedProfile[]
}
