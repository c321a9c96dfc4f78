import { sameContent } from '../../../../core/contentHash'
import type { KnownProfile, ProfileChanges } from '../../../../core/contract/calls'
import type { Profile } from '../../../../core/contract/files'

/** Which profile it is, whatever it is called by now. */
export function keyOf(profile: KnownProfile): string {
  return profile.builtIn ? `built-in ${profile.name}` : `own ${profile.id}`
}

/** Profiles with every word of the text somewhere in their name, title, tags or notes. */
export function searchProfiles(list: readonly KnownProfile[], text: string): readonly KnownProfile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return list
  return list.filter(({ name, title, tags = [], notes }) => {
    const all = [name, title, ...tags, notes].join('\n').toLowerCase()
    return words.every(word => all.includes(word))
  })
}

/** As a file has it, with what was changed since it was stored. */
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

/** With what was changed, and without figures that games measured of other weights or settings. */
export function measuredAs(profile: KnownProfile, changes: ProfileChanges): Profile {
  const changed = withChanges(profile, changes)
  if (sameContent([changed.evaluator, changed.settings], [profile.evaluator, profile.settings])) return changed
  const { statistics: _outdated, ...rest } = changed
  return rest
}

/** A name for the command line out of a title; empty where the title has no letter or digit for it. */
export function nameFrom(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}
