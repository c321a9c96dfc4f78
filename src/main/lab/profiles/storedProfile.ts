/** Converts profiles between the store and the lab. */
import { checkProfile, freeNameFor, type Profile } from '../../../core/contract/files'
import { legibleName, legibleNotes } from '../../../core/contract/texts'
import type { ProfileDraft, StoredProfile } from '../../../core/contract/stored'

export function draftOf(profile: Profile): ProfileDraft {
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
export function asStored(profile: Profile): Profile {
  return withoutEmpty(draftOf(profile))
}

/** Under unique names: one with the name of a built-in of a later lab is renamed to `name-2`. */
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
