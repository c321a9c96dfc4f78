/** Built-in profiles and the user's own, for commands: by name, to and from files. */
import {
  carryOut,
  makeProfile,
  MAX_PROFILES_BYTES,
  parseProfile,
  parseProfiles,
  planImport,
  type ClashChoice,
  type ImportStep,
  type Profile,
} from '../../core/contract/files'
import type { ProfileDraft, StoredProfile } from '../../core/contract/stored'
import { LabError } from '../../core/errors'
import type { Store } from '../store/store'
import { builtInProfiles, profileByNameOrFile } from './profiles'
import { withReaderOr, withWriter, type Home } from './storeAccess'
import { readTextFile } from './textFile'

export interface ListedProfile {
  readonly profile: Profile
  readonly builtIn: boolean
}

/** The built-ins, then the user's own, each by name. An own one of a built-in's name, which a later lab may bring, is hidden by it. */
export async function listProfiles(home: Home): Promise<ListedProfile[]> {
  const builtIns = builtInProfiles()
  const names = new Set(builtIns.map(({ name }) => name))
  const own = await withReaderOr(home, [], store => store.profiles.list())
  return [
    ...builtIns.map(profile => ({ profile, builtIn: true })),
    ...own.filter(({ name }) => !names.has(name)).map(stored => ({ profile: profileOf(stored), builtIn: false })),
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

export interface ImportDone {
  readonly profile: string
  /** Name in the file; another than `profile` where it was renamed. */
  readonly from: string
  readonly did: 'added' | 'replaced' | 'renamed' | 'skipped' | 'same'
}

type Clash = Extract<ImportStep, { kind: 'clash' }>

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
  const incoming = files.flatMap(file => parseProfiles(readTextFile(file, MAX_PROFILES_BYTES), file)).map(stored)
  return withWriter(home, 'lab profile import', async store => {
    const builtIns = builtInProfiles().map(stored)
    const own = await store.profiles.list()
    const isBuiltIn = (name: string) => builtIns.some(each => each.name === name)
    const decided: { step: ImportStep; choice: ClashChoice }[] = []
    for (const step of planImport([...own.map(profileOf), ...builtIns], incoming)) {
      const choice = step.kind === 'clash' ? await choose(step, isBuiltIn(step.profile.name)) : 'skip'
      if (choice === 'replace' && isBuiltIn(step.profile.name))
        throw new LabError(
          'NAME_TAKEN',
          `"${step.profile.name}" is built in and cannot be replaced: import it with --on-clash rename, or skip it.`,
        )
      decided.push({ step, choice })
    }
    const done: ImportDone[] = []
    for (const { step, choice } of decided) {
      const written = carryOut(step, choice)
      if (written) await write(store, written)
      done.push({ profile: written?.name ?? step.profile.name, from: step.profile.name, did: didOf(step, choice) })
    }
    return done
  })
}

function didOf({ kind }: ImportStep, choice: ClashChoice): ImportDone['did'] {
  if (kind !== 'clash') return kind === 'add' ? 'added' : 'same'
  return ({ skip: 'skipped', replace: 'replaced', rename: 'renamed' } as const)[choice]
}

/** Whoever has the name by now is replaced: it may have come with the same import. */
async function write(store: Store, profile: Profile): Promise<void> {
  const existing = await store.profiles.get(profile.name)
  if (existing) await store.profiles.change(existing.id, draftOf(profile))
  else await store.profiles.add(draftOf(profile))
}

/** As it would come out of the store: so equals compare equal. */
function stored(profile: Profile): Profile {
  return withoutEmpty(draftOf(profile))
}

function draftOf(profile: Profile): ProfileDraft {
  const { name, title, notes, evaluator, settings, depth, tags = [], origin = null, statistics = null } = profile
  return { name, title, notes, evaluator, settings, depth, tags, origin, statistics }
}

/** Read as a file is, so that what any version of the lab stored is checked before it plays. */
function profileOf({ id: _id, created: _created, updated: _updated, ...draft }: StoredProfile): Profile {
  return parseProfile(makeProfile(withoutEmpty(draft)), `profile "${draft.name}"`)
}

function withoutEmpty({ tags, origin, statistics, ...rest }: ProfileDraft): Profile {
  return {
    ...rest,
    ...(tags.length > 0 && { tags }),
    ...(origin !== null && { origin: origin as NonNullable<Profile['origin']> }),
    ...(statistics !== null && { statistics: statistics as NonNullable<Profile['statistics']> }),
  }
}
