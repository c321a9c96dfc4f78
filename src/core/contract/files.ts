/** Shapes of the files the lab reads and writes, with their versions. */
import { z } from 'zod'
import { LabError } from '../errors'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { Depth, SearchSettings } from '../search/settings'
import { checkLimits } from '../search/settings'
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

const FORMAT = '2048-lab-profile'

const profileFileShape = z
  .strictObject({
    format: z.literal(FORMAT),
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
  refuseNewer(data, fileName)
  const { format: _format, version: _version, ...profile } = parseShape(profileFileShape, data, fileName, 'BAD_FILE')
  return profile
}

/** The text of a profile file; `parseProfile` reads it back. */
export function makeProfile(profile: Profile): string {
  return JSON.stringify({ format: FORMAT, version: PROFILE_VERSION, ...profile }, undefined, 2) + '\n'
}

function parseJson(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LabError('BAD_FILE', `${fileName}: ${(cause as Error).message}`, undefined, { cause })
  }
}

function refuseNewer(data: unknown, fileName: string): void {
  const { format, version } = (data ?? {}) as { format?: unknown; version?: unknown }
  if (format === FORMAT && typeof version === 'number' && version > PROFILE_VERSION)
    throw new LabError(
      'BAD_FILE',
      `${fileName}: version ${version} is newer than this lab reads (${PROFILE_VERSION}); update the lab`,
    )
}
