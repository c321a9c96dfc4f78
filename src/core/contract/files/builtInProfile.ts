/** Profiles that ship with the lab. They are trusted, so they are read without a schema, which takes longer to load than a short search. */
import type { Profile } from './profileFile'

/** The default profile of commands, whose output must not change by itself. */
export const DEFAULT_PROFILE = 'thesis'
/** The default profile of a page. Whole games and the wall test show it stronger than the others (docs/results/strength.md, walls.md). */
export const STRONGEST_PROFILE = 'strongest'

/** @param text of a file of the newest version that `parseProfile` accepts; a test checks this for each built-in profile */
export function readBuiltInProfile(text: string): Profile {
  const { $schema: _schema, format: _format, version: _version, ...profile } = JSON.parse(text) as Profile & Head
  return profile
}

type Head = Readonly<Partial<Record<'$schema' | 'format' | 'version', unknown>>>
