/** The form of a batch or a comparison as a file: `lab bench` and `lab compare` play it. */
import { wholeShape, z } from '../zod'
import type { SearchLimits, SomeSettings } from '../../search/settings'
import { limitsShape, searcherTextShape, seedShape, someSettingsShape } from '../shapes'
import { lineShape } from '../texts'
import { headFields, parseJson, readFields } from './json'
import { makeProfileFields, profileFileShape, profileNameShape, type Profile } from './profileFile'

export const EXPERIMENT_VERSION = 1
const EXPERIMENT_FORMAT = '2048-lab-experiment'
/** Largest file to read, in characters; a player with its own weights takes about a thousand. */
export const MAX_EXPERIMENT_CHARS = 200_000
/** Maximum number of players of one comparison. */
export const MOST_PLAYERS = 20
/** Maximum number of games of one player. */
export const MOST_GAMES = 1_000_000
/** Longest name of a player, in characters. */
export const LONGEST_NAME = 120

export interface ExperimentPlayer {
  /** Name in results; absent: the profile's. */
  readonly name?: string
  /** The name, or the complete profile. Absent of a searcher. */
  readonly profile?: string | Profile
  /** Text of a searcher: see `searcherPlayer`. */
  readonly searcher?: string
  /** Override the profile's. */
  readonly settings?: SomeSettings
  /** Absent: the profile's depth. */
  readonly limits?: SearchLimits
}

/** When it has enough games: declared and stored before the first game. */
export interface StopRule extends Omit<z.infer<typeof ruleShape>, 'margin'> {
  /** Differences of means up to this many points count as none. */
  readonly margin: number
}

export interface Experiment {
  /** One or more. */
  readonly players: readonly ExperimentPlayer[]
  /** Game i of every player is played from `deriveSeed(seed, i)`. */
  readonly seed: number
  readonly rule: StopRule
}

const playerShape = z
  .strictObject({
    name: lineShape(LONGEST_NAME).exactOptional(),
    profile: profileNameShape.exactOptional(),
    inline: profileFileShape.exactOptional(),
    /** The text of `lab bench --player`, with weights in place of a profile. */
    searcher: searcherTextShape.exactOptional(),
    settings: someSettingsShape.exactOptional(),
    limits: limitsShape.exactOptional(),
  })
  .refine(
    ({ profile, inline, searcher }) => [profile, inline, searcher].filter(each => each !== undefined).length === 1,
    'a player has either "profile", a name, or "inline", all of a profile, or "searcher", its text',
  )
  .refine(({ searcher, settings, limits }) => searcher === undefined || (!settings && !limits), {
    path: ['searcher'],
    error: 'its settings and limits are in its text',
  })

export const ruleShape = z
  .strictObject({
    /** Maximum number of games of each player. */
    games: wholeShape(1, MOST_GAMES),
    margin: z.number().min(0, 'points, 0 or more').exactOptional(),
    /** Ends when every pair of players has its verdict. */
    verdict: z.literal(true).exactOptional(),
    /**
     * Ends when every anytime-valid interval is at most this wide, in points: those of the differences, or for one player that of its mean.
     */
    width: z.number().positive().exactOptional(),
    /** Ends after this time, over all sittings. The number of games is then not reproducible. */
    minutes: z.number().positive().exactOptional(),
  })
  .refine(({ verdict, margin }) => !verdict || margin !== undefined, {
    path: ['margin'],
    error: 'a verdict needs the difference in points that does not matter',
  })

export const experimentFileShape = z
  .strictObject({
    ...headFields(EXPERIMENT_FORMAT, EXPERIMENT_VERSION),
    players: z.array(playerShape).min(1).max(MOST_PLAYERS),
    seed: seedShape,
    rule: ruleShape,
  })
  .refine(({ players, rule }) => !rule.verdict || players.length > 1, {
    path: ['rule', 'verdict'],
    error: 'it takes two players or more',
  })

/** @throws {LabError} `BAD_FILE`, naming the file and the field or the place in its JSON. */
export function parseExperiment(text: string, fileName: string): Experiment {
  const { players, seed, rule } = readFields(experimentFileShape, parseJson(text, fileName, MAX_EXPERIMENT_CHARS), fileName)
  return {
    players: players.map(({ profile, inline, ...rest }) =>
      rest.searcher === undefined ? { ...rest, profile: profile ?? profileOf(inline!) } : rest,
    ),
    seed,
    rule: { ...rule, margin: rule.margin ?? 0 },
  }
}

/** The text of the file; `parseExperiment` reads it back. */
export function makeExperiment({ players, seed, rule }: Experiment): string {
  const written = players.map(({ name, profile, ...rest }) => ({
    ...(name !== undefined && { name }),
    ...(typeof profile === 'string' ? { profile } : profile && { inline: makeProfileFields(profile) }),
    ...rest,
  }))
  const file = { format: EXPERIMENT_FORMAT, version: EXPERIMENT_VERSION, players: written, seed, rule }
  return JSON.stringify(file, undefined, 2) + '\n'
}

function profileOf({ $schema: _s, format: _f, version: _v, ...profile }: z.infer<typeof profileFileShape>): Profile {
  return profile
}
