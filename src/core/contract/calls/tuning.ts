/** Tuning runs: asking for them, steering them, and what they found. Refused with what is wrong where the data folder cannot be used. */
import { z } from '../zod'
import type { Interval } from '../../stats/intervals'
import type { GameObjective } from '../../tuning/gameObjective'
import type { LuckOfBest, LuckSource } from '../../tuning/luck'
import type { GamesSummary, NoiseSource } from '../../tuning/noise'
import type { OptimizerConfig, OptimizerKind } from '../../tuning/optimizerConfig'
import type { TuningPreset } from '../../tuning/presets'
import { FEWEST_VALIDATION_GAMES, MAX_VALIDATION_GAMES, type Budget, type TuningConfig } from '../../tuning/tuningConfig'
import type { LabErrorData } from '../../errors'
import { profileNameShape, tuningConfigShape, type Profile } from '../files'
import { seedShape } from '../shapes'
import {
  EVALUATION_SORTS,
  type EvaluationQuery,
  type RunState,
  type StoredEvaluation,
  type ValidationSubject,
} from '../storedRuns'
import { call, idShape, nothing } from './call'

/** A preset with its words. */
export interface PresetView extends TuningPreset {
  /** By the field's path, `optimizer.c1`: why it is assumed, as a sentence. */
  readonly reasons: Readonly<Record<string, string>>
}

/** What a form begins from. */
export interface TuningForms {
  readonly presets: readonly PresetView[]
  /** A run of each family of each other game. */
  readonly games: readonly TuningConfig<GameObjective>[]
  /** The usual settings of each optimiser. */
  readonly defaults: Readonly<Record<OptimizerKind, OptimizerConfig>>
}

/** Expected value and the range that it falls in 19 times out of 20, as far as the past tells. */
export interface Range {
  readonly low: number
  readonly middle: number
  readonly high: number
}

/** From some games that were played with the settings: random weights of the start, and those of the objective. */
export interface RunEstimate {
  readonly evaluations: number
  /** Of the whole run, without its validation. */
  readonly games: number
  readonly secondsPerEvaluation: Range
  /** On this machine's threads, with nothing else to do. */
  readonly seconds: Range
  /** Of choosing and validating the best at the end. */
  readonly validationSeconds: Range
  readonly threads: number
  /** What it is told from. */
  readonly gamesPlayed: number
}

/** One line of the list of runs; also what is told as a run goes on. */
export interface RunRow {
  readonly id: number
  readonly name: string
  readonly state: RunState
  /** Runs that wait before it; absent unless it waits itself. */
  readonly ahead?: number
  /** What a running one does. */
  readonly phase: 'searching' | 'validating'
  /** What `games` counts everywhere: pairs of games against an opponent, or games of 2048. */
  readonly unit: 'game' | 'pair'
  readonly optimizer: OptimizerKind
  readonly seed: number
  readonly budget: Budget
  /** Complete batches. */
  readonly iterations: number
  readonly evaluations: number
  /** Most that the budget lets happen. */
  readonly planned: number
  readonly failed: number
  readonly retried: number
  readonly games: number
  /** Spent computing. */
  readonly seconds: number
  /** Of the whole, validation included: 0 … 1. */
  readonly progress: number
  /** Seconds to the end of the whole; absent unless it runs and its pace is known. */
  readonly eta?: Range
  /** Over the last seconds; absent unless it runs. */
  readonly gamesPerSecond?: number
  /** What the optimiser holds for best: an optimistic figure, until a validation says what it is worth. */
  readonly best: BestView | null
  /** What the best is worth on unseen seeds; `null` before its validation is complete. */
  readonly validated: Validated | null
  readonly error: LabErrorData | null
  readonly created: number
  readonly started: number | null
  readonly ended: number | null
  readonly deleted: boolean
}

export interface BestView {
  /** The candidate. */
  readonly id: number
  /** By the tuned parameter's id. */
  readonly weights: Readonly<Record<string, number>>
  /** The mean of all evaluations of this point, in the fitness's unit. */
  readonly fitness: number
  readonly evaluations: number
}

export interface Validated {
  /** Which candidate was chosen: not always the one that looked best. */
  readonly candidate: number
  readonly weights: Readonly<Record<string, number>>
  readonly games: number
  /** Points; of pairs of games against an opponent in the unit of the fitness. */
  readonly mean: number
  /** For one look. */
  readonly interval: Interval
  /** Holds at every look; `null` where an earlier lab validated it. */
  readonly always: Interval | null
}

/** Games of one player on seeds that no run trains on. */
export interface ValidationView {
  readonly id: number
  readonly subject: ValidationSubject
  /** `null` of the origin. */
  readonly candidate: number | null
  readonly weights: Readonly<Record<string, number>>
  /** Batches that were complete: where it stands on the convergence chart. */
  readonly iteration: number
  /** `select`: to choose between the best few; a chosen one's mean of these is optimistic. `report`: on seeds that chose nothing. */
  readonly purpose: 'select' | 'report'
  /** Whether a person asked for it: of several the best was picked for being high, which nothing corrects. */
  readonly byHand: boolean
  readonly games: number
  readonly done: number
  /** `null` until all games are played. */
  readonly summary: ValidationSummary | null
}

export interface ValidationSummary extends GamesSummary {
  /** For the mean, at the level of `interval`, valid at every look; `null` before the burn-in, absent where an earlier lab played the games. */
  readonly always?: Interval | null
  readonly median: number
  readonly max: number
  /** By face: the share of games that reached the tile or a larger one, with its 95 % interval; nothing of other games. */
  readonly reach: Readonly<Record<string, { readonly share: number; readonly interval: Interval }>>
  /** Of pairs of games against an opponent. */
  readonly match?: MatchSummary
  readonly msPerMove: number
  /** Of the games in their order what the mean is of, where they are too few for an interval. */
  readonly scores?: readonly number[]
}

/** With its interval, at the level of the validation. */
export interface MeanWithin {
  readonly mean: number
  readonly interval: Interval
}

/** For the tuned player, over pairs of games. */
export interface MatchSummary {
  /** Utility at the end. */
  readonly score: MeanWithin
  /** 1 for a win, ½ for a draw. */
  readonly wins: MeanWithin
}

export interface RunView extends RunRow {
  readonly config: TuningConfig
  /** The first evaluation of the best; `null` until it is stored. */
  readonly bestEvaluation: EvaluationRow | null
  /** What the validated candidate looked like in the search; `null` before there is one. */
  readonly chosenFitness: number | null
  /** Of all stored evaluations that did not fail; `null` while there are too few. */
  readonly luck: LuckView | null
  readonly validations: readonly ValidationView[]
  /** Where `validated` is from, and the weights that the run was to improve on the same games; `null` before they are complete. */
  readonly report: ValidationView | null
  readonly originReport: ValidationView | null
  /** Candidates that were validated for a report: each was a look at whether the run had done enough. */
  readonly looks: number
  readonly gain: GainView | null
  /** Version, kernel, threads and machine that began it. */
  readonly provenance: unknown
}

/** The validated best against the weights that the run was to improve, on the same seeds: mean difference of the pairs, at the level of the validation. */
interface GainView {
  readonly difference: number
  /** For one look. */
  readonly interval: Interval
  /** Holds at every look; `null` before the burn-in. A run can always be extended, so this one says whether there is a gain. */
  readonly always: Interval | null
}

/** How far the best of as many equal candidates as were evaluated would look above them by luck alone. */
export interface LuckView extends LuckOfBest {
  readonly evaluations: number
  readonly from: LuckSource
}

/** One row of the table of evaluations. */
export interface EvaluationRow extends Omit<StoredEvaluation, 'position' | 'velocity'> {
  /** In the order of the run's tuned parameters. */
  readonly weights: readonly number[]
}

export interface EvaluationWindow {
  readonly rows: readonly EvaluationRow[]
  readonly total: number
}

type Column = readonly (number | null)[]

/** Complete batches as columns, thinned out evenly to at most `points`; the last is always there. */
export interface RunColumns {
  readonly iteration: readonly number[]
  /** Evaluations and games up to its end. */
  readonly evaluations: readonly number[]
  readonly games: readonly number[]
  /** The optimiser's best so far. */
  readonly gbest: Column
  /** Over the evaluations of the batch; `null` where all of them failed. */
  readonly best: Column
  readonly mean: Column
  /** Half of the 95 % interval of that mean (Student's). */
  readonly meanHalf: Column
  readonly median: Column
  readonly p10: Column
  readonly p90: Column
  /** Standard deviation between the evaluations of the batch. */
  readonly spread: Column
  /**
   * Standard error of an evaluation: the root mean square of theirs; of evaluations of one game, which have none, that of the games
   * of validations at the level of the batch, or an assumed one.
   */
  readonly noise: Column
  /** What the noise of the last batch is known from. */
  readonly noiseFrom: NoiseSource
  /** How far the best of as many equal candidates would look above them by luck alone. */
  readonly luck: Column
  /** `null` without luck. */
  readonly luckFrom: LuckSource | null
  /** Mean distance to the centroid, in diagonals of the bounds. */
  readonly diversity: Column
  /** Mean length of the velocities, in diagonals of the bounds; `null` where there are none. */
  readonly speed: Column
  /** Share of coordinates at a bound. */
  readonly atBounds: readonly number[]
  readonly gamesPerSecond: Column
  /** In the order of the run's tuned parameters. */
  readonly weights: readonly {
    readonly id: string
    readonly gbest: Column
    readonly median: readonly number[]
    readonly p10: readonly number[]
    readonly p90: readonly number[]
  }[]
}

/** One batch: where its candidates stand and what brought them there. */
export interface PopulationView {
  readonly iteration: number
  readonly ids: readonly number[]
  readonly particles: Column
  /** A row a candidate, in the order of the run's tuned parameters. */
  readonly weights: readonly (readonly number[])[]
  /** Of the weights on a linear scale, else of their logarithms; `null` where there is none. */
  readonly velocities: readonly (readonly number[] | null)[]
  /** Weights that they would have come from in a straight line; `null` where there is no velocity. */
  readonly origins: readonly (readonly number[] | null)[]
  readonly fitness: Column
}

/** Evaluations as columns, for charts of single evaluations. */
export interface EvaluationPoints {
  readonly id: readonly number[]
  readonly iteration: readonly number[]
  readonly fitness: readonly number[]
  readonly standardError: Column
  /** Half of the 95 % interval of its games (Student's); `null` of fewer than ten. */
  readonly half: Column
  /** A column a tuned parameter, in the run's order. */
  readonly weights: readonly (readonly number[])[]
  /** Evaluations that they were taken from. */
  readonly of: number
}

/** Weights that a run found, for whatever can read JSON. */
export interface ExportedWeights {
  readonly game: string
  readonly family: string
  /** By name, those that were not tuned among them. */
  readonly weights: Readonly<Record<string, number>>
  /** As `lab tune --opponent` takes it; absent of 2048, whose players are profiles. */
  readonly player?: string
  /** Where they come from, and whether unseen games chose them. */
  readonly run: { readonly id: number; readonly candidate: number; readonly validated: boolean }
}

const runId = z.strictObject({ id: idShape })
const runIds = z.strictObject({ ids: z.array(idShape).min(1).max(1000) })
const configArg = z.strictObject({ config: tuningConfigShape })
const pointCount = z.int().min(10).max(5000)
const candidateId = z.int().min(0)

const evaluationQueryShape: z.ZodType<EvaluationQuery> = z.strictObject({
  run: idShape,
  from: z.int().min(0).exactOptional(),
  to: z.int().min(0).exactOptional(),
  failed: z.boolean().exactOptional(),
  stopped: z.boolean().exactOptional(),
  minFitness: z.number().exactOptional(),
  ids: z.array(z.int().min(0)).max(5000).exactOptional(),
  sort: z.enum(EVALUATION_SORTS),
  descending: z.boolean(),
  offset: z.int().min(0).max(1e9),
  limit: z.int().min(0).max(1000),
})

export const TUNING_CALLS = {
  tuningForms: call<TuningForms>()(nothing),
  /** Looks a form through. @returns what is wrong, by the path of its field; nothing where a run may start. */
  checkTuning: call<readonly FieldProblem[]>()(z.strictObject({ config: z.unknown() })),
  /**
   * Plays some games with the settings, for about two seconds; `null` where none of them ends within twenty. `CANCELLED` where another is asked
   * for, a run is started or taken up, or nobody wants it any more.
   */
  estimateRun: call<RunEstimate | null>()(configArg),
  stopEstimate: call<void>()(nothing),

  /** Every run that is not deleted, the newest first. */
  runs: call<readonly RunRow[]>()(nothing),
  run: call<RunView>()(runId),
  /** Queues it; it begins at once unless another computes. */
  startRun: call<RunView>()(configArg),
  /** What it has in hand is dropped and computed again later; nothing else is lost. */
  pauseRun: call<RunRow>()(runId),
  resumeRun: call<RunRow>()(runId),
  /** Gives it up; it can still be validated, extended or resumed. */
  stopRun: call<RunRow>()(runId),
  /** More of its budget's unit, and queues it. */
  extendRun: call<RunRow>()(z.strictObject({ id: idShape, count: z.int().min(1).max(1e9) })),
  /** The same settings from the beginning, with another seed: the one given, or one drawn. */
  cloneRun: call<RunView>()(z.strictObject({ id: idShape, seed: seedShape.optional() })),
  renameRun: call<RunRow>()(z.strictObject({ id: idShape, name: z.string().min(1).max(80) })),
  /** One that is computed is paused first. @returns how many there were. */
  deleteRuns: call<number>()(runIds),
  restoreRuns: call<number>()(runIds),
  /**
   * Plays games on unseen seeds, for a run that rests. With no candidate named it chooses the best where the run stands and compares it with the
   * origin, as at the end. A named one plays as many games as that, or `games`, which nothing else of the run plays; the choice stays what it is.
   */
  validateRun: call<RunRow>()(
    z
      .strictObject({
        id: idShape,
        candidates: z.array(candidateId).min(1).max(20).optional(),
        games: z.int().min(FEWEST_VALIDATION_GAMES).max(MAX_VALIDATION_GAMES).optional(),
      })
      .refine(({ candidates, games }) => candidates || games === undefined, {
        path: ['games'],
        message: 'the choice plays as many games as the run says: name candidates with them',
      }),
  ),
  /** Makes a profile of a validated candidate, the one that was chosen unless named, with its origin and its statistics. `NAME_TAKEN` */
  promoteRun: call<Profile>()(
    z.strictObject({
      id: idShape,
      candidate: candidateId.optional(),
      name: profileNameShape,
      title: z.string().min(1).max(80).optional(),
    }),
  ),

  /** The weights that validation chose, before that those that look best; `BAD_REQUEST` before any. */
  runWeights: call<ExportedWeights>()(runId),

  runEvaluations: call<EvaluationWindow>()(evaluationQueryShape),
  /** The batches from `from` on, thinned out. */
  runColumns: call<RunColumns>()(z.strictObject({ id: idShape, points: pointCount, from: z.int().min(0).optional() })),
  runPopulation: call<PopulationView>()(z.strictObject({ id: idShape, iteration: z.int().min(0) })),
  /** The best share of the evaluations (1: all), thinned out evenly to at most `points`; of all of them the best are always there. */
  runPoints: call<EvaluationPoints>()(z.strictObject({ id: idShape, points: pointCount, share: z.number().min(0.0001).max(1) })),
} as const

/** What is wrong with one field of a form. */
export interface FieldProblem {
  /** Its path, `optimizer.c1`; empty where it is the whole. */
  readonly field: string
  readonly message: string
}
