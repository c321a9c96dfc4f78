/** Weight profiles as files: one, or several in an array. */
import { amountShape, countShape, positiveShape, z } from '../zod'
import { LabError } from '../../errors'
import { checkLimits, type Depth, flatSettings } from '../../search/settings'
import type { Interval } from '../../stats/intervals'
import { checkedBy, depthShape, evaluatorShape, limitsShape, parseShape, seedShape, settingsShape } from '../shapes'
import { draftLineShape, lineShape, notesShape } from '../texts'
import { headFields, parseJson, readFields, stampShape } from './json'

export const PROFILE_VERSION = 2
/** Largest profile file to read, in bytes; ours take about 1,000. */
export const MAX_PROFILE_BYTES = 100_000
/** Largest file of several profiles, in bytes, and most profiles in it. */
export const MAX_PROFILES_BYTES = 10_000_000
export const MAX_PROFILES = 1_000

export const ORIGINS = ['published', 'hand', 'copy', 'tuned'] as const

export const PROFILE_FORMAT = '2048-lab-profile'

/** Short, for the command line. */
export const profileNameShape = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'use up to 40 lower-case letters, digits and dashes')

const points = amountShape
const share = amountShape.max(1)
const intervalOf = (end: z.ZodNumber): z.ZodType<Interval> =>
  z.tuple([end, end]).refine(([low, high]) => low <= high, 'the low end is above the high end')

const originShape = z.strictObject({
  kind: z.enum(ORIGINS),
  /** The publication, the profile that was copied, or the tuning run. */
  source: draftLineShape(500).exactOptional(),
  /** Seeds of the run. */
  seeds: z.array(seedShape).max(1_000).exactOptional(),
  stamp: stampShape.exactOptional(),
})

/** The source of the weights. */
export type ProfileOrigin = Readonly<z.infer<typeof originShape>>

const statisticsShape = z.strictObject({
  games: positiveShape,
  /** Game i was played from `deriveSeed(seed, i)`, or by the rule in `seeds`. */
  seed: seedShape,
  /** `validation`: unseen games of a tuning run of that seed, `validationSeeds(seed, from, games)`. */
  seeds: z.literal('validation').exactOptional(),
  /** Absent: 0. */
  from: countShape.exactOptional(),
  limits: limitsShape,
  /** The limit of moves per game; absent: games ended when no move was legal. */
  maxSlides: positiveShape.exactOptional(),
  /** Points; with a 95 % interval. */
  mean: points,
  interval: intervalOf(points),
  median: points,
  max: points,
  /** By face value: the share of games that reached the tile, with a 95 % interval. */
  reach: z.record(z.string().regex(/^[1-9][0-9]{0,5}$/, 'a face value'), z.strictObject({ share, interval: intervalOf(share) })),
  msPerMove: points.exactOptional(),
  stamp: stampShape.exactOptional(),
})

/** Statistics of the profile from a batch of games. */
export type ProfileStatistics = Readonly<z.infer<typeof statisticsShape>>

/** Fields that every version of the file has, and that a page may set. */
export const PROFILE_FIELDS = {
  name: profileNameShape,
  title: lineShape(80),
  notes: notesShape(10_000),
  evaluator: evaluatorShape,
  settings: settingsShape,
  depth: depthShape.superRefine(checkedBy<Depth>(depth => checkLimits({ depth }))),
}

export const tagsShape: z.ZodType<readonly string[]> = z.array(lineShape(40)).max(50)

const OTHER_FIELDS = {
  tags: tagsShape.exactOptional(),
  origin: originShape.exactOptional(),
  statistics: statisticsShape.exactOptional(),
}

export const profileShape = z.strictObject({ ...PROFILE_FIELDS, ...OTHER_FIELDS })

/** A named way to play: an evaluator with its weights, search settings, and the depth that they were made for. */
export type Profile = Readonly<z.infer<typeof profileShape>>

const versionOneShape = z.strictObject({ ...headFields(PROFILE_FORMAT, 1), ...PROFILE_FIELDS })

export const profileFileShape = z.strictObject({
  ...headFields(PROFILE_FORMAT, PROFILE_VERSION),
  ...PROFILE_FIELDS,
  ...OTHER_FIELDS,
})

/** @throws {LabError} `BAD_FILE`, naming the file and the field or the place in its JSON. */
export function parseProfile(text: string, fileName: string): Profile {
  return readProfile(parseJson(text, fileName, MAX_PROFILE_BYTES), fileName)
}

/** The profiles of a file that holds one, or an array of them. @throws {LabError} `BAD_FILE`, naming file, place in the array and field. */
export function parseProfiles(text: string, fileName: string): Profile[] {
  return entriesOf(text, fileName).map(({ data, where }) => readProfile(data, where))
}

/** Reads what `parseProfiles` reads, and reports each fault. */
export function parseReadableProfiles(
  text: string,
  fileName: string,
): { readonly profiles: readonly Profile[]; readonly faults: readonly string[] } {
  const profiles: Profile[] = []
  const faults: string[] = []
  const attempt = (read: () => void) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      faults.push(error.message)
    }
  }
  attempt(() => {
    for (const { data, where } of entriesOf(text, fileName)) attempt(() => void profiles.push(readProfile(data, where)))
  })
  return { profiles, faults }
}

/** @throws {LabError} `BAD_FILE` */
function entriesOf(text: string, fileName: string): { readonly data: unknown; readonly where: string }[] {
  const data = parseJson(text, fileName, MAX_PROFILES_BYTES)
  if (!Array.isArray(data)) return [{ data, where: fileName }]
  if (data.length > MAX_PROFILES)
    throw new LabError('BAD_FILE', `${fileName}: at most ${MAX_PROFILES} profiles are read, this has ${data.length}`)
  return data.map((each: unknown, i) => ({ data: each, where: `${fileName}: profile ${i + 1}` }))
}

/** Checks fields that are not from a file, as `parseProfile` does. @throws {LabError} `BAD_FILE`, naming the field */
export function checkProfile(fields: unknown, where: string): Profile {
  return readProfile({ format: PROFILE_FORMAT, version: PROFILE_VERSION, ...(fields as object) }, where)
}

/** The text of a profile file; `parseProfile` reads it back. */
export function makeProfile(profile: Profile): string {
  return JSON.stringify(makeProfileFields(profile), undefined, 2) + '\n'
}

/** The text of a file of several profiles; `parseProfiles` reads it back. */
export function makeProfiles(profiles: readonly Profile[]): string {
  return JSON.stringify(profiles.map(makeProfileFields), undefined, 2) + '\n'
}

/** All fields of a profile file. */
export function makeProfileFields(profile: Profile) {
  return { format: PROFILE_FORMAT, version: PROFILE_VERSION, ...profile }
}

function readProfile(data: unknown, where: string): Profile {
  return readFields(profileFileShape, data, where, known => upgrade(known, where))
}

/** Version 1 had neither tags, origin nor statistics; everything else is unchanged. */
function upgrade(data: unknown, where: string): unknown {
  const { format, version } = (data ?? {}) as { format?: unknown; version?: unknown }
  if (format !== PROFILE_FORMAT || version !== 1) return data
  return { ...parseShape(versionOneShape, data, where, 'BAD_FILE'), version: PROFILE_VERSION }
}

type Value = string | number | null

/** A field of two profiles; `null` if one of them has no such field. */
export interface ProfileDifference {
  /** `parameters.h1`, `settings.cut`, `depth`, … */
  readonly field: string
  readonly a: Value
  readonly b: Value
}

/**
 * Differences field by field: first those that change the play, then those of the description; names are not compared.
 * @param everything includes equal fields
 */
export function diffProfiles(a: Profile, b: Profile, everything = false): ProfileDifference[] {
  const [one, other] = [fieldsOf(a), fieldsOf(b)]
  return [...new Set([...one.keys(), ...other.keys()])]
    .map(field => ({ field, a: one.get(field) ?? null, b: other.get(field) ?? null }))
    .filter(each => everything || each.a !== each.b)
}

function fieldsOf({ evaluator, settings, depth, title, notes, tags = [] }: Profile): Map<string, Value> {
  const group = (name: string, values: Readonly<Record<string, Value>>) =>
    Object.entries(values).map(([id, value]) => [`${name}.${id}`, value] as const)
  return new Map<string, Value>([
    ['family', evaluator.family],
    ...(evaluator.family === 'network'
      ? [['network', evaluator.network] as const]
      : [...group('parameters', evaluator.parameters), ...group('variants', evaluator.variants)]),
    ...group('settings', flatSettings(settings)),
    ['depth', depth],
    ['title', title],
    ['notes', notes],
    ['tags', tags.join(', ')],
  ])
}
