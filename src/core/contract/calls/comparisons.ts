/** Players of 2048 on the same seeds. A bench is a comparison of one player. All calls are refused if the data folder is unusable. */
import type { LabErrorData } from '../../errors'
import type { Player } from '../../games/twenty48/player'
import type { Interval, Verdict } from '../../stats/intervals'
import { LONGEST_NAME, MOST_GAMES, MOST_PLAYERS, profileNameShape, ruleShape, type StopRule } from '../files'
import { evaluatorShape, limitsShape, searcherTextShape, seedShape, settingsShape } from '../shapes'
import { lineShape } from '../texts'
import { wholeShape, z } from '../zod'
import { call, idShape } from './call'
import type { RunStanding } from './runRow'

const compareKindShape = z.enum(['bench', 'comparison'])
export type CompareKind = z.infer<typeof compareKindShape>

/** Intervals are 95 %. Averages are `null` before the first game. */
export interface GamesSummary {
  readonly games: number
  readonly mean: number | null
  /** `null` for fewer than ten games. */
  readonly interval: Interval | null
  /** In the order of their seeds' numbers; present only without an interval. */
  readonly scores?: readonly number[]
  readonly median: number | null
  readonly max: number | null
  /** By face, "2" … "131072": the share of games that reached the tile or a larger one. */
  readonly reach: Readonly<Record<string, { readonly share: number; readonly interval: Interval }>>
  /** By face: the share of games whose largest tile it is. */
  readonly maxTile: Readonly<Record<string, number>>
  /** Time of a move on its thread; the percentiles within 1 %. */
  readonly msPerMove: { readonly [K in 'mean' | 'p50' | 'p95' | 'p99']: number | null }
  /** All threads together while they play: neither starting nor waiting for the last game counts. */
  readonly nodesPerSecond: number
  /** From the start to the last game. */
  readonly seconds: number
  /** Present if a clock decided on other machines. */
  readonly machines?: readonly MachinePace[]
}

/** The games that a machine played under a clock. */
export interface MachinePace {
  /** `null`: the machine that owns the run. */
  readonly name: string | null
  readonly games: number
  /** One thread. */
  readonly nodesPerSecond: number
}

export interface ComparedPlayer extends GamesSummary {
  readonly name: string
  /** For the mean, valid at every look, 95 %; `null` before the burn-in, and for games that lack some before their last. */
  readonly always: Interval | null
  /** True if the same seed reproduces the game: not under a time limit. */
  readonly reproducible: boolean
}

/** Difference of the scores of two players, seed by seed: a − b. */
export interface Difference {
  readonly a: string
  readonly b: string
  readonly mean: number | null
  /** Student's t at `level`, for a single look at a fixed number of games; `null` for fewer than ten games. Not used for the verdict. */
  readonly interval: Interval | null
  /** At `level`, valid at every look. */
  readonly always: Interval | null
  /** Level of both intervals, chosen so that those of all pairs hold together with 95 %. */
  readonly level: number
  readonly looks: number
  /** Significance of the paired t test, for a single look. */
  readonly p: number | null
  /** The same, by Holm over all pairs. */
  readonly holm: number | null
  /** By `always`: games can be added to any comparison after its result was seen. */
  readonly verdict: Verdict
}

export interface Comparison {
  readonly players: readonly ComparedPlayer[]
  /** None for a bench. */
  readonly differences: readonly Difference[]
  /** The test is by pairs of games on one seed, so it uses the correlation of their scores. */
  readonly correlation: {
    readonly test: 'paired t'
    readonly used: true
    readonly pairs: readonly { readonly a: string; readonly b: string; readonly r: number | null }[]
  }
  /** Games of each player that count. */
  readonly games: number
  /** Number of looks at the stop rule. */
  readonly looks: number
  /** Why it ended. `rule`: by the scores; `games`: every game was played; `signal`: interrupted. */
  readonly ended: 'rule' | 'games' | 'minutes' | 'signal'
}

/** The state of a comparison that can be had without its games. */
export interface ComparisonSoFar {
  /** Games of all players together, including those that are not stored yet. */
  readonly games: number
  /** Seeds from the first on that every player has played. */
  readonly seeds: number
  readonly looks: number
  /** Mean score of the first player. */
  readonly mean: number | null
  readonly differences: readonly Pick<Difference, 'a' | 'b' | 'mean' | 'always' | 'verdict'>[]
  /** Two players whose games were all equal, of very many: they seem to play alike, although their settings differ. */
  readonly alike?: readonly [a: string, b: string]
}

/** A line of the list; also the payload of progress events. `obsolete`: an earlier lab did not store what a resumption needs. */
export interface ComparisonRow extends RunStanding<'paused' | 'failed' | 'finished' | 'obsolete'> {
  readonly kind: CompareKind
  /** Unique among those of its kind; the number of the batch of a bench. */
  readonly id: number
  readonly name: string
  /** Profile of the first player; `null` if it is not known, or if a searcher plays. */
  readonly profile: string | null
  readonly players: readonly string[]
  readonly seed: number
  /** Declared before the first game; `games` of each player, after any extensions. */
  readonly rule: StopRule
  /** Milliseconds since 1970. */
  readonly created: number
  /** Games stored, of all players together. */
  readonly stored: number
  /** Why its games cannot be stored, while it computes or when it ended. */
  readonly trouble?: LabErrorData
  /** Games that were lost because they could not be stored: resuming plays them again. */
  readonly unstored?: number
  /** `null` for one that rests unfinished: its view has the result of its stored games. */
  readonly soFar: ComparisonSoFar | null
}

export interface ComparedProfile {
  /** Unique among the players. */
  readonly name: string
  /** Name of the profile that the player is based on; of a searcher its text, as it was given. */
  readonly profile: string
  readonly player: Player
}

/** What a comparison plays: the same seeds with every player. */
export interface ComparePlan {
  /** One for a bench. */
  readonly players: readonly ComparedProfile[]
  /** Game i of every player is played from `deriveSeed(seed, i)`. */
  readonly seed: number
  readonly rule: StopRule
  /** Plays the unseen games of a tuning run with that seed instead, from this one on: `validationSeeds(seed, validation, games)`. */
  readonly validation?: number
  /** Limit of moves in a game; absent: it ends when no move is legal. Such games are not saved: their seeds would play them on. */
  readonly maxSlides?: number
}

/** Everything that determines a result, besides seeds and the version of the lab; enough to reproduce it. */
export interface Provenance extends Player {
  /** Name of the profile that the player is based on; flags may have changed it. Of a searcher its text, as it was given. */
  readonly profile: string
  readonly threads: number
  readonly generator: string
  /** First hex digits of the kernel's sha-256. */
  readonly kernel: string
  readonly hardware: {
    readonly cpu: string
    readonly cores: number
    readonly memoryBytes: number
    readonly system: string
    readonly node: string
  }
}

/** The points of a comparison's charts, computed from its games as its result is. */
export interface ComparisonCurves {
  /** One per player: quartiles and scores of the games that its result counts. */
  readonly players: readonly {
    /** `null` before the first game. */
    readonly quartiles: Interval | null
    /** In ascending order; of more than `CURVE_POINTS` as many of them, evenly spaced, with the lowest and the highest. */
    readonly scores: readonly number[]
  }[]
  /** The difference of a pair, or the mean of a bench, as games came in: at most `CURVE_POINTS` columns, the last one is that of the result. */
  readonly course: {
    /** Seeds from the first on that every player has played. */
    readonly seeds: readonly number[]
    readonly mean: readonly number[]
    /** Valid at every look; `null` before the burn-in. */
    readonly always: readonly (Interval | null)[]
  }
}

export interface ComparisonView extends ComparisonRow {
  readonly plan: ComparePlan
  /** One for each player, of the lab that began it, or that computes it. */
  readonly provenances: readonly Provenance[]
  /** Numbers of the players' batches in the library; absent if the games are not stored. */
  readonly batches?: readonly number[]
  /** All sittings together. */
  readonly seconds: number
}

/** Maximum number of points of a curve. */
export const CURVE_POINTS = 400

const contestantShape: z.ZodType<Player> = z.strictObject({
  ...{ evaluator: evaluatorShape, settings: settingsShape, limits: limitsShape },
  searcher: searcherTextShape.exactOptional(),
})
/** The name of a profile, or the text of a searcher. */
const ofPlayerShape = z.union([profileNameShape, lineShape(LONGEST_NAME).regex(/^\w+:/)])

const planShape: z.ZodType<ComparePlan> = z
  .strictObject({
    players: z
      .array(z.strictObject({ name: lineShape(LONGEST_NAME), profile: ofPlayerShape, player: contestantShape }))
      .min(1)
      .max(MOST_PLAYERS)
      .refine(players => new Set(players.map(({ name }) => name)).size === players.length, 'two players have one name'),
    seed: seedShape,
    rule: ruleShape.transform(rule => ({ ...rule, margin: rule.margin ?? 0 })),
    validation: wholeShape(0, 1e9).exactOptional(),
    maxSlides: wholeShape(1, 1e6).exactOptional(),
  })
  .refine(({ players, rule }) => !rule.verdict || players.length > 1, {
    path: ['rule', 'verdict'],
    error: 'it takes two players or more',
  })
const ofKind = { kind: compareKindShape, id: idShape }

export const COMPARISON_CALLS = {
  /** Newest first. */
  comparisons: call<readonly ComparisonRow[]>()({ kind: compareKindShape }),
  /** `NOT_FOUND`; `BAD_STORE` for one that lost a player. */
  comparison: call<ComparisonView>()(ofKind),
  /** The result of the games so far; `null` after a failure in this process. */
  comparisonResult: call<Comparison | null>()(ofKind),
  /** The curves of the games so far. @param pair which of the result's differences, from 0 */
  comparisonCurves: call<ComparisonCurves>()({
    ...ofKind,
    pair: wholeShape(0, (MOST_PLAYERS * (MOST_PLAYERS - 1)) / 2 - 1),
  }),
  /** Computes it, or queues it; one player makes a bench. `BAD_SETTING` if two players are the same, or for the text of a searcher. */
  startComparison: call<ComparisonRow>()(planShape),
  /** Resumes it with more games for each player, also if it is finished. `BAD_SETTING` for fewer than it has, or for one that its rule ended. */
  extendComparison: call<ComparisonRow>()({ ...ofKind, games: wholeShape(1, MOST_GAMES) }),
} as const
