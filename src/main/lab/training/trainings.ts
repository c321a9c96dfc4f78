/** Training runs as a service: one is trained, the others wait in a queue. */
import type { TrainingEstimate, TrainingRow, TrainingView } from '../../../core/contract/calls'
import type { Profile, TrainingLine } from '../../../core/contract/files'
import { LabError, type LabErrorData } from '../../../core/errors'
import { sameContent } from '../../../core/contentHash'
import {
  movesOf,
  type NetworkTraining,
  stepAt,
  type TrainingConfig,
  withMoves,
} from '../../../core/games/twenty48/wallGame/training'
import { TRAINING_PRESET_NAMES, TRAINING_PRESETS } from '../../../core/games/twenty48/wallGame/trainingPresets'
import { movesDone } from '../../../core/games/twenty48/wallGame/trainingPace'
import { weightCount } from '../../../core/games/twenty48/wallGame/network'
import type { CheckpointState } from '../../compute/training/checkpoint'
import { Runs, type RunsOptions, type Turn } from '../runs/runs'
import type { RunFolder } from './runFolder'
import { trainingRow, type LivePace } from './trainingRows'
import { refuseOther, type TrainingRuns } from './trainingRuns'
import { startTraining } from '../../compute/training/trainingThreads'

const LOOK_MS = 3000

export interface TrainingsOptions extends RunsOptions<TrainingRow> {
  readonly runs: TrainingRuns
  /** ms between two looks at a run that another process trains. */
  readonly lookMs?: number
  /** ms of each of the two parts of an estimate. */
  readonly estimateMs?: number
}

interface Active {
  readonly id: number
  lines: readonly TrainingLine[]
  place: CheckpointState | undefined
  pace: LivePace | undefined
  /** A fault despite which it is trained. */
  problem: LabErrorData | undefined
}

/** Every method throws `NOT_FOUND` for a run that does not exist, and `BAD_FILE` for an error of the file system. */
export class Trainings extends Runs<number, RunFolder, TrainingRow> {
  #active: Active | undefined
  readonly #elsewhere = new Set<number>()
  #look: NodeJS.Timeout | undefined
  /** Faults that were reported. */
  readonly #reported = new Set<string>()

  constructor(private readonly options: TrainingsOptions) {
    super('training', options)
  }

  /** Newest first. */
  async list(): Promise<TrainingRow[]> {
    const { runs, problems } = this.options.runs.list()
    for (const problem of problems)
      if (!this.#reported.has(problem.message)) {
        this.#reported.add(problem.message)
        this.options.onFailure(problem)
      }
    const rows: TrainingRow[] = []
    for (const run of runs.toReversed()) rows.push(await this.rowOf(run))
    return rows
  }

  /** @param after number of measurements to leave out */
  async view(id: number, after = 0): Promise<TrainingView> {
    const run = this.options.runs.find(id)
    const { config, command, stamp } = run.head
    const row = await this.rowOf(run)
    const trained = row.state === 'finished' ? await this.options.runs.publish(run) : undefined
    return {
      ...row,
      ...{ config, command, stamp },
      measurements: (await this.#lines(run)).slice(after),
      result: trained ? { id: trained.head.id, weights: weightCount(trained.head), file: trained.file } : null,
    }
  }

  /** @throws {LabError} `CANCELLED` if another one, a run or `stopEstimate` ended it */
  estimate(config: TrainingConfig): Promise<TrainingEstimate> {
    return this.measure(signal => estimateTraining(config, signal, this.options.estimateMs))
  }

  start(config: TrainingConfig, name?: string): Promise<TrainingRow> {
    return this.steer(async () => this.enqueue(this.options.runs.create(config, trainingCommand(config), name)))
  }

  /** @throws {LabError} `BAD_REQUEST` before its end */
  profile(id: number, name: string, basis: Profile): Promise<Profile> {
    return this.options.runs.profile(this.options.runs.find(id), name, basis)
  }

  override async close(): Promise<void> {
    await super.close()
    clearTimeout(this.#look)
  }

  find(id: number): RunFolder {
    return this.options.runs.find(id)
  }

  protected idOf({ head }: RunFolder): number {
    return head.id
  }

  protected jobOf({ name, head: { config }, places: { places } }: RunFolder) {
    return { title: name, total: movesOf(config), done: movesDone(config, places[0]) }
  }

  /** @throws {LabError} `BAD_REQUEST` if another version began it, or another process trains it */
  protected override async toResume(run: RunFolder): Promise<RunFolder | undefined> {
    if (run.places.places.length === 0) return undefined
    const { id } = run.head
    if (await this.options.runs.isTrained(run))
      throw new LabError('BAD_REQUEST', `Another process trains run ${id}, such as lab train in a terminal.`, { id })
    refuseOther(run)
    return run
  }

  protected override named(id: number, name: string): RunFolder {
    return this.options.runs.rename(id, name)
  }

  /** @throws {LabError} `BAD_REQUEST` if another process trains it */
  protected override async setDeleted(id: number, isDeleted: boolean): Promise<RunFolder | undefined> {
    const { runs } = this.options
    const run = known(() => (isDeleted ? runs.find(id) : runs.restore(id)))
    if (run && isDeleted) await runs.remove(id)
    return run
  }

  protected async compute(turn: Turn<RunFolder>): Promise<void> {
    const { id } = turn.run.head
    const run = known(() => this.find(id))
    if (!run) return // another process deleted it
    const { config } = run.head
    const active: Active = { id, lines: [], place: run.places.places[0], pace: undefined, problem: undefined }
    this.#active = active
    const onProblem = (problem: LabError): void => {
      active.problem = problem.toData()
      turn.progress()
    }
    try {
      active.lines = await run.measurements(onProblem)
      let before = 0
      await this.options.runs.train(run, {
        signal: turn.signal,
        onNetwork: place => {
          before = place.seconds
          ;[active.place, active.pace] = [place, undefined]
          turn.progress(movesDone(config, place))
        },
        onMoves: (place, seconds, moves) => {
          active.place = { ...place, seconds: before + seconds }
          active.pace = { seconds, moves }
          turn.progress(movesDone(config, place))
        },
        onMeasured: () =>
          void run
            .measurements(onProblem)
            .then(lines => {
              active.lines = lines
              turn.progress()
            })
            .catch(this.options.onFailure),
        onProblem,
      })
    } finally {
      this.#active = undefined
    }
  }

  protected async rowOf(run: RunFolder): Promise<TrainingRow> {
    const { id } = run.head
    if (this.#active?.id === id) return trainingRow(run, { ...this.#active, state: 'running' })
    const { state, ahead, problem: failure } = this.standing(id)
    let problem = failure
    const lines = await run.measurements(fault => (problem ??= fault.toData()))
    const [place] = run.places.places
    const facts = { lines, problem, deleted: run.deleted !== undefined }
    if (state) return trainingRow(run, { ...facts, place, state: state === 'waiting' ? 'queued' : 'running', ahead })
    const isElsewhere = place !== undefined && (await this.options.runs.isTrained(run))
    this.#watch(id, isElsewhere)
    if (isElsewhere) return trainingRow(run, { ...facts, state: 'elsewhere', place: furthest(place, lines.at(-1)) })
    return trainingRow(run, { ...facts, place, state: !place ? 'finished' : failure ? 'failed' : 'paused' })
  }

  async #lines(run: RunFolder): Promise<readonly TrainingLine[]> {
    return this.#active?.id === run.head.id ? this.#active.lines : run.measurements(() => undefined) // its row has their faults
  }

  /** Looks again, from time to time, at runs that other processes train. */
  #watch(id: number, isElsewhere: boolean): void {
    if (isElsewhere) this.#elsewhere.add(id)
    else this.#elsewhere.delete(id)
    if (this.#elsewhere.size === 0 || this.#look || this.isClosed) return
    this.#look = setTimeout(() => {
      this.#look = undefined
      void this.#lookElsewhere().catch(this.options.onFailure)
    }, this.options.lookMs ?? LOOK_MS)
    this.#look.unref()
  }

  async #lookElsewhere(): Promise<void> {
    for (const id of [...this.#elsewhere]) {
      this.#elsewhere.delete(id)
      const run = known(() => this.options.runs.find(id))
      if (run && !this.isClosed) await this.send(run)
    }
  }
}

function furthest(place: CheckpointState, line: TrainingLine | undefined): CheckpointState {
  if (!line || line.network < place.network || (line.network === place.network && line.moves <= place.moves)) return place
  return line
}

/** `undefined` for a run that does not exist. */
function known<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch (error) {
    if (error instanceof LabError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** How the terminal begins the same run. Settings of no preset are in a file, which the window saves. */
export function trainingCommand(config: TrainingConfig): string {
  const { name, networks, seed, threads } = config
  const preset = TRAINING_PRESET_NAMES.find(each => each === name)
  const all = movesOf(config)
  // the networks' shares are rounded, each for itself
  const moves =
    preset && [all, all - 1, all + 1].find(each => sameContent(withMoves(TRAINING_PRESETS[preset], each).networks, networks))
  const words =
    moves === undefined ? [`${name}.json`] : [name, ...(moves === movesOf(TRAINING_PRESETS[preset!]) ? [] : [`--moves ${moves}`])]
  return `lab train ${[...words, `--seed ${seed}`, ...(threads > 1 ? [`--threads ${threads}`] : [])].join(' ')}`
}

/** Length of each of two parts; the first is slower, because its memory is new. */
const PART_MS = 2000
/** Moves between two looks at the clock. */
const SLICE = 100_000

/**
 * Trains each network for some seconds from zeros, with the threads of the config.
 * @throws {LabError} `CANCELLED`; `KERNEL_BROKEN`; `BAD_SETTING` if there is no memory for a network; `WORKER_LOST`
 */
async function estimateTraining(
  config: TrainingConfig,
  signal: AbortSignal,
  partMs: number = PART_MS,
): Promise<TrainingEstimate> {
  const movesPerSecond: number[] = []
  for (const training of config.networks) movesPerSecond.push(await paceOf(training, config, signal, partMs))
  return { seconds: config.networks.reduce((sum, { moves }, i) => sum + moves / movesPerSecond[i]!, 0), movesPerSecond }
}

async function paceOf(
  training: NetworkTraining,
  { threads: count, seed }: TrainingConfig,
  signal: AbortSignal,
  partMs: number,
): Promise<number> {
  const threads = await startTraining(training, count, seed)
  try {
    const train = async (): Promise<number> => {
      const [step, started] = [stepAt(training, 0), performance.now()]
      let moves = 0
      do moves += await threads.train({ step, least: SLICE })
      while (performance.now() - started < partMs && !signal.aborted)
      if (signal.aborted) throw new LabError('CANCELLED', 'The measurement ended before it had a result.')
      return (1000 * moves) / (performance.now() - started)
    }
    await train()
    return await train()
  } finally {
    await threads.close()
  }
}
