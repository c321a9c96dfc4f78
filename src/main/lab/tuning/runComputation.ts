import { tuningConfigShape } from '../../../core/contract/files'
import { parseShape } from '../../../core/contract/shapes'
import type { TuningProgress, StoredTuning } from '../../../core/contract/storedRuns'
import { isWallObjective } from '../../../core/contract/tuning/objective'
import type { TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import type { Store } from '../../store/store'
import { PoolObjective, type Evaluated, type Objective } from './objective'
import type { RunPool } from './runGames'
import { RunPace } from './runPace'
import { RunSearch } from './runSearch'
import { CONTENDERS, RunValidation, validatedOf } from './runValidation'
import { configOf, type LiveRun } from './runViews'
import { lacksBoards, withBoards, type BoardPool } from './wallSets'

export interface ComputationOptions {
  readonly store: Pick<Store, 'runs' | 'evaluations' | 'validations'>
  readonly pool: RunPool & BoardPool
  /** Absent: games over the pool. */
  readonly objective?: ((config: TuningConfig) => Objective) | undefined
  /** Called for every evaluation and every game of a validation: must be cheap. */
  readonly onProgress: (evaluated?: Evaluated) => void
}

/** One run during its computation: search, then validation. */
export class RunComputation implements LiveRun {
  #config: TuningConfig
  #pace = new RunPace()
  #search: RunSearch | undefined
  #gamesLeft = 0
  /** The progress at the end of the search: its time is continued, and the validation measures its own. */
  #searched: TuningProgress | undefined
  #isValidating = false
  #validationFrom = 0

  /** @throws {LabError} `BAD_STORE` for a configuration that this lab does not support */
  constructor(
    private readonly run: StoredTuning,
    private readonly options: ComputationOptions,
  ) {
    this.#config = parseShape(tuningConfigShape, configOf(run), `tuning run ${run.id}`, 'BAD_STORE')
  }

  get phase(): LiveRun['phase'] {
    if (lacksBoards(this.#config)) return 'collecting'
    return this.#isValidating ? 'validating' : 'searching'
  }

  get gamesLeft(): number {
    return this.#gamesLeft
  }

  get pace(): RunPace {
    return this.#pace
  }

  get progress(): TuningProgress {
    const progress = this.#searched ?? this.#search?.progress ?? this.run
    return this.#isValidating ? { ...progress, ms: progress.ms + performance.now() - this.#validationFrom } : progress
  }

  /** Runs until the goal is reached or the signal aborts. @returns the run's new state; `undefined` if it was aborted */
  async compute(signal: AbortSignal): Promise<'finished' | 'paused' | undefined> {
    const { run } = this
    const { store } = this.options
    await this.#findBoards(signal)
    if (lacksBoards(this.#config)) return undefined
    const search = await this.#openSearch()
    if (run.goal === 'finish') {
      await search.run(signal)
      if (signal.aborted) return undefined
    }
    const here: StoredTuning = { ...run, ...search.progress }
    this.#beginValidation(search.progress)
    const validation = new RunValidation({
      ...this.options,
      ...{ run: here, config: this.#config, pace: this.#pace },
      onProgress: left => {
        this.#gamesLeft = left
        this.options.onProgress()
      },
    })
    // once the search is over the choice is next, whatever else was requested meanwhile
    if (search.isDone || (await validation.hasBegun())) await validation.finish(search.optimizer.contenders(CONTENDERS), signal)
    else await validation.playAll(signal)
    const validated = validatedOf(await store.validations.list(run.id))
    if (validated) await store.runs.change(run.id, { validated })
    if (signal.aborted) return undefined
    return search.isDone ? 'finished' : 'paused' // a run that was only validated may have more to search
  }

  /** Once, and kept with the run: every candidate plays the same boards. */
  async #findBoards(signal: AbortSignal): Promise<void> {
    const { store, pool, onProgress } = this.options
    const { objective, ...config } = this.#config
    if (!isWallObjective(objective) || !lacksBoards(this.#config)) return
    const found = await withBoards(pool, { ...config, objective }, signal)
    if (!found) return
    await store.runs.change(this.run.id, { config: found })
    this.#config = found
    onProgress()
  }

  async #openSearch(): Promise<RunSearch> {
    const { run } = this
    const { store, pool, objective, onProgress } = this.options
    this.#search = await RunSearch.open({
      ...{ store, run, config: this.#config, pace: this.#pace, onProgress },
      objective: objective?.(this.#config) ?? new PoolObjective(pool, this.#config.objective, this.#config.seed),
    })
    return this.#search
  }

  #beginValidation(searched: TuningProgress): void {
    this.#searched = searched
    this.#isValidating = true
    this.#validationFrom = performance.now()
    this.#pace = new RunPace()
  }
}
