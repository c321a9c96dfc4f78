/** Shapes of the files the lab reads and writes, with their versions. */
import { z } from 'zod'
import { LabError } from '../errors'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { Depth, SearchSettings } from '../search/settings'
import { checkLimits } from '../search/settings'
import { DEFAULT_PREFERENCES, PREFERENCE_FIELDS, type Preferences } from './preferences'
import { checkedBy, depthShape, evaluatorShape, parseShape, settingsShape } from './shapes'

export const PROFILE_VERSION = 1
/** Largest profile file that is read, in bytes; ours take about 1,000. */
export const MAX_PROFILE_BYTES = 100_000

/** A named way to play: an evaluator with its weights, search settings, and the depth they were made for. */
export interface Profile {
  /** Short, for the command line: lower-case letters, digits and dashes. */
  readonly name: string
  readonly title: string
  readonly notes: string
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly depth: Depth
}

const PROFILE_FORMAT = '2048-lab-profile'

const profileFileShape = z
  .strictObject({
    format: z.literal(PROFILE_FORMAT),
    version: z.literal(PROFILE_VERSION),
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'use up to 40 lower-case letters, digits and dashes'),
    title: z.string().min(1).max(80),
    notes: z.string().max(10_000),
    evaluator: evaluatorShape,
    settings: settingsShape,
    depth: depthShape,
  })
  .superRefine(checkedBy<{ depth: Depth }>(({ depth }) => checkLimits({ depth })))

/** @throws {LabError} `BAD_FILE`, naming the file and the field or the place in its JSON. */
export function parseProfile(text: string, fileName: string): Profile {
  const data = parseJson(text, fileName)
  refuseNewer(data, fileName, PROFILE_FORMAT, PROFILE_VERSION)
  const { format: _format, version: _version, ...profile } = parseShape(profileFileShape, data, fileName, 'BAD_FILE')
  return profile
}

/** The text of a profile file; `parseProfile` reads it back. */
export function makeProfile(profile: Profile): string {
  return JSON.stringify({ format: PROFILE_FORMAT, version: PROFILE_VERSION, ...profile }, undefined, 2) + '\n'
}

const PREFERENCES_VERSION = 1
const PREFERENCES_FORMAT = '2048-lab-preferences'
/** Largest file of preferences that is read, in bytes; ours take about 200. */
export const MAX_PREFERENCES_BYTES = 100_000

/** A field that this lab does not know is of a newer one, and let go. */
const preferencesFileShape = z.object({
  format: z.literal(PREFERENCES_FORMAT),
  version: z.literal(PREFERENCES_VERSION),
  ...PREFERENCE_FIELDS,
})

/** What the file does not say is as usual. @throws {LabError} `BAD_FILE`, naming the file and the field or the place in its JSON. */
export function parsePreferences(text: string, fileName: string): Preferences {
  const data = parseJson(text, fileName)
  refuseNewer(data, fileName, PREFERENCES_FORMAT, PREFERENCES_VERSION)
  const { format: _format, version: _version, ...said } = parseShape(preferencesFileShape, data, fileName, 'BAD_FILE')
  return { ...DEFAULT_PREFERENCES, ...said }
}

/** The text of the file; `parsePreferences` reads it back. */
export function makePreferences(preferences: Preferences): string {
  return JSON.stringify({ format: PREFERENCES_FORMAT, version: PREFERENCES_VERSION, ...preferences }, undefined, 2) + '\n'
}

function parseJson(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LabError('BAD_FILE', `${fileName}: ${(cause as Error).message}`, undefined, { cause })
  }
}

function refuseNewer(data: unknown, fileName: string, ours: string, newest: number): void {
  const { format, version } = (data ?? {}) as { format?: unknown; version?: unknown }
  if (format === ours && typeof version === 'number' && version > newest)
    throw new LabError('BAD_FILE', `${fileName}: version ${version} is newer than this lab reads (${newest}); update the lab`)
}
