/** Tuning runs as a service: one computes, the others wait in a queue. */
import type { TuningEstimate, TuningRow, TuningView } from '../../../core/contract/calls'
import type { TuningState, StoredEvaluation, StoredTuning } from '../../../core/contract/storedRuns'
import type { SharedRun } from '../../../core/contract/files'
import { LabError, type LabErrorData } from '../../../core/errors'
import { type TuningConfig, checkTuning, retiredIn } from '../../../core/contract/tuning/tuningConfig'
import type { Pool } from '../../compute/pool/pool'
import type { Store } from '../../store/store'
import { failureData } from '../ground/labFeature'
import { Runs, type RunsOptions, type Turn } from '../runs/runs'
import { optimizerAt } from './checkpoint'
import { estimateRun } from './estimate'
import type { Evaluated, Objective } from './objective'
import type { RunProvenance } from '../ground/provenance'
import { RunComputation } from './runComputation'
import { RunReader } from './runReader'
import { receiveRun, sharedRunOf } from './sharedRun'
import { withoutFoundBoards } from './wallSets'
import { beginningOf, CONTENDERS, isChoiceBegun, reportsByHand } from './runValidation'
import { configOf, nameOf, workOf, type LiveRun } from './runViews'

export interface TuningOptions extends RunsOptions<TuningRow> {
  readonly store: Store
  readonly pool: Pool
  readonly provenance: () => RunProvenance
  /** Called for every evaluation of the run that computes: must be cheap. */
  readonly onEvaluated?: (run: number, evaluated: Evaluated) => void
  readonly drawSeed: () => number
  /** Present if the store is only read: then nothing can be changed. `isAlone`: no other lab computes the runs of the folder. */
  readonly reading?: { readonly isAlone: boolean } | undefined
  /** Absent: games over the pool. */
  readonly objective?: (config: TuningConfig) => Objective
  /** ms after which an estimate ends if some games have ended. */
  readonly estimateMs?: number
}

/** Every method throws why the data folder is unusable, errors of the store, and `NOT_FOUND` for a run that does not exist. */
export class Tuning extends Runs<number, StoredTuning, TuningRow> {
  #computation: { readonly id: number; readonly live: LiveRun } | undefined
  /** State of the run that computes, once it is paused. */
  #ending: 'paused' | 'stopped' = 'paused'
  #ready: Promise<unknown> | undefined

  /** The stored runs, and the live data of the one that computes. */
  readonly runs: RunReader

  constructor(private readonly options: TuningOptions) {
    super('tuning', options)
    this.runs = new RunReader({
      open: () => this.#open(),
      live: id => (this.#computation?.id === id ? this.#computation.live : undefined),
      standing: id => this.standing(id),
      isAlone: options.reading?.isAlone ?? false,
    })
  }

  /** @throws {LabError} `CANCELLED` if another one, a run or `stopEstimate` ended it */
  async estimate(config: TuningConfig): Promise<TuningEstimate | undefined> {
    checkTuning(config)
    const { pool, estimateMs } = this.options
    return this.measure(signal => estimateRun(pool, config, signal, estimateMs))
  }

  /** Boards that another run found do not count: the run finds its own, of its seed and weights. */
  start(settings: TuningConfig): Promise<TuningView> {
    return this.steer(async () => {
      const config = checkTuning(withoutFoundBoards(settings))
      const store = await this.#open()
      const { id } = await this.enqueue(
        await store.runs.add({ name: config.title, config, provenance: this.options.provenance() }),
      )
      return this.runs.view(id)
    })
  }

  /** Starts the same run with another seed. */
  async clone(id: number, seed?: number): Promise<TuningView> {
    const run = refuseRetired(await this.find(id))
    return this.start({ ...configOf(run), seed: seed ?? this.options.drawSeed() })
  }

  /** With its results, for another lab. */
  async share(id: number): Promise<SharedRun> {
    return sharedRunOf(await this.#open(), refuseRetired(await this.find(id)))
  }

  /** Adds a run of another lab, or finds it. */
  receive(shared: SharedRun): Promise<TuningRow> {
    return this.steer(async () => this.send(await receiveRun(await this.#open(), shared, this.options.provenance())))
  }

  /** A paused run may still be stopped. */
  stop(id: number): Promise<TuningRow> {
    return this.steer(async () => {
      if (this.#computation?.id === id) this.#ending = 'stopped'
      if (await this.rest(id)) return this.rowOf(await this.find(id))
      return this.send(await this.rested(await this.find(id), 'stopped'))
    })
  }

  /** Adds to its budget, in its own unit. */
  extend(id: number, count: number): Promise<TuningRow> {
    return this.steer(async () => {
      const run = refuseRetired(await this.#resting(id))
      const config = configOf(run)
      const longer = checkTuning({ ...config, budget: { ...config.budget, count: config.budget.count + count } })
      return this.#enqueueAs(run, { config: longer, goal: 'finish' })
    })
  }

  /**
   * Queues games on unseen seeds: a choice between the best so far, as at the end; or reports of these candidates, which do not take part
   * in the choice.
   * @param games of each candidate
   */
  validate(id: number, candidates?: readonly number[], games?: number): Promise<TuningRow> {
    return this.steer(() => this.#validate(id, candidates, games))
  }

  async #validate(id: number, candidates?: readonly number[], games?: number): Promise<TuningRow> {
    const store = await this.#open()
    const run = refuseRetired(await this.#resting(id))
    const known = await store.validations.list(id)
    const config = configOf(run)
    if (candidates) {
      const found = await Promise.all(candidates.map(each => this.#candidate(store, id, each)))
      await store.validations.begin(reportsByHand(run, config, found, games ?? config.validation.games, known))
    } else if (!isChoiceBegun(run, known)) {
      const contenders = (await optimizerAt(store, run, config)).optimizer.contenders(CONTENDERS)
      if (contenders.length === 0) throw new LabError('BAD_REQUEST', `Run ${id} has no best yet: resume it first.`)
      await store.validations.begin(beginningOf(run, config, contenders))
    }
    return this.#enqueueAs(run, { goal: 'validate' })
  }

  async #candidate(store: Store, run: number, candidate: number): Promise<StoredEvaluation> {
    const [evaluation] = await store.evaluations.range(run, candidate, 1)
    if (!evaluation) throw new LabError('NOT_FOUND', `Run ${run} has no candidate ${candidate}.`, { id: run })
    return evaluation
  }

  find(id: number): Promise<StoredTuning> {
    return this.runs.run(id)
  }

  protected idOf({ id }: StoredTuning): number {
    return id
  }

  protected rowOf(run: StoredTuning): TuningRow {
    return this.runs.rowOf(run)
  }

  protected jobOf(run: StoredTuning) {
    return { title: nameOf(run), ...workOf(run) }
  }

  protected override async named(id: number, name: string): Promise<StoredTuning> {
    return (await this.#open()).runs.change(id, { name })
  }

  protected override async setDeleted(id: number, isDeleted: boolean): Promise<StoredTuning | undefined> {
    const { runs } = await this.#open()
    const run = await runs.get(id)
    if (isDeleted) {
      const rested = run && (await this.rested(run))
      return (await runs.remove([id])) > 0 ? rested : undefined
    }
    return (await runs.restore([id])) > 0 ? runs.get(id) : undefined
  }

  protected override async rested(run: StoredTuning, state: 'paused' | 'stopped' = 'paused'): Promise<StoredTuning> {
    const isResting = run.state !== 'queued' && run.state !== 'running'
    if (isResting && (state === 'paused' || run.state !== 'paused')) return run
    return (await this.#open()).runs.change(run.id, { state, ended: state === 'stopped' ? Date.now() : null })
  }

  protected override toResume(run: StoredTuning): Promise<StoredTuning> {
    return this.#queuedAs(refuseRetired(run), { goal: 'finish' })
  }

  async #open(): Promise<Store> {
    const { store, reading } = this.options
    if (!reading) await (this.#ready ??= store.runs.interruptAll()) // this process computes nothing yet, so no run computes
    return store
  }

  async #resting(id: number): Promise<StoredTuning> {
    const run = await this.find(id)
    if (run.state !== 'queued' && run.state !== 'running') return run
    throw new LabError('BAD_REQUEST', `Run ${id} is ${run.state}: pause it first.`, { id })
  }

  async #enqueueAs(run: StoredTuning, changes: { goal: StoredTuning['goal']; config?: TuningConfig }): Promise<TuningRow> {
    return this.enqueue(await this.#queuedAs(run, changes))
  }

  async #queuedAs({ id }: StoredTuning, changes: { goal: StoredTuning['goal']; config?: TuningConfig }): Promise<StoredTuning> {
    const store = await this.#open()
    return store.runs.change(id, { ...changes, state: 'queued', error: null, ended: null })
  }

  /** Saves how it ended. If the store cannot save that it failed, its row has the reason all the same. */
  protected async compute(turn: Turn<StoredTuning>): Promise<void> {
    const { store, onFailure, onEvaluated } = this.options
    const { id } = turn.run
    const end = async (state: TuningState, error: LabErrorData | null = null) =>
      (turn.run = await store.runs.change(id, { state, error, ended: state === 'paused' ? null : Date.now() }))
    this.#ending = 'paused'
    try {
      const { started } = await this.find(id)
      turn.run = await store.runs.change(id, { state: 'running', started: started ?? Date.now() })
      const live = new RunComputation(turn.run, {
        ...this.options,
        onProgress: evaluated => {
          if (evaluated) onEvaluated?.(id, evaluated)
          const { done, total } = workOf(turn.run, live)
          turn.progress(done, total)
        },
      })
      this.#computation = { id, live }
      turn.progress()
      await end((await live.compute(turn.signal)) ?? this.#ending)
    } catch (error) {
      onFailure(error)
      const refused = (refusal: unknown) => {
        onFailure(refusal)
        return this.find(id) // as far as it is saved
      }
      await end(
        'failed',
        failureData(error, () => undefined),
      )
        .catch(refused)
        .then(
          run => (turn.run = run),
          () => undefined,
        )
      throw error
    } finally {
      this.#computation = undefined
    }
  }
}

/** @throws {LabError} `BAD_REQUEST` for a run that only an earlier lab can continue */
function refuseRetired(run: StoredTuning): StoredTuning {
  const retired = retiredIn(run.config)
  if (!retired) return run
  throw new LabError(
    'BAD_REQUEST',
    `Run ${run.id} uses ${retired.name}, which new runs do not have: it computes no more. Start a new run with the rest of its settings.`,
    { id: run.id, field: retired.field },
  )
}
