/** Tuning runs as a service: one computes, the others wait in a queue. */
import type { RunEstimate, RunRow, RunView } from '../../../core/contract/calls'
import type { StoredEvaluation, StoredRun } from '../../../core/contract/storedRuns'
import { LabError, type LabErrorData } from '../../../core/errors'
import { retiredIn } from '../../../core/contract/tuning/retired'
import { checkTuning, type TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import type { Pool } from '../../compute/pool/pool'
import type { Store } from '../../store/store'
import { failureData } from '../ground/failure'
import { RunQueue } from '../jobs/runQueue'
import { optimizerAt } from './checkpoint'
import { estimateRun } from './estimate'
import type { Evaluated, Objective } from './objective'
import type { RunProvenance } from './runProvenance'
import { RunComputation } from './runComputation'
import { RunReader, type RunEnding } from './runReader'
import { withoutFoundBoards } from './wallSets'
import { beginningOf, CONTENDERS, isChoiceBegun, reportsByHand } from './runValidation'
import { configOf, rowOf } from './runViews'

export interface TuningOptions {
  readonly store: Store
  readonly pool: Pool
  readonly provenance: () => RunProvenance
  /** Receives a run that changed, at most 4 times per second while it computes, and always its last state. */
  readonly onRow: (row: RunRow) => void
  /** Called for every evaluation of the run that computes: must be cheap. */
  readonly onEvaluated?: (run: number, evaluated: Evaluated) => void
  /** Receives the error that ended a run, and failed evaluations. */
  readonly onFailure: (error: unknown) => void
  readonly drawSeed: () => number
  /** Present if the store is only read: then nothing can be changed. `isAlone`: no other lab computes the runs of the folder. */
  readonly reading?: { readonly isAlone: boolean } | undefined
  /** Absent: games over the pool. */
  readonly objective?: (config: TuningConfig) => Objective
  /** ms after which an estimate ends if some games have ended. */
  readonly estimateMs?: number
}

interface Active {
  readonly id: number
  /** `undefined` until it is read. */
  run: StoredRun | undefined
  computation: RunComputation | undefined
  /** The state once it has stopped. */
  ending: RunEnding['state']
}

/** Every method throws why the data folder is unusable, errors of the store, and `NOT_FOUND` for a run that does not exist. */
export class Tuning {
  #active: Active | undefined
  readonly #queue: RunQueue
  /** Ends of runs that the store could not save: its file has no room, or its thread is gone. */
  readonly #unsaved = new Map<number, RunEnding>()
  #ready: Promise<unknown> | undefined

  /** The stored runs, and the live data of the one that computes. */
  readonly runs: RunReader

  constructor(private readonly options: TuningOptions) {
    this.runs = new RunReader(
      () => this.#open(),
      id => (this.#active?.id === id ? this.#active.computation : undefined),
      id => this.#queue.ahead(id),
      run => this.#unsaved.get(run.id) ?? (options.reading?.isAlone ? leftBehind(run) : undefined),
    )
    this.#queue = new RunQueue({
      compute: (id, signal) => this.#compute(id, signal),
      onNews: id => this.#tellNews(id),
      onFailure: options.onFailure,
    })
  }

  /** @throws {LabError} `CANCELLED` if another one, a run or `stopEstimate` ended it */
  async estimate(config: TuningConfig): Promise<RunEstimate | undefined> {
    checkTuning(config)
    const { pool, estimateMs } = this.options
    return this.#queue.estimate(signal => estimateRun(pool, config, signal, estimateMs))
  }

  stopEstimate(): void {
    this.#queue.stopEstimate()
  }

  /** Boards that another run found do not count: the run finds its own, of its seed and weights. */
  start(settings: TuningConfig): Promise<RunView> {
    return this.#queue.steer(async () => {
      const config = checkTuning(withoutFoundBoards(settings))
      const store = await this.#open()
      const run = await store.runs.add({ name: config.title, config, provenance: this.options.provenance() })
      this.#queue.add(run.id)
      this.#tell(run)
      return this.runs.view(run.id)
    })
  }

  /** Starts the same run with another seed. */
  async clone(id: number, seed?: number): Promise<RunView> {
    const run = refuseRetired(await this.runs.run(id))
    return this.start({ ...configOf(run), seed: seed ?? this.options.drawSeed() })
  }

  /** Resumes a run. */
  resume(id: number): Promise<RunRow> {
    return this.#queue.steer(async () => {
      const run = await this.runs.run(id)
      if (run.state === 'queued' || run.state === 'running') return this.runs.rowOf(run)
      return this.#enqueueAs(refuseRetired(run), { goal: 'finish' })
    })
  }

  pause(id: number): Promise<RunRow> {
    return this.#queue.steer(() => this.#rest(id, 'paused'))
  }

  stop(id: number): Promise<RunRow> {
    return this.#queue.steer(() => this.#rest(id, 'stopped'))
  }

  /** Adds to its budget, in its own unit. */
  extend(id: number, count: number): Promise<RunRow> {
    return this.#queue.steer(async () => {
      const run = refuseRetired(await this.#resting(id))
      const config = configOf(run)
      const longer = checkTuning({ ...config, budget: { ...config.budget, count: config.budget.count + count } })
      return this.#enqueueAs(run, { config: longer, goal: 'finish' })
    })
  }

  async rename(id: number, name: string): Promise<RunRow> {
    const store = await this.#open()
    const run = await store.runs.change(id, { name })
    if (this.#active?.id === id) this.#active.run = run
    return this.#tell(run)
  }

  /** @returns how many existed */
  remove(ids: readonly number[]): Promise<number> {
    return this.#queue.steer(() => this.#remove(ids))
  }

  async #remove(ids: readonly number[]): Promise<number> {
    const store = await this.#open()
    const known = (await Promise.all(ids.map(id => store.runs.get(id)))).filter(run => run !== undefined)
    for (const { id, state } of known) if (state === 'queued' || state === 'running') await this.#rest(id, 'paused')
    const count = await store.runs.remove(ids)
    for (const run of known) this.options.onRow(rowOf(run, undefined, true))
    return count
  }

  /** @returns how many existed */
  async restore(ids: readonly number[]): Promise<number> {
    const store = await this.#open()
    const count = await store.runs.restore(ids)
    for (const id of ids) {
      const run = await store.runs.get(id)
      if (run) this.#tell(run)
    }
    return count
  }

  /**
   * Queues games on unseen seeds: a choice between the best so far, as at the end; or reports of these candidates, which do not take part
   * in the choice.
   * @param games of each candidate
   */
  validate(id: number, candidates?: readonly number[], games?: number): Promise<RunRow> {
    return this.#queue.steer(() => this.#validate(id, candidates, games))
  }

  async #validate(id: number, candidates?: readonly number[], games?: number): Promise<RunRow> {
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

  /** Settles when no run computes or waits. */
  idle(): Promise<void> {
    return this.#queue.idle()
  }

  /** Pauses the run that computes, and writes pending changes. */
  close(): Promise<void> {
    return this.#queue.close()
  }

  async #open(): Promise<Store> {
    const { store, reading } = this.options
    if (!reading) await (this.#ready ??= store.runs.interruptAll()) // this process computes nothing yet, so no run computes
    return store
  }

  async #resting(id: number): Promise<StoredRun> {
    const run = await this.runs.run(id)
    if (run.state !== 'queued' && run.state !== 'running') return run
    throw new LabError('BAD_REQUEST', `Run ${id} is ${run.state}: pause it first.`, { id })
  }

  #tell(run: StoredRun): RunRow {
    const row = this.runs.rowOf(run)
    this.options.onRow(row)
    return row
  }

  async #enqueueAs(run: StoredRun, changes: { goal: StoredRun['goal']; config?: TuningConfig }): Promise<RunRow> {
    const store = await this.#open()
    const queued = await store.runs.change(run.id, { ...changes, state: 'queued', error: null, ended: null })
    this.#unsaved.delete(run.id)
    this.#queue.add(run.id)
    return this.#tell(queued)
  }

  async #tellNews(id: number): Promise<void> {
    const run = this.#active?.id === id ? this.#active.run : await this.runs.run(id)
    if (run?.state === 'running' || run?.state === 'queued') this.#tell(run)
  }

  async #compute(id: number, signal: AbortSignal): Promise<void> {
    const { store } = this.options
    const active: Active = { id, run: undefined, computation: undefined, ending: 'paused' }
    this.#active = active
    try {
      const queued = await this.runs.run(id)
      active.run = await store.runs.change(id, { state: 'running', started: queued.started ?? Date.now() })
      active.computation = new RunComputation(active.run, {
        ...this.options,
        onProgress: evaluated => {
          if (evaluated) this.options.onEvaluated?.(id, evaluated)
          this.#queue.tell()
        },
      })
      this.#tell(active.run)
      const reached = await active.computation.compute(signal)
      await this.#end(active, reached ?? active.ending, null)
    } catch (error) {
      this.options.onFailure(error)
      await this.#end(
        active,
        'failed',
        failureData(error, () => undefined),
      ).catch(this.options.onFailure)
    } finally {
      this.#active = undefined
    }
  }

  /** Reports the end even if the store cannot save it, so that a page does not wait for a run that no longer computes. */
  async #end(active: Active, state: RunEnding['state'], error: LabErrorData | null): Promise<void> {
    const { store } = this.options
    const ending: RunEnding = { state, error, ended: state === 'paused' ? null : Date.now() }
    try {
      active.run = await store.runs.change(active.id, ending)
    } catch (refused) {
      if (state !== 'failed') throw refused
      this.#unsaved.set(active.id, ending)
      const known = active.run
      const read = this.runs.run(active.id) // as far as it is saved
      active.run = await (known ? read.catch(() => known) : read)
    }
    active.computation = undefined
    this.#tell(active.run)
  }

  /** Takes a run out of the queue or off the threads. A paused run may still be stopped. */
  async #rest(id: number, state: 'paused' | 'stopped'): Promise<RunRow> {
    const store = await this.#open()
    if (this.#active?.id === id) this.#active.ending = state
    if (await this.#queue.rest(id)) return this.runs.rowOf(await this.runs.run(id))
    const run = await this.runs.run(id)
    const isResting = run.state !== 'queued' && run.state !== 'running'
    if (isResting && (state === 'paused' || run.state !== 'paused')) return this.runs.rowOf(run)
    return this.#tell(await store.runs.change(id, { state, ended: state === 'stopped' ? Date.now() : null }))
  }
}

/** If no lab has the folder, a run that is listed as computing was left by a kill, or by a full disk. */
function leftBehind({ state }: StoredRun): RunEnding | undefined {
  return state === 'running' || state === 'queued' ? { state: 'paused', error: null, ended: null } : undefined
}

/** @throws {LabError} `BAD_REQUEST` for a run that only an earlier lab can continue */
function refuseRetired(run: StoredRun): StoredRun {
  const retired = retiredIn(run.config)
  if (!retired) return run
  throw new LabError(
    'BAD_REQUEST',
    `Run ${run.id} uses ${retired.name}, which new runs do not have: it computes no more. Start a new run with the rest of its settings.`,
    { id: run.id, field: retired.field },
  )
}
