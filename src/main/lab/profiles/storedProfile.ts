/** Profiles between the store and everybody else. */
import { checkProfile, freeNameFor, type Profile } from '../../../core/contract/files'
import type { ProfileDraft, StoredProfile } from '../../../core/contract/stored'

export function draftOf(profile: Profile): ProfileDraft {
  const { name, title, notes, evaluator, settings, depth, tags = [], origin = null, statistics = null } = profile
  return { name, title, notes, evaluator, settings, depth, tags, origin, statistics }
}

/** Read as a file is, so that what any version of the lab stored is checked before it plays. @throws {LabError} `BAD_FILE` */
export function profileOf({ id: _id, created: _created, updated: _updated, ...draft }: StoredProfile): Profile {
  return checkProfile(withoutEmpty(draft), `profile "${draft.name}"`)
}

/** As it would come out of the store: so equals compare equal. */
export function asStored(profile: Profile): Profile {
  return withoutEmpty(draftOf(profile))
}

/** Under names of their own: one that has the name of a built-in, which a later lab may have brought, is called `name-2`. */
export function besideBuiltIns<P extends { readonly name: string }>(own: readonly P[], builtIns: readonly Profile[]): P[] {
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
