/** Tuning runs: starting them, controlling them, and reading their results. All calls are refused if the data folder is unusable. */
import { lineShape } from '../texts'
import { countShape, wholeShape, z } from '../zod'
import type { Growth } from '../../growingColumns'
import type { Interval } from '../../stats/intervals'
import type { GameObjective } from '../tuning/gameObjective'
import type { Unit } from '../tuning/objective'
import type { RunSetup } from '../tuning/runTraits'
import type { FitnessModel } from '../../tuning/fitnessModel'
import type { LuckOfBest, LuckSource } from '../../tuning/luck'
import type { GamesSummary, NoiseSource } from '../../tuning/noise'
import type { OptimizerConfig, OptimizerKind } from '../../tuning/optimizerConfig'
import type { TuningPreset } from '../tuning/presets'
import { FEWEST_VALIDATION_GAMES, MAX_VALIDATION_GAMES, type Budget, type TuningConfig } from '../tuning/tuningConfig'
import { profileNameShape, sharedRunShape, tuningConfigShape, type Profile, type SharedRun } from '../files'
import { seedShape } from '../shapes'
import {
  EVALUATION_SORTS,
  type StoredBest,
  type StoredEvaluation,
  type StoredTuning,
  type StoredValidated,
  type StoredValidation,
} from '../storedRuns'
import { call, idShape, nothing } from './call'
import type { CsvCell } from '../../csv'

/** A preset with its texts. */
export interface PresetView extends TuningPreset {
  /** By the field's path, `optimizer.c1`: why its value is assumed, as a sentence. */
  readonly reasons: Readonly<Record<string, string>>
}

/** Initial contents of a form. */
export interface TuningForms {
  readonly presets: readonly PresetView[]
  /** One run for each family of each other game. */
  readonly games: readonly TuningConfig<GameObjective>[]
  /** Default settings of each optimiser. */
  readonly defaults: Readonly<Record<OptimizerKind, OptimizerConfig>>
}

/** Expected value and its 95 % range, estimated from the past. */
export interface Range {
  readonly low: number
  readonly middle: number
  readonly high: number
}

/** Estimated from some games with these settings: with random initial weights, and with the weights of the objective. */
export interface TuningEstimate {
  readonly evaluations: number
  /** For the whole run, without its validation. */
  readonly games: number
  readonly secondsPerEvaluation: Range
  /** On this machine's threads, with nothing else running. */
  readonly seconds: Range
  /** Time to choose and validate the best at the end. */
  readonly validationSeconds: Range
  readonly threads: number
  /** Games behind the estimate. */
  readonly gamesPlayed: number
}

/** A line of the list of runs; also the payload of progress events. */
export interface TuningRow extends Omit<
  StoredTuning,
  'config' | 'provenance' | 'goal' | 'ms' | 'best' | 'validated' | 'updated'
> {
  /** Runs that wait before it; absent unless it waits itself. */
  readonly ahead?: number
  /** What a running run is doing. `collecting`: finding the boards of the wall test. */
  readonly phase: 'collecting' | 'searching' | 'validating'
  /** The unit of every `games`. */
  readonly unit: Unit
  /** `grid`: only in runs of earlier labs. */
  readonly optimizer: OptimizerKind | 'grid'
  /** Only an earlier lab can continue it. */
  readonly retired?: true
  readonly seed: number
  readonly budget: Budget
  readonly setup: RunSetup
  /** Maximum number of evaluations that the budget allows. */
  readonly planned: number
  /** Computing time. */
  readonly seconds: number
  /** Share of the whole run that is done, validation included: 0 … 1. */
  readonly progress: number
  /** Seconds to the end of the whole run; absent unless it runs and its pace is known. */
  readonly eta?: Range
  /** Over the last seconds; absent unless it runs. */
  readonly gamesPerSecond?: number
  /** The optimiser's best so far. Its fitness is optimistic until a validation measures it. */
  readonly best: BestView | null
  /** The mean of the best on unseen seeds; `null` before its validation is complete. */
  readonly validated: Validated | null
  /** Candidates validated for a report when `validated` was known; absent in the events of runs of earlier labs. */
  readonly looks?: number
  readonly deleted: boolean
}

/** Weights by the tuned parameter's id. */
interface Weighted {
  readonly weights: Readonly<Record<string, number>>
}

export type BestView = Omit<StoredBest, 'position'> & Weighted

export interface Validated extends Omit<StoredValidated, 'position' | 'always' | 'looks'>, Weighted {
  /** Valid at every look; `null` if an earlier lab validated it. */
  readonly always: Interval | null
}

/** Games of one player on seeds that no run trains on. */
export interface ValidationView extends Omit<StoredValidation, 'run' | 'position' | 'from' | 'created' | 'summary'>, Weighted {
  /** `null` until all games are played. */
  readonly summary: ValidationSummary | null
}

export interface ValidationSummary extends GamesSummary {
  /**
   * For the mean, at the level of `interval`, valid at every look; `null` before the burn-in and for phases of the wall test, absent if an earlier lab played the games.
   */
  readonly always?: Interval | null
  readonly median: number
  readonly max: number
  /** By face: the share of games that reached the tile or a larger one, with its 95 % interval; empty for other games. */
  readonly reach: Readonly<Record<string, { readonly share: number; readonly interval: Interval }>>
  /** For pairs of games against an opponent. */
  readonly match?: MatchSummary
  readonly msPerMove: number
  /** The games' values in order, if they are too few for an interval. */
  readonly scores?: readonly number[]
}

/** A mean with its interval, at the level of the validation. */
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

export interface TuningView extends TuningRow {
  readonly config: TuningConfig
  /** The first evaluation of the best; `null` until it is stored. */
  readonly bestEvaluation: EvaluationRow | null
  /** The fitness of the validated candidate in the search; `null` before there is one. */
  readonly chosenFitness: number | null
  /** Over all stored evaluations that did not fail; `null` while there are too few. */
  readonly luck: LuckView | null
  readonly validations: readonly ValidationView[]
  /** The report that `validated` comes from, and the origin's on the same games; `null` before they are complete. */
  readonly report: ValidationView | null
  readonly originReport: ValidationView | null
  /** Candidates validated for a report: each was a look at whether the run had found enough. */
  readonly looks: number
  readonly gain: GainView | null
  /** Version, kernel, threads and machine that began it. */
  readonly provenance: unknown
}

/** The validated best against the run's origin, on the same seeds: mean difference of the pairs, at the level of the validation. */
interface GainView {
  readonly difference: number
  /** Valid for a single look. `null` for phases of fewer than ten games, and if no phase differs. */
  readonly interval: Interval | null
  /** Valid at every look; `null` before the burn-in. A run can always be extended, so this interval decides if there is a gain. */
  readonly always: Interval | null
}

/** How far the best of equally good candidates, as many as were evaluated, would look above them by luck alone. */
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

/** Complete batches as columns, thinned out to at most `points` and the last. */
export interface TuningColumns extends Growth {
  /** What all rows depend on; another one makes the next answer whole. */
  readonly basis: string
  readonly iteration: readonly number[]
  /** Evaluations and games up to its end. */
  readonly evaluations: readonly number[]
  readonly games: readonly number[]
  /** The optimiser's best so far. */
  readonly gbest: Column
  /** Over the evaluations of the batch; `null` if all of them failed. */
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
   * Standard error of an evaluation: the root mean square over the batch. Evaluations of one game have none; then that of validation games
   * at the level of the batch, or an assumed one.
   */
  readonly noise: Column
  /** Source of the last batch's noise; `null` without noise. */
  readonly noiseFrom: NoiseSource | null
  /** How far the best of as many equally good candidates would look above them by luck alone. */
  readonly luck: Column
  /** `null` without luck. */
  readonly luckFrom: LuckSource | null
  /** Mean distance to the centroid, in diagonals of the bounds. */
  readonly diversity: Column
  /** Mean length of the velocities, in diagonals of the bounds; `null` if there are none. */
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

/** One batch: the positions of its candidates and the moves that led there. */
export interface PopulationView {
  readonly iteration: number
  readonly ids: readonly number[]
  readonly particles: Column
  /** One row per candidate, in the order of the run's tuned parameters. */
  readonly weights: readonly (readonly number[])[]
  /** Velocities of the weights on a linear scale, otherwise of their logarithms; `null` if there is none. */
  readonly velocities: readonly (readonly number[] | null)[]
  /** The weights at the start of a straight move; `null` if there is no velocity. */
  readonly origins: readonly (readonly number[] | null)[]
  readonly fitness: Column
}

/** Evaluations as columns, for charts of single evaluations. */
export interface EvaluationPoints extends Growth {
  /** Number of the best evaluations that a thinned series has too. */
  readonly best: number
  readonly id: readonly number[]
  readonly iteration: readonly number[]
  readonly fitness: readonly number[]
  readonly standardError: Column
  /** Half of the 95 % interval of its games (Student's); `null` for fewer than ten. */
  readonly half: Column
  /** One column per tuned parameter, in the run's order. */
  readonly weights: readonly (readonly number[])[]
  /** Number of evaluations that they were taken from. */
  readonly of: number
}

/** What a model of a run's fitness finds in its first evaluations. */
export interface FitnessModelView extends Pick<FitnessModel, 'evaluations' | 'explained' | 'weights'> {
  /** Number of evaluations that the model's were taken from. */
  readonly of: number
}

/** The model's mean over two weights, by rows upwards: at the middles of equal cells between the bounds, on the scales of the weights. */
export interface ContourView {
  readonly means: readonly (readonly number[])[]
}

/** Weights that a run found, as JSON for other programs. */
export interface ExportedWeights {
  readonly game: string
  readonly family: string
  /** By name, including those that were not tuned. */
  readonly weights: Readonly<Record<string, number>>
  /** In the notation of `lab tune --opponent`; absent for 2048, whose players are profiles. */
  readonly player?: string
  /** Their run, and whether games on unseen seeds chose them. */
  readonly run: { readonly id: number; readonly candidate: number; readonly validated: boolean }
}

const runId = z.strictObject({ id: idShape })
const configArg = z.strictObject({ config: tuningConfigShape })
const pointCount = wholeShape(10, 5000)
const candidateId = countShape
const modelledShape = { id: idShape, evaluations: countShape }
const weightPlace = wholeShape(0, 1000)
const growingShape = { id: idShape, points: pointCount, after: countShape.optional() }

const evaluationQueryShape = z.strictObject({
  run: idShape,
  /** Closed range of batches. */
  from: countShape.exactOptional(),
  to: countShape.exactOptional(),
  failed: z.boolean().exactOptional(),
  stopped: z.boolean().exactOptional(),
  minFitness: z.number().exactOptional(),
  /** Only these, if they exist. */
  ids: z.array(countShape).max(5000).readonly().exactOptional(),
  sort: z.enum(EVALUATION_SORTS),
  descending: z.boolean(),
  offset: wholeShape(0, 1e9),
  limit: wholeShape(0, 1000),
})

export type EvaluationQuery = Readonly<z.infer<typeof evaluationQueryShape>>
export type EvaluationFilter = Omit<EvaluationQuery, 'run' | 'sort' | 'descending' | 'offset' | 'limit'>

const promotionShape = z.strictObject({
  ...{ id: idShape, candidate: candidateId.optional() },
  ...{ name: profileNameShape, title: lineShape(80).optional() },
})
/** The profile to make of a validated candidate, by default of the chosen one. */
export type Promotion = z.infer<typeof promotionShape>

export const TUNING_CALLS = {
  tuningForms: call<TuningForms>()(nothing),
  /** Checks a form. @returns problems by the path of their field; none if the run may start */
  checkTuning: call<readonly FieldProblem[]>()({ config: z.unknown() }),
  /**
   * Plays some games with the settings, for about two seconds; `null` if none of them ends within twenty. `CANCELLED` by another estimate,
   * by a run that starts or resumes, or if no page needs it any more.
   */
  estimateTuning: call<TuningEstimate | null>()(configArg),
  stopEstimate: call<void>()(nothing),

  /** Every run that is not deleted, newest first. */
  tunings: call<readonly TuningRow[]>()(nothing),
  tuning: call<TuningView>()(runId),
  /** Adds a run to the queue; it starts at once unless another is computing. */
  startTuning: call<TuningView>()(configArg),
  /** Ends it early; it can still be validated, extended or resumed. */
  stopTuning: call<TuningRow>()(runId),
  /** Adds to its budget, in the budget's unit, and queues it. */
  extendTuning: call<TuningRow>()({ id: idShape, count: wholeShape(1, 1e9) }),
  /** With its results, for another lab. `BAD_REQUEST` says why it cannot be shared. */
  shareTuning: call<SharedRun>()(runId),
  /** Adds a run of another lab with its results, or finds it. It rests; `BAD_FILE` names the place of a fault. */
  receiveTuning: call<TuningRow>()({ run: sharedRunShape }),
  /** A run with the same settings and another seed: the given one, or a random one. */
  cloneTuning: call<TuningView>()({ id: idShape, seed: seedShape.optional() }),
  /**
   * Plays games on unseen seeds, for a run that is not computing. Without a candidate it chooses the best so far and compares it with the
   * origin, as at the end. A given candidate plays the same number of games, or `games`, on seeds that nothing else in the run plays; the
   * choice does not change.
   */
  validateTuning: call<TuningRow>()(
    z
      .strictObject({
        id: idShape,
        candidates: z.array(candidateId).min(1).max(20).optional(),
        games: wholeShape(FEWEST_VALIDATION_GAMES, MAX_VALIDATION_GAMES).optional(),
      })
      .refine(({ candidates, games }) => candidates || games === undefined, {
        path: ['games'],
        message: 'the choice plays as many games as the run says: name candidates with them',
      }),
  ),
  /** Saves a validated candidate, by default the chosen one, as a profile with its origin and statistics. `NAME_TAKEN` */
  promoteTuning: call<Profile>()(promotionShape),
  /** The profile that `promoteTuning` would save. */
  tuningProfile: call<Profile>()(promotionShape),
  /** The weights that validation chose, or before that those that look best; `BAD_REQUEST` before any. */
  tuningWeights: call<ExportedWeights>()(runId),

  tuningEvaluations: call<EvaluationWindow>()(evaluationQueryShape),
  /** All batches, or for a reader that holds columns those after its last one, unless their basis has changed; at least the last. */
  tuningColumns: call<TuningColumns>()({ ...growingShape, basis: z.string().max(200).optional() }),
  tuningPopulation: call<PopulationView>()({ id: idShape, iteration: countShape }),
  /** The evaluations that did not fail, or those after the last one that a reader holds; the best of all are always included. */
  tuningPoints: call<EvaluationPoints>()(growingShape),
  /** A model of the fitness, of the first evaluations; `null` for fewer than `FEWEST_MODELLED` that did not fail. */
  tuningModel: call<FitnessModelView | null>()(modelledShape),
  /** The same model over two weights, by their places in the run's order. `BAD_REQUEST` without two such weights. */
  tuningContour: call<ContourView | null>()({ ...modelledShape, across: weightPlace, up: weightPlace }),
} as const

/** A problem with one field of a form. */
export interface FieldProblem {
  /** The path, `optimizer.c1`; empty for the form as a whole. */
  readonly field: string
  readonly message: string
}

/** An evaluation as a row of a file: its own fields, the tuned weights, then the results of its games. */
export function evaluationCells(row: EvaluationRow): CsvCell[] {
  return [
    ...[row.id, row.iteration, row.purpose, row.particle, row.again, ...row.weights, row.fitness, row.standardError],
    ...[row.mean, row.meanError, row.games, Number(row.stopped), row.ms, row.error],
  ]
}
