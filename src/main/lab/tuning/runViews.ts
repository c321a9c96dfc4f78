/** Stored runs in the form for pages and the terminal. */
import type {
  BestView,
  EvaluationRow,
  TuningRow,
  TuningView,
  Validated,
  ValidationSummary,
  ValidationView,
} from '../../../core/contract/calls'
import type {
  TuningProgress,
  StoredBest,
  StoredEvaluation,
  StoredTuning,
  StoredValidated,
  StoredValidation,
  ValidationGame,
} from '../../../core/contract/storedRuns'
import { legibleName } from '../../../core/contract/texts'
import { pairedShareDifference, type PairedCluster } from '../../../core/stats/clusteredShare'
import { confidenceSequence } from '../../../core/stats/confidenceSequence'
import { meanIntervalSteps } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import { summaryValue } from '../../../core/tuning/fitness'
import { isWallObjective, originOf, unitOf, type ObjectiveSpec } from '../../../core/contract/tuning/objective'
import { setupOf } from '../../../core/contract/tuning/runTraits'
import { weightsAt, type TunedParameter } from '../../../core/tuning/tunedParameter'
import {
  type TuningConfig,
  gridPoints,
  plannedEvaluations,
  retiredIn,
  withoutRetired,
} from '../../../core/contract/tuning/tuningConfig'
import { paced } from '../ground/throttle'
import { phaseGroups } from './validationSummary'
import type { RunPace } from './runPace'
import { CONTENDERS, looksAt, selectionGames, type Choice } from './runValidation'

/** Data that only the process that computes the run has. */
export interface LiveRun {
  readonly progress: TuningProgress
  readonly phase: TuningRow['phase']
  /** Remaining games of validations, once it validates. */
  readonly gamesLeft: number
  readonly pace: RunPace
}

const NO_TITLE = 'Untitled'

/** Also of a run of an earlier lab, which took other characters. */
export function nameOf({ name }: Pick<StoredTuning, 'name'>): string {
  return legibleName(name, NO_TITLE)
}

/** Checked when it was stored, and again before it is computed. */
export function configOf(run: Pick<StoredTuning, 'config'>): TuningConfig {
  const config = withoutRetired(run.config as Partial<TuningConfig> | null)
  return { ...config, title: legibleName(config?.title ?? '', NO_TITLE) } as TuningConfig // an earlier lab took other characters
}

/** Games of the validation at the end: of the contenders, the chosen one and the origin. */
export function validationGames(config: TuningConfig): number {
  return CONTENDERS * selectionGames(config) + 2 * config.validation.games
}

export function rowOf(run: StoredTuning, live?: LiveRun, deleted = false): TuningRow {
  const { id, state, error, created, started, ended } = run
  const config = configOf(run)
  const { tuned, games } = config.objective
  const { iterations, evaluations, failed, retried, best, ms, games: played } = live?.progress ?? run
  const planned = plannedOf(run)
  const left = live?.phase === 'validating' ? live.gamesLeft : planned - evaluations + validationGames(config) / games
  const eta = live?.pace.left(left)
  const gamesPerSecond = live?.pace.gamesPerSecond
  return {
    ...{ id, name: nameOf(run), state },
    phase: live?.phase ?? (run.goal === 'validate' ? 'validating' : 'searching'),
    unit: unitOf(config.objective),
    optimizer: config.optimizer.kind,
    ...(retiredIn(config) && { retired: true }),
    seed: config.seed,
    budget: config.budget,
    setup: setupOf(config),
    ...{ iterations, evaluations, planned, failed, retried, games: played },
    seconds: ms / 1000,
    progress: progressOf(run, live),
    ...(eta && { eta }),
    ...(gamesPerSecond !== undefined && { gamesPerSecond }),
    best: best && bestView(best, tuned),
    validated: run.validated && validatedView(run.validated, tuned),
    ...(run.validated?.looks !== undefined && { looks: run.validated.looks }),
    ...{ error, created, started, ended, deleted },
  }
}

/** Evaluations of its whole budget; with what new runs lack, as many as it makes at the rate of its batches so far. */
function plannedOf(run: StoredTuning): number {
  const config = configOf(run)
  if (!retiredIn(config)) return plannedEvaluations(config)
  const { state, evaluations, iterations } = run
  const { kind, count } = config.budget
  if (state === 'finished') return evaluations
  const rate = evaluations / Math.max(1, iterations)
  return Math.min(gridPoints(config), kind === 'evaluations' ? Math.max(count, evaluations) : Math.ceil(rate * count))
}

/** For its job. */
export function workOf(run: StoredTuning, live?: LiveRun): { readonly done: number; readonly total: number } {
  const total = plannedOf(run)
  return { done: Math.round(progressOf(run, live) * total), total }
}

function progressOf(run: StoredTuning, live: LiveRun | undefined): number {
  if (run.state === 'finished') return 1
  const config = configOf(run)
  const { evaluations } = live?.progress ?? run
  const planned = plannedOf(run)
  const [search, validation] = [planned * config.objective.games, validationGames(config)]
  const share = search / (search + validation)
  const isSearching = live ? live.phase !== 'validating' : evaluations < planned
  if (isSearching) return share * Math.min(1, evaluations / planned)
  const played = live ? validation - live.gamesLeft : (run.validationGames ?? 0)
  return share + (1 - share) * Math.min(1, Math.max(0, played / validation))
}

function bestView({ position, ...rest }: StoredBest, tuned: readonly TunedParameter[]): BestView {
  return { ...rest, weights: weightsAt(tuned, position) }
}

function validatedView(
  { position, always = null, looks: _, ...rest }: StoredValidated,
  tuned: readonly TunedParameter[],
): Validated {
  return { ...rest, weights: weightsAt(tuned, position), always }
}

export function viewOf(
  run: StoredTuning,
  row: TuningRow,
  validations: readonly StoredValidation[],
  {
    best,
    chosen,
    choice,
    gain,
    luck,
  }: {
    readonly best: StoredEvaluation | undefined
    readonly chosen: StoredEvaluation | undefined
    readonly choice: Choice | undefined
    readonly gain: TuningView['gain']
    readonly luck: TuningView['luck']
  },
): TuningView {
  const config = configOf(run)
  return {
    ...row,
    config,
    bestEvaluation: best ? evaluationRow(best, config.objective.tuned) : null,
    chosenFitness: row.validated?.candidate === row.best?.id ? (row.best?.fitness ?? null) : (chosen?.fitness ?? null),
    validations: validations.map(each => validationView(each, config)),
    report: choice ? validationView(choice.report, config) : null,
    originReport: choice?.origin ? validationView(choice.origin, config) : null,
    looks: looksAt(validations),
    gain,
    luck,
    provenance: run.provenance,
  }
}

function validationView(
  { run: _run, position, from: _from, created: _created, summary, ...rest }: StoredValidation,
  { objective }: TuningConfig,
): ValidationView {
  const { tuned } = objective
  const origin = () => Object.fromEntries(tuned.map(({ id }) => [id, originOf(objective)[id]!]))
  return {
    ...rest,
    weights: position ? weightsAt(tuned, position) : origin(),
    summary: summary as ValidationSummary | null,
  }
}

/** The validated best against the origin, by pairs of the same seeds: at least two. @param seed of the resamples */
export async function gainOf(
  objective: ObjectiveSpec,
  report: StoredValidation,
  best: readonly ValidationGame[],
  origin: readonly ValidationGame[],
  { level, seed }: { readonly level: number; readonly seed: number },
): Promise<TuningView['gain']> {
  const { fitness } = objective
  if (isWallObjective(objective)) return survivalGain(phaseGroups(objective, report, origin.length), best, origin)
  const differences = best
    .slice(0, origin.length)
    .map((game, i) => summaryValue(fitness, game) - summaryValue(fitness, origin[i]!))
  return {
    difference: mean(differences),
    interval: await paced(meanIntervalSteps(differences, seed, undefined, level)),
    always: confidenceSequence(differences, { level }),
  }
}

/** Like `lab walls --against`: by the games that the boards come from. @param groups the game of each phase */
function survivalGain(
  groups: readonly number[],
  best: readonly ValidationGame[],
  origin: readonly ValidationGame[],
): TuningView['gain'] {
  const clusters = new Map<number, PairedCluster>()
  for (const [i, { wins }] of origin.entries()) {
    const { one, other, trials } = clusters.get(groups[i]!) ?? { one: 0, other: 0, trials: 0 }
    clusters.set(groups[i]!, { one: one + best[i]!.wins!, other: other + wins!, trials: trials + 1 })
  }
  return { ...pairedShareDifference([...clusters.values()]), always: null }
}

export function evaluationRow(evaluation: StoredEvaluation, tuned: readonly TunedParameter[]): EvaluationRow {
  const { position, velocity: _velocity, ...rest } = evaluation
  return { ...rest, weights: weightList(position, tuned) }
}

/** In the order of the tuned parameters. */
export function weightList(position: ArrayLike<number>, tuned: readonly TunedParameter[]): number[] {
  const weights = weightsAt(tuned, Array.from(position))
  return tuned.map(({ id }) => weights[id]!)
}
