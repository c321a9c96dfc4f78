import type {
  RunAdvance,
  StoredBest,
  StoredEvaluation,
  StoredIteration,
  StoredTuning,
  TuningProgress,
} from '../../../core/contract/storedRuns'
import type { Best, Bound, Optimizer } from '../../../core/tuning/optimizer'
import { searchBounds } from '../../../core/tuning/tunedParameter'
import { isBudgetSpent, type TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import type { Store } from '../../store/store'
import { optimizerAt, type Checkpoint } from './checkpoint'
import type { Evaluated, Objective } from './objective'
import type { RunPace } from './runPace'
import { WriteBehind } from '../saving/writeBehind'
import { mean, median, quantile, sampleStandardDeviation } from '../../../core/stats/summary'

export interface SearchOptions {
  readonly store: Pick<Store, 'runs' | 'evaluations'>
  readonly run: StoredTuning
  readonly config: TuningConfig
  readonly objective: Objective
  readonly pace: RunPace
  /** Called for every evaluation: must be cheap. */
  readonly onProgress: (evaluated: Evaluated) => void
}

/**
 * The search of a run, from its start or its current state to the end of its budget. The run's configuration alone determines it:
 * interruptions change nothing.
 */
export class RunSearch {
  readonly #bounds: readonly Bound[]
  readonly #writer: RunWriter
  /** Evaluations of the current batch. */
  #batch: StoredEvaluation[]
  #progress: Omit<TuningProgress, 'ms' | 'best'>
  /** Time until `#since`, of the run and of the batch. */
  #ms: number
  #batchMs: number
  #since = performance.now()
  #gamesBefore: number
  #best: StoredBest | null

  private constructor(
    private readonly options: SearchOptions,
    readonly optimizer: Optimizer,
    batchMs: number,
    batch: StoredEvaluation[],
  ) {
    const { run, config } = options
    this.#bounds = searchBounds(config.objective.tuned)
    this.#batch = batch
    const { iterations, evaluations, failed, retried, games } = run
    this.#progress = { iterations, evaluations, failed, retried, games }
    this.#ms = run.ms
    this.#batchMs = batchMs
    this.#best = run.best
    this.#gamesBefore = games - batch.reduce((sum, each) => sum + each.games, 0)
    this.#writer = new RunWriter(options.store, run.id, () => ({
      checkpoint: this.#checkpoint,
      progress: this.progress,
    }))
  }

  /** Resumes a run. @throws {LabError} `BAD_STORE` as `optimizerAt` */
  static async open(options: SearchOptions): Promise<RunSearch> {
    const { store, run, config } = options
    const { optimizer, batchMs } = await optimizerAt(store, run, config)
    const { first, candidates } = optimizer.snapshot()
    return new RunSearch(options, optimizer, batchMs, await store.evaluations.range(run.id, first, candidates.length))
  }

  get progress(): TuningProgress {
    return { ...this.#progress, ms: this.#ms + this.#sinceMs, best: this.#best }
  }

  /** True if the search is complete. */
  get isDone(): boolean {
    return isBudgetSpent(this.options.config.budget, this.optimizer)
  }

  /**
   * Runs until it is done or the signal aborts; all reported results are then in the store.
   * @throws what the objective or the store throws
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#since = performance.now()
    const either = AbortSignal.any([signal, this.#writer.signal]) // what cannot be saved is not played
    try {
      while (!signal.aborted && !this.isDone) {
        await this.options.objective.evaluate(this.optimizer.ask(), evaluated => this.#take(evaluated), either)
        await this.#writer.room()
      }
    } finally {
      await this.#writer.flush()
    }
  }

  #take(evaluated: Evaluated): void {
    const { candidate, result, retried } = evaluated
    const stored = storedOf(evaluated)
    const before = this.optimizer.iteration
    this.optimizer.tell([{ id: candidate.id, fitness: result?.fitness ?? NaN }])
    this.#batch.push(stored)
    this.#progress = {
      iterations: this.optimizer.iteration,
      evaluations: this.#progress.evaluations + 1,
      failed: this.#progress.failed + (result ? 0 : 1),
      retried: this.#progress.retried + (retried ? 1 : 0),
      games: this.#progress.games + stored.games,
    }
    this.#writer.add(stored, this.optimizer.iteration > before ? this.#endBatch() : undefined)
    this.options.pace.add(stored.games, stored.ms)
    this.options.onProgress(evaluated)
  }

  #endBatch(): StoredIteration {
    const { best } = this.optimizer
    const evaluations = this.#batch.toSorted((a, b) => a.id - b.id)
    const ms = this.#batchMs + this.#sinceMs
    const ended = iterationOf(evaluations, this.#bounds, best, { gamesBefore: this.#gamesBefore, ms })
    if (best) this.#best = { id: best.id, position: best.params, fitness: best.fitness, evaluations: 1 }
    this.#batch = []
    this.#gamesBefore = this.#progress.games
    this.#ms += this.#sinceMs
    this.#batchMs = 0
    this.#since = performance.now()
    return ended
  }

  get #checkpoint(): Checkpoint {
    return { optimizer: this.optimizer.snapshot(), batchMs: this.#batchMs + this.#sinceMs }
  }

  get #sinceMs(): number {
    return performance.now() - this.#since
  }
}

function storedOf({ candidate, result, error, ms }: Evaluated): StoredEvaluation {
  const { id, iteration, particle, params, velocity } = candidate
  return {
    ...{ id, iteration, ms, error, purpose: 'move', again: null },
    particle: particle ?? null,
    position: Float64Array.from(params),
    velocity: velocity ? Float64Array.from(velocity) : null,
    fitness: result?.fitness ?? null,
    standardError: result?.standardError ?? null,
    mean: result?.mean ?? null,
    meanError: result?.meanError ?? null,
    games: result?.games ?? 0,
    stopped: result?.stopped ?? false,
  }
}

/** Maximum number of evaluations that wait for the disk before their producer must wait. */
const MOST_WAITING = 5000

/** The data from which a run resumes: a consistent snapshot. */
export interface RunMoment {
  readonly checkpoint: unknown
  readonly progress: TuningProgress
}

/** Writes a run into the store in the background; everything that waits together is one transaction. */
export class RunWriter extends WriteBehind {
  #evaluations: StoredEvaluation[] = []
  #iterations: StoredIteration[] = []

  constructor(store: Pick<Store, 'runs'>, run: number, moment: () => RunMoment) {
    super(async () => {
      const advance: RunAdvance = { evaluations: this.#evaluations, iterations: this.#iterations, ...moment() }
      this.#evaluations = []
      this.#iterations = []
      await store.runs.advance(run, advance)
    })
  }

  add(evaluation: StoredEvaluation, iteration?: StoredIteration): void {
    this.#evaluations.push(evaluation)
    if (iteration) this.#iterations.push(iteration)
    this.changed()
  }

  /** Settles once few enough results wait for the disk. @throws what the store threw */
  async room(): Promise<void> {
    this.signal.throwIfAborted()
    if (this.#evaluations.length >= MOST_WAITING) await this.flush()
  }
}

/** The chart data of a complete batch. @param evaluations of the batch, in the order of their numbers; one or more */
export function iterationOf(
  evaluations: readonly StoredEvaluation[],
  bounds: readonly Bound[],
  best: Best | undefined,
  { gamesBefore, ms }: { readonly gamesBefore: number; readonly ms: number },
): StoredIteration {
  const [first] = evaluations as [StoredEvaluation]
  const answered = evaluations.filter(({ fitness }) => fitness !== null)
  const fitness = answered.map(each => each.fitness!).sort((a, b) => a - b)
  const errors = answered.flatMap(({ standardError }) => (standardError === null ? [] : [standardError ** 2]))
  const over = (summarise: (values: number[]) => number): number | null => (fitness.length === 0 ? null : summarise(fitness))
  return {
    iteration: first.iteration,
    first: first.id,
    evaluations: evaluations.length,
    failed: evaluations.length - answered.length,
    games: evaluations.reduce((sum, { games }) => sum + games, 0),
    gamesBefore,
    ms,
    gbest: best?.fitness ?? null,
    gbestId: best?.id ?? null,
    best: over(values => values.at(-1)!),
    mean: over(mean),
    median: over(median),
    p10: over(values => quantile(values, 0.1)),
    p90: over(values => quantile(values, 0.9)),
    spread: fitness.length < 2 ? null : sampleStandardDeviation(fitness),
    noise: errors.length === 0 ? null : Math.sqrt(mean(errors)),
    ...geometryOf(evaluations, bounds),
    positions: positionsOf(evaluations, bounds.length, best),
  }
}

/** All in diagonals of the bounds, every coordinate scaled to 0 … 1. */
function geometryOf(
  evaluations: readonly StoredEvaluation[],
  bounds: readonly Bound[],
): Pick<StoredIteration, 'diversity' | 'speed' | 'atBounds'> {
  const diagonal = Math.sqrt(bounds.length)
  const scaled = evaluations.map(({ position }) => bounds.map(({ min, max }, d) => (position[d]! - min) / (max - min)))
  const centre = bounds.map((_, d) => mean(scaled.map(point => point[d]!)))
  const speeds = evaluations.flatMap(({ velocity }) =>
    velocity ? [Math.hypot(...bounds.map(({ min, max }, d) => velocity[d]! / (max - min)))] : [],
  )
  const atBounds = evaluations.flatMap(({ position }) =>
    bounds.map(({ min, max }, d) => position[d] === min || position[d] === max),
  )
  return {
    diversity: finite(mean(scaled.map(point => Math.hypot(...point.map((x, d) => x - centre[d]!)))) / diagonal),
    speed: speeds.length === 0 ? null : finite(mean(speeds) / diagonal),
    atBounds: atBounds.filter(Boolean).length / atBounds.length,
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

function positionsOf(evaluations: readonly StoredEvaluation[], dimensions: number, best: Best | undefined): Float64Array {
  const columns = Array.from({ length: dimensions }, (_, d) => {
    const values = evaluations.map(({ position }) => position[d]!)
    return [best?.params[d] ?? NaN, median(values), quantile(values, 0.1), quantile(values, 0.9)]
  })
  return Float64Array.from(columns.flat())
}
