import { sameContent } from '../../../../core/contentHash'
import type { KnownProfile, ProfileChanges } from '../../../../core/contract/calls'
import type { Profile } from '../../../../core/contract/files'

/** Identifies a profile, even after it was renamed. */
export function keyOf(profile: KnownProfile): string {
  return profile.builtIn ? `built-in ${profile.name}` : `own ${profile.id}`
}

/** Profiles that contain every word of the text in name, title, tags or notes. */
export function searchProfiles(list: readonly KnownProfile[], text: string): readonly KnownProfile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return list
  return list.filter(({ name, title, tags = [], notes }) => {
    const all = [name, title, ...tags, notes].join('\n').toLowerCase()
    return words.every(word => all.includes(word))
  })
}

/** In file format, with the unsaved changes. */
export function withChanges(profile: KnownProfile, changes: ProfileChanges): Profile {
  const { name, title, notes, evaluator, settings, depth, tags, origin, statistics } = profile
  return {
    ...{ name, title, notes, evaluator, settings, depth },
    ...(tags && { tags }),
    ...(origin && { origin }),
    ...(statistics && { statistics }),
    ...changes,
  }
}

/** With the changes, and without results that were measured with other weights or settings. */
export function measuredAs(profile: KnownProfile, changes: ProfileChanges): Profile {
  const changed = withChanges(profile, changes)
  if (sameContent([changed.evaluator, changed.settings], [profile.evaluator, profile.settings])) return changed
  const { statistics: _outdated, ...rest } = changed
  return rest
}
