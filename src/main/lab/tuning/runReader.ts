import type {
  Arg,
  ContourView,
  EvaluationPoints,
  EvaluationQuery,
  EvaluationWindow,
  ExportedWeights,
  FitnessModelView,
  PopulationView,
  Promotion,
  TuningColumns,
  TuningRow,
  TuningView,
  ValidationSummary,
} from '../../../core/contract/calls'
import type { Profile } from '../../../core/contract/files'
import type { StoredTuning, StoredValidation } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { roundedDown, rowsAfter, stepFor } from '../../../core/growingColumns'
import { FEWEST_GAMES } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import { MOST_MODELLED, contourOf, modelOf, type FitnessModel } from '../../../core/tuning/fitnessModel'
import { luckOfEvaluations, luckOfGames, type Luck } from '../../../core/tuning/luck'
import { resamplingSeed } from '../../../core/tuning/seeds'
import { gameNoise, type GameNoise } from '../../../core/tuning/noise'
import { makePlayerText } from '../../../core/contract/playerText'
import { heuristicAt } from '../../../core/contract/tuning/gameObjective'
import { isGameObjective, originOf } from '../../../core/contract/tuning/objective'
import { weightsAt } from '../../../core/tuning/tunedParameter'
import { type TuningConfig, retiredIn } from '../../../core/contract/tuning/tuningConfig'
import type { StoreReader } from '../../store/store'
import { reassessedFitness } from './checkpoint'
import { paced } from '../ground/throttle'
import type { Standing } from '../runs/runs'
import { profileOf } from './promotion'
import { chartColumns, pointsOf, populationOf } from './runCharts'
import { choiceOf, looksAt, type Choice } from './runValidation'
import { configOf, evaluationRow, gainOf, rowOf, viewOf, type LiveRun } from './runViews'

/** Evaluations to estimate luck from before any validation. */
const LATEST = 2000

type Runs = Pick<StoreReader, 'runs' | 'evaluations' | 'validations'>

/** Best evaluations in every thinned series, or half of a smaller one. */
const BEST_OF_POINTS = 200

/** Noise of one game of a run's candidates. */
function gameNoiseOf(run: StoredTuning, validations: readonly StoredValidation[]): GameNoise | undefined {
  const measured = validations.filter(({ subject, summary }) => subject === 'candidate' && summary !== null)
  if (measured.reduce((games, { done }) => games + done, 0) < FEWEST_GAMES) return gameNoise(configOf(run).objective.fitness, [])
  return gameNoise(
    configOf(run).objective.fitness,
    measured.map(({ summary }) => summary as ValidationSummary),
  )
}

/** Stored evaluations that have a fitness: what a best is picked of, and what charts of single evaluations draw from. */
const comparable = ({ evaluations, failed }: StoredTuning) => evaluations - failed

/** Runs whose luck is cached: the list of a page asks for that of each. */
const HELD_LUCK = 100

interface KnownLuck {
  readonly luck: Luck
  /** Mean fitness of the games or evaluations behind it. */
  readonly level: number
}

interface CachedLuck {
  /** The games or evaluations behind it. */
  readonly of: string
  readonly known: KnownLuck | undefined
}

export interface RunReaderOptions {
  readonly open: () => Promise<Runs>
  /** Data of a run that this process computes. */
  readonly live: (id: number) => LiveRun | undefined
  readonly standing: (id: number) => Standing
  /** True if no lab computes the runs: one that is listed as computing was left by a kill, or by a full disk. */
  readonly isAlone: boolean
}

/** Stored tuning runs. Every method throws errors of opening the store, and `NOT_FOUND` for a run that does not exist. */
export class RunReader {
  /** Gain of the last run requested. */
  #gained: { readonly of: string; readonly gain: TuningView['gain'] } | undefined
  /** Luck of the runs requested last, by run. */
  readonly #lucky = new Map<number, { readonly of: string; readonly luck: Promise<CachedLuck> }>()
  /** The last model requested: its importance and its contours are. */
  #modelled: { readonly of: string; readonly model: Promise<FitnessModel | undefined> } | undefined

  constructor(private readonly options: RunReaderOptions) {}

  /** Newest first. */
  async list(): Promise<readonly TuningRow[]> {
    const { runs, validations } = await this.options.open()
    const withLooks = async (run: StoredTuning): Promise<StoredTuning> => {
      const { id, validated } = run
      if (!validated || validated.looks !== undefined) return run
      return { ...run, validated: { ...validated, looks: looksAt(await validations.list(id)) } }
    }
    return (await Promise.all((await runs.list()).map(withLooks))).map(run => this.rowOf(run))
  }

  async run(id: number): Promise<StoredTuning> {
    const { runs } = await this.options.open()
    const run = await runs.get(id)
    if (!run) throw new LabError('NOT_FOUND', `There is no tuning run number ${id}; it may have been deleted.`, { id })
    return this.#asEnded(run)
  }

  rowOf(stored: StoredTuning): TuningRow {
    const run = this.#asEnded(stored)
    const { live, standing } = this.options
    const { ahead } = standing(run.id)
    return { ...rowOf(run, live(run.id)), ...(ahead !== undefined && { ahead }) }
  }

  /** The store may not have saved how it ended. */
  #asEnded(run: StoredTuning): StoredTuning {
    const { standing, isAlone } = this.options
    const { problem } = standing(run.id)
    if (problem) return { ...run, state: 'failed', error: problem }
    const isLeft = isAlone && (run.state === 'running' || run.state === 'queued')
    return isLeft ? { ...run, state: 'paused', error: null, ended: null } : run
  }

  async view(id: number): Promise<TuningView> {
    const { runs, validations, evaluations } = await this.options.open()
    const [run, known] = await Promise.all([this.run(id), validations.list(id)])
    const row = this.rowOf(run)
    const choice = choiceOf(known)
    const [{ known: luckKnown }, [best], [first], gain, again] = await Promise.all([
      this.#luckOf(run, known),
      row.best ? evaluations.range(id, row.best.id, 1) : [],
      row.validated ? evaluations.range(id, row.validated.candidate, 1) : [],
      this.#gain(configOf(run), choice),
      row.validated && retiredIn(run.config) ? reassessedFitness({ runs }, id, row.validated.candidate) : undefined,
    ])
    const chosen = first && again !== undefined ? { ...first, fitness: again } : first
    const evaluated = comparable(run)
    const worth = (choice?.report.summary as ValidationSummary | undefined)?.fitness ?? luckKnown?.level
    const luck =
      luckKnown && worth !== undefined
        ? { ...luckKnown.luck.of(evaluated, worth), evaluations: evaluated, from: luckKnown.luck.from }
        : null
    return viewOf(run, row, known, { best, chosen, choice, gain, luck })
  }

  /** Cached, because the gain of two complete validations is final, and a page requests it twice a second. */
  async #gain({ objective, seed }: TuningConfig, choice: Choice | undefined): Promise<TuningView['gain']> {
    if (!choice?.origin) return null
    const { report, origin } = choice
    const of = `${report.id} ${report.created} ${origin.id} ${origin.created}`
    if (this.#gained?.of !== of) {
      const { validations } = await this.options.open()
      const games = await Promise.all([validations.games(report.id), validations.games(origin.id)])
      const { level } = report.summary as ValidationSummary
      this.#gained = { of, gain: await gainOf(objective, report, ...games, { level, seed: resamplingSeed(seed) }) }
    }
    return this.#gained.gain
  }

  /**
   * From the games of the validated best; otherwise of the last candidate that was validated; otherwise from the latest evaluations.
   * Cached from the request on: it is requested as often as the gain, by several calls at once, and its resamples take a tenth of a second.
   */
  async #luckOf(run: StoredTuning, known: readonly StoredValidation[]): Promise<CachedLuck> {
    const isEnough = ({ subject, purpose, games, summary }: StoredValidation): boolean =>
      subject === 'candidate' && purpose === 'report' && games >= FEWEST_GAMES && summary !== null
    const chosen = choiceOf(known)?.report
    const validation = chosen && isEnough(chosen) ? chosen : known.findLast(isEnough)
    // a computing run estimates it anew only now and then: the charts of all its batches depend on it
    const until = this.options.live(run.id) ? roundedDown(run.evaluations) : run.evaluations
    const of = validation ? `${validation.id} ${validation.created}` : `${run.id}: ${until}`
    const held = this.#lucky.get(run.id)
    if (held?.of === of) return held.luck
    const luck = this.#newLuck(run, validation, until).then(its => ({ of, known: its }))
    this.#lucky.delete(run.id) // a newer entry goes last
    this.#lucky.set(run.id, { of, luck })
    for (const [oldest] of this.#lucky) if (this.#lucky.size > HELD_LUCK) this.#lucky.delete(oldest)
    luck.catch(() => {
      if (this.#lucky.get(run.id)?.luck === luck) this.#lucky.delete(run.id) // the next request tries again
    })
    return luck
  }

  /** @param until its number of evaluations */
  async #newLuck(run: StoredTuning, validation: StoredValidation | undefined, until: number): Promise<CachedLuck['known']> {
    const { fitness, games } = configOf(run).objective
    const { validations, evaluations } = await this.options.open()
    const seed = resamplingSeed(configOf(run).seed)
    if (validation) {
      const luck = await paced(luckOfGames(fitness, await validations.games(validation.id), games, seed))
      const level = (validation.summary as ValidationSummary).fitness
      return luck && { luck, level }
    }
    const rows = await evaluations.range(run.id, Math.max(0, until - LATEST), Math.min(until, LATEST))
    const measured = rows.flatMap(row => (row.fitness === null ? [] : [{ ...row, fitness: row.fitness }]))
    const luck = await paced(luckOfEvaluations(fitness, measured, seed))
    return luck && { luck, level: mean(measured.map(each => each.fitness)) }
  }

  /** The profile of a validated candidate; see `profileOf`. */
  async profile(wanted: Promotion): Promise<Profile> {
    const { validations } = await this.options.open()
    return profileOf(await this.run(wanted.id), await validations.list(wanted.id), wanted, async validation =>
      (await validations.games(validation)).map(({ score }) => score),
    )
  }

  /**
   * The weights that validation chose, or before that those that look best; for another game than 2048, also the player.
   * @throws {LabError} `BAD_REQUEST` before any
   */
  async weights(id: number): Promise<ExportedWeights> {
    return weightsOf(await this.run(id))
  }

  async evaluations({ run: id, sort, descending, offset, limit, ...filter }: EvaluationQuery): Promise<EvaluationWindow> {
    const { evaluations } = await this.options.open()
    const run = await this.run(id)
    const [rows, total] = await Promise.all([
      evaluations.window({ run: id, sort, descending, offset, limit, ...filter }),
      evaluations.count(id, filter),
    ])
    return { rows: rows.map(row => evaluationRow(row, configOf(run).objective.tuned)), total }
  }

  async columns({ id, points, after, basis: held }: Arg<'tuningColumns'>): Promise<TuningColumns> {
    const { evaluations, validations } = await this.options.open()
    const [run, known] = await Promise.all([this.run(id), validations.list(id)])
    const lucky = await this.#luckOf(run, known)
    const basis = `${known.filter(({ summary }) => summary !== null).length} ${lucky.of}`
    const growth = { step: stepFor(run.iterations, points), after: basis === held ? (after ?? null) : null }
    const iterations = await evaluations.iterations(id, rowsAfter(growth.after ?? -1, run.iterations - 1, growth.step))
    const columns = chartColumns(iterations, configOf(run).objective.tuned, gameNoiseOf(run, known), lucky.known?.luck)
    return { ...growth, basis, ...columns }
  }

  async population(id: number, iteration: number): Promise<PopulationView> {
    const { evaluations } = await this.options.open()
    const run = await this.run(id)
    const found = await evaluations.iteration(id, iteration)
    if (!found) throw new LabError('NOT_FOUND', `Run ${id} has no complete batch ${iteration}.`, { id, iteration })
    const rows = await evaluations.range(id, found.first, found.evaluations)
    return populationOf(iteration, rows, configOf(run).objective.tuned)
  }

  async points({ id, points, after }: Arg<'tuningPoints'>): Promise<EvaluationPoints> {
    const { evaluations } = await this.options.open()
    const run = await this.run(id)
    const best = run.evaluations <= points ? 0 : Math.min(BEST_OF_POINTS, Math.floor(points / 2))
    const step = stepFor(run.evaluations, points - best)
    const rows = await evaluations.sample(id, { after: after ?? -1, last: run.evaluations - 1, step, best })
    return { ...{ step, best, after: after ?? null }, ...pointsOf(rows, comparable(run), configOf(run).objective.tuned) }
  }

  async model({ id, evaluations: of }: Arg<'tuningModel'>): Promise<FitnessModelView | null> {
    const run = await this.run(id)
    const model = await this.#modelOf(run, of)
    if (!model) return null
    const { evaluations, explained, weights } = model
    return { evaluations, explained, weights, of: Math.min(of, run.evaluations) }
  }

  async contour({ id, evaluations: of, across, up }: Arg<'tuningContour'>): Promise<ContourView | null> {
    const run = await this.run(id)
    const { tuned } = configOf(run).objective
    if (across === up || Math.max(across, up) >= tuned.length)
      throw new LabError('BAD_REQUEST', `Run ${id} has no two weights ${across} and ${up}.`, { id, across, up })
    const model = await this.#modelOf(run, of)
    return model ? { means: await paced(contourOf(model, tuned, across, up)) } : null
  }

  #modelOf(run: StoredTuning, of: number): Promise<FitnessModel | undefined> {
    const key = `${run.id}: ${of}`
    if (this.#modelled?.of !== key) {
      const model = this.#newModel(run, of)
      this.#modelled = { of: key, model }
      model.catch(() => {
        if (this.#modelled?.model === model) this.#modelled = undefined // the next request tries again
      })
    }
    return this.#modelled.model
  }

  async #newModel(run: StoredTuning, of: number): Promise<FitnessModel | undefined> {
    const { evaluations } = await this.options.open()
    const last = Math.min(of, run.evaluations) - 1
    const step = stepFor(last + 1, MOST_MODELLED)
    const rows = (await evaluations.sample(run.id, { after: -1, last, step, best: 0 })).filter(({ id }) => id <= last)
    const { tuned } = configOf(run).objective
    const columns = tuned.map((_, d) => Float64Array.from(rows, ({ position }) => position[d]!))
    const values = Float64Array.from(rows, ({ fitness }) => fitness!)
    return paced(modelOf({ columns, values }, tuned, resamplingSeed(configOf(run).seed)))
  }
}

/** The weights that validation chose, or before that those that look best. @throws {LabError} `BAD_REQUEST` before any */
function weightsOf(run: StoredTuning): ExportedWeights {
  const { objective } = configOf(run)
  const { id, validated, best } = run
  const found = validated
    ? { candidate: validated.candidate, position: validated.position }
    : best && { candidate: best.id, ...best }
  if (!found) throw new LabError('BAD_REQUEST', `Run ${id} has no best yet: resume it first.`, { id })
  const { candidate, position } = found
  const weights = { ...originOf(objective), ...weightsAt(objective.tuned, position) }
  const from = { id, candidate, validated: validated !== null }
  if (!isGameObjective(objective)) return { game: 'twenty48', family: objective.evaluator.family, weights, run: from }
  const player = makePlayerText({ ...objective.player, heuristic: heuristicAt(objective, position) })
  return { game: objective.game, family: objective.family, weights, player, run: from }
}
