import { sameContent } from '../../../core/contentHash'
import type { ImportDone, ImportPlanStep, KnownProfile, ProfileChanges } from '../../../core/contract/calls'
import {
  type ClashChoice,
  type ImportStep,
  type Profile,
  type ProfileOrigin,
  carryOut,
  checkProfile,
  diffProfiles,
  freeNameFor,
  makeProfile,
  makeProfiles,
  planImport,
} from '../../../core/contract/files'
import type { ProfileDraft, StoredProfile } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'
import { builtInProfiles } from './builtInProfiles'
import { samePlayer } from '../../../core/games/twenty48/playerHash'
import { legibleName, legibleNotes } from '../../../core/contract/texts'

/** One of the user's profiles, as read from the store. */
interface OwnProfile extends Pick<StoredProfile, 'id' | 'created' | 'updated'> {
  readonly profile: Profile
}

/**
 * The built-in profiles and the user's: in memory as in the store, which only this lab writes. Methods that write throw why the data folder
 * is unusable, and errors of the store.
 */
export class ProfileCollection {
  #builtIns: readonly Profile[] | undefined
  #own: ReadonlyMap<number, OwnProfile> = new Map()
  /** Profiles that were already reported. */
  readonly #unreadable = new Set<number>()

  /**
   * @param stored the user's profiles, as read from this store
   * @param onChange called with the new list
   * @param onUnreadable called for each unreadable stored profile, which stays in the store but is not in the list
   */
  constructor(
    private readonly store: Pick<Store, 'profiles' | 'look'>,
    stored: readonly StoredProfile[],
    private readonly onChange: (list: readonly KnownProfile[]) => void = () => undefined,
    private readonly onUnreadable: (problem: LabErrorData) => void = () => undefined,
  ) {
    this.#read(stored)
  }

  /** The built-ins, then the user's, each sorted by name. @throws {LabError} `BAD_FILE` for an unreadable built-in */
  get list(): KnownProfile[] {
    const builtIns = this.#shipped
    const own = [...this.#own.values()].map(({ profile, id, created, updated }): KnownProfile => ({
      ...profile,
      builtIn: false,
      id,
      created,
      updated,
    }))
    return [
      ...builtIns.map((profile): KnownProfile => ({ ...profile, builtIn: true })),
      ...besideBuiltIns(own, builtIns).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ]
  }

  /** One of the user's profiles; `undefined` for an unknown number. */
  own(id: number): Profile | undefined {
    return this.#own.get(id)?.profile
  }

  /** For one of the user's profiles. */
  idOf(name: string): number | undefined {
    return [...this.#own.values()].find(({ profile }) => profile.name === name)?.id
  }

  /** Creates a profile again that does not exist in these data, under a free name if its own is taken. @returns its number */
  async adopt(profile: Profile): Promise<number> {
    const taken = new Set(this.list.map(({ name }) => name))
    const name = taken.has(profile.name) ? freeNameFor(profile.name, taken) : profile.name
    return (await this.create({ ...profile, name })).id!
  }

  /** All readable profiles. */
  get known(): readonly Profile[] {
    try {
      return this.list
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      return [...this.#own.values()].map(({ profile }) => profile)
    }
  }

  /** @throws {LabError} `NAME_TAKEN` */
  async create(profile: Profile): Promise<KnownProfile> {
    this.#refuseReserved(profile.name)
    const { id } = await this.store.profiles.add(draftOf(profile))
    return this.#changed(id)
  }

  /**
   * Copies the statistics, which were measured with the same weights, but not the notes, which are about the original.
   * @throws {LabError} `NOT_FOUND`, `NAME_TAKEN`
   */
  async copy(of: string, name?: string, title?: string): Promise<KnownProfile> {
    const original = this.#named(of)
    return this.create({
      ...plain(original),
      name: name ?? freeNameFor(of, new Set(this.list.map(each => each.name))),
      ...(title !== undefined && { title }),
      notes: '',
      origin: { kind: 'copy', source: of },
    })
  }

  /** @throws {LabError} `NOT_FOUND`, `NAME_TAKEN` */
  async change(id: number, changes: ProfileChanges): Promise<KnownProfile> {
    await this.store.look() // without data there are no profiles, and the reason is another
    const own = this.#own.get(id)
    if (!own) throw new LabError('NOT_FOUND', `There is no profile number ${id}; it may have been deleted.`, { id })
    if (changes.name !== undefined) this.#refuseReserved(changes.name)
    await this.store.profiles.change(id, changed(own.profile, changes))
    return this.#changed(id)
  }

  /** All of them or none. @returns how many existed */
  async remove(ids: readonly number[]): Promise<number> {
    const count = await this.store.profiles.remove(ids)
    await this.#renew([])
    return count
  }

  /** All of them or none. @throws {LabError} `NOT_FOUND` for one that was deleted for good */
  async restore(ids: readonly number[]): Promise<KnownProfile[]> {
    const reserved = this.#shipped.map(({ name }) => name)
    await this.store.profiles.restore(ids, reserved)
    await this.#renew(ids)
    return this.list.filter(({ id }) => id !== undefined && ids.includes(id))
  }

  planImport(incoming: readonly Profile[]): ImportPlanStep[] {
    return this.#plan(incoming).map(({ step, builtIn }): ImportPlanStep => {
      const { name, title } = step.profile
      if (step.kind !== 'clash') return { kind: step.kind, name, title }
      const { existing, freeName } = step
      const differs = diffProfiles(existing, step.profile).map(({ field }) => field)
      return { kind: 'clash', name, title, builtIn, existingTitle: existing.title, differs, freeName }
    })
  }

  /** Decides everything before it writes the first one. @param choices one for each step of the plan, `null` if it is no clash */
  async import(incoming: readonly Profile[], choices: readonly (ClashChoice | null)[]): Promise<ImportDone[]> {
    const decided = this.#plan(incoming).map((planned, i) => {
      const { kind, profile } = planned.step
      const choice = choices[i] ?? undefined
      if (kind === 'clash' && !choice)
        throw new LabError(
          'NAME_TAKEN',
          `There is another profile "${profile.name}" by now: import again, and choose what becomes of it.`,
        )
      return decide(planned, choice ?? 'skip')
    })
    const done = await writeImport(this.store, decided)
    await this.#renew()
    return done
  }

  /** The text of a file of these profiles. @throws {LabError} `NOT_FOUND` */
  export(names: readonly string[]): string {
    return fileText(names.map(name => plain(this.#named(name))))
  }

  get #shipped(): readonly Profile[] {
    return (this.#builtIns ??= builtInProfiles())
  }

  #plan(incoming: readonly Profile[]): PlannedStep[] {
    return planFor(
      [...this.#own.values()].map(({ profile }) => profile),
      this.#shipped,
      incoming,
    )
  }

  #named(name: string): KnownProfile {
    const found = this.list.find(each => each.name === name)
    if (!found) throw new LabError('NOT_FOUND', `There is no profile "${name}"; it may have been deleted or renamed.`, { name })
    return found
  }

  #refuseReserved(name: string): void {
    if (this.#shipped.some(each => each.name === name))
      throw new LabError('NAME_TAKEN', `"${name}" is the name of a built-in profile: choose another name.`, { name })
  }

  async #changed(id: number): Promise<KnownProfile> {
    await this.#renew([id])
    const found = this.list.find(each => each.id === id)
    if (!found) throw new LabError('NOT_FOUND', `There is no profile number ${id}; it may have been deleted meanwhile.`, { id })
    return found
  }

  /** @param changed absent: any of them */
  async #renew(changed?: readonly number[]): Promise<void> {
    const stored = await this.store.profiles.list()
    this.#read(stored, changed && (id => !changed.includes(id)))
    this.onChange(this.list)
  }

  /** @param isSame true for profiles that need not be checked again */
  #read(stored: readonly StoredProfile[], isSame: (id: number) => boolean = () => false): void {
    const own = new Map<number, OwnProfile>()
    for (const each of stored) {
      const known = isSame(each.id) ? this.#own.get(each.id) : undefined
      const read = known ?? this.#readOne(each)
      if (read) own.set(each.id, read)
    }
    this.#own = own
  }

  #readOne(stored: StoredProfile): OwnProfile | undefined {
    const { id, created, updated } = stored
    try {
      return { id, created, updated, profile: profileOf(stored) }
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      if (!this.#unreadable.has(id))
        this.onUnreadable({ ...error.toData(), message: `${error.message}. It cannot be used, and is left as it is.` })
      this.#unreadable.add(id)
      return undefined
    }
  }
}

/** One as an object, several as an array. */
function fileText(profiles: readonly Profile[]): string {
  return profiles.length === 1 ? makeProfile(profiles[0]!) : makeProfiles(profiles)
}

/** The profile without its place. */
export function plain({ builtIn: _builtIn, ...profile }: KnownProfile): Profile {
  const { id: _id, created: _created, updated: _updated, ...rest } = profile as Profile & Partial<OwnProfile>
  return rest
}

/** Weights or settings changed by the user are no longer those that were tuned, published or measured. */
function changed(profile: Profile, changes: ProfileChanges): Partial<ProfileDraft> {
  const { evaluator = profile.evaluator, settings = profile.settings } = changes
  if (sameContent([evaluator, settings], [profile.evaluator, profile.settings])) return changes
  const source = profile.origin?.source
  const origin: ProfileOrigin = { kind: 'hand', ...(source !== undefined && { source }) }
  return { ...changes, origin, statistics: null }
}

/** A step of the plan; and whether the clashing profile is built in, and so cannot be replaced. */
interface PlannedStep {
  readonly step: ImportStep
  readonly builtIn: boolean
}

interface DecidedStep {
  readonly step: ImportStep
  /** For a clash. */
  readonly choice: ClashChoice
}

function planFor(own: readonly Profile[], builtIns: readonly Profile[], incoming: readonly Profile[]): PlannedStep[] {
  const reserved = new Set(builtIns.map(({ name }) => name))
  const checked = incoming.map(profile => withoutBorrowedNotes(asStored(profile), builtIns))
  return planImport([...own, ...builtIns.map(asStored)], checked).map(step => ({
    step,
    builtIn: reserved.has(step.profile.name),
  }))
}

/** The notes of a built-in describe what was published or measured: they do not apply to other weights, settings or depth. */
function withoutBorrowedNotes(profile: Profile, builtIns: readonly Profile[]): Profile {
  const source = builtIns.find(({ notes }) => notes !== '' && notes === profile.notes)
  const holds = !source || (samePlayer(source, profile) && source.depth === profile.depth)
  return holds ? profile : { ...profile, notes: '' }
}

/** @throws {LabError} `NAME_TAKEN` for a built-in that is to be replaced */
function decide({ step, builtIn }: PlannedStep, choice: ClashChoice): DecidedStep {
  if (step.kind === 'clash' && builtIn && choice === 'replace')
    throw new LabError('NAME_TAKEN', `"${step.profile.name}" is built in and cannot be replaced: rename it, or skip it.`)
  return { step, choice }
}

/** All of them or none. Replaces any profile that has the name by now: it may be from the same import. */
async function writeImport(store: Pick<Store, 'profiles'>, decided: readonly DecidedStep[]): Promise<ImportDone[]> {
  const carried = decided.map(({ step, choice }) => ({ step, choice, written: carryOut(step, choice) }))
  await store.profiles.put(carried.flatMap(({ written }) => (written ? [draftOf(written)] : [])))
  return carried.map(({ step, choice, written }) => ({
    profile: written?.name ?? step.profile.name,
    from: step.profile.name,
    did: didOf(step, choice),
  }))
}

function didOf({ kind }: ImportStep, choice: ClashChoice): ImportDone['did'] {
  if (kind !== 'clash') return kind === 'add' ? 'added' : 'same'
  return ({ skip: 'skipped', replace: 'replaced', rename: 'renamed' } as const)[choice]
}

function draftOf(profile: Profile): ProfileDraft {
  const { name, title, notes, evaluator, settings, depth, tags = [], origin = null, statistics = null } = profile
  return { name, title, notes, evaluator, settings, depth, tags, origin, statistics }
}

/** Read like a file, so that a profile of any version of the lab is checked before it plays. @throws {LabError} `BAD_FILE` */
export function profileOf({ id: _id, created: _created, updated: _updated, ...draft }: StoredProfile): Profile {
  const { title, notes, tags } = draft
  // an earlier lab took characters that this one refuses
  const named = { title: legibleName(title, draft.name), tags: tags.flatMap(tag => legibleName(tag, '') || []) }
  const texts = { ...named, notes: legibleNotes(notes) }
  return checkProfile(withoutEmpty({ ...draft, ...texts }), `profile "${draft.name}"`)
}

/** The profile after a round trip through the store, so that equal profiles compare equal. */
function asStored(profile: Profile): Profile {
  return withoutEmpty(draftOf(profile))
}

/** Under unique names: one with the name of a built-in of a later lab is renamed to `name-2`. */
function besideBuiltIns<P extends { readonly name: string }>(own: readonly P[], builtIns: readonly Profile[]): P[] {
  const reserved = new Set(builtIns.map(({ name }) => name))
  const taken = new Set([...reserved, ...own.map(({ name }) => name)])
  return own.map(profile => {
    if (!reserved.has(profile.name)) return profile
    const name = freeNameFor(profile.name, taken)
    taken.add(name)
    return { ...profile, name }
  })
}

function withoutEmpty({ tags, origin, statistics, ...rest }: ProfileDraft): Profile {
  return {
    ...rest,
    ...(tags.length > 0 && { tags }),
    ...(origin !== null && { origin: origin as NonNullable<Profile['origin']> }),
    ...(statistics !== null && { statistics: statistics as NonNullable<Profile['statistics']> }),
  }
}
