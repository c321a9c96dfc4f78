/** Profiles that ship with the lab. They are ours: read without a schema, which takes longer to load than a short search. */
import type { Profile } from './profileFile'

/** The one that plays until another one is chosen, in the terminal and in every page. */
export const DEFAULT_PROFILE = 'thesis'

/** @param text of a file of the newest version that `parseProfile` accepts; a test holds it for each that ships. */
export function readBuiltInProfile(text: string): Profile {
  const { $schema: _schema, format: _format, version: _version, ...profile } = JSON.parse(text) as Profile & Head
  return profile
}

type Head = Readonly<Partial<Record<'$schema' | 'format' | 'version', unknown>>>
