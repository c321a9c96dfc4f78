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
import { weightCount } from '../../../core/games/twenty48/wallGame/network'
import { failureData } from '../ground/failure'
import type { CheckpointState } from '../../compute/training/checkpoint'
import { RunQueue } from '../jobs/runQueue'
import type { RunFolder } from './runFolder'
import { trainingRow, type LivePace } from './trainingRows'
import { refuseOther, type TrainingRuns } from './trainingRuns'
import { startTraining } from '../../compute/training/trainingThreads'

const LOOK_MS = 3000

export interface TrainingsOptions {
  readonly runs: TrainingRuns
  /** Receives a run that changed, at most 4 times per second while it is trained, and always its last state. */
  readonly onRow: (row: TrainingRow) => void
  /** Receives faults outside any request, such as a run that cannot be read. */
  readonly onFailure: (error: unknown) => void
  /** ms between two looks at a run that another process trains. */
  readonly lookMs?: number
  /** ms of each of the two parts of an estimate. */
  readonly estimateMs?: number
}

interface Active {
  run: RunFolder
  lines: readonly TrainingLine[]
  place: CheckpointState | undefined
  pace: LivePace | undefined
  /** A fault despite which it is trained. */
  problem: LabErrorData | undefined
}

/** Every method throws `NOT_FOUND` for a run that does not exist, and `BAD_FILE` for an error of the file system. */
export class Trainings {
  #active: Active | undefined
  readonly #queue: RunQueue
  /** Why runs ended that this lab trained. */
  readonly #failed = new Map<number, LabErrorData>()
  readonly #elsewhere = new Set<number>()
  #look: NodeJS.Timeout | undefined
  /** Faults that were reported. */
  readonly #reported = new Set<string>()

  constructor(private readonly options: TrainingsOptions) {
    this.#queue = new RunQueue({
      compute: (id, signal) =>
        this.#train(id, signal)
          .catch((error: unknown) => void this.#failed.set(id, failureData(error)))
          .finally(() => (this.#active = undefined)),
      onNews: async id => {
        const run = known(() => options.runs.find(id))
        if (run) await this.#tell(run) // another process may have deleted it
      },
      onFailure: options.onFailure,
    })
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
    for (const run of runs.toReversed()) rows.push(await this.#row(run))
    return rows
  }

  async view(id: number): Promise<TrainingView> {
    const run = this.options.runs.find(id)
    const { config, command, stamp } = run.head
    const row = await this.#row(run)
    const trained = row.state === 'finished' ? await this.options.runs.publish(run) : undefined
    return {
      ...row,
      ...{ config, command, stamp },
      measurements: await this.#lines(run),
      result: trained ? { id: trained.head.id, weights: weightCount(trained.head), file: trained.file } : null,
    }
  }

  /** @throws {LabError} `CANCELLED` if another one, a run or `stopEstimate` ended it */
  estimate(config: TrainingConfig): Promise<TrainingEstimate> {
    return this.#queue.estimate(signal => estimateTraining(config, signal, this.options.estimateMs))
  }

  stopEstimate(): void {
    this.#queue.stopEstimate()
  }

  start(config: TrainingConfig, name?: string): Promise<TrainingRow> {
    return this.#queue.steer(async () => this.#enqueue(this.options.runs.create(config, trainingCommand(config), name)))
  }

  /** @throws {LabError} `BAD_REQUEST` if another version began it, or another process trains it */
  resume(id: number): Promise<TrainingRow> {
    return this.#queue.steer(async () => {
      const run = this.options.runs.find(id)
      const row = await this.#row(run)
      if (row.state === 'elsewhere')
        throw new LabError('BAD_REQUEST', `Another process trains run ${id}, such as lab train in a terminal.`, { id })
      if (row.state !== 'paused' && row.state !== 'failed') return row
      refuseOther(run)
      return this.#enqueue(run)
    })
  }

  pause(id: number): Promise<TrainingRow> {
    return this.#queue.steer(async () => {
      await this.#queue.rest(id)
      return this.#tell(this.options.runs.find(id))
    })
  }

  rename(id: number, name: string): Promise<TrainingRow> {
    return this.#queue.steer(async () => {
      const run = this.options.runs.rename(id, name)
      if (this.#active?.run.head.id === id) this.#active.run = run
      return this.#tell(run)
    })
  }

  /** @returns how many existed @throws {LabError} `BAD_REQUEST` if another process trains one */
  remove(ids: readonly number[]): Promise<number> {
    return this.#queue.steer(async () => {
      let count = 0
      for (const id of ids) {
        const run = known(() => this.options.runs.find(id))
        if (!run) continue
        await this.#queue.rest(id)
        await this.options.runs.remove(id)
        this.#failed.delete(id)
        this.options.onRow({ ...(await this.#row(run)), deleted: true })
        count++
      }
      return count
    })
  }

  /** @returns how many existed */
  restore(ids: readonly number[]): Promise<number> {
    return this.#queue.steer(async () => {
      const runs = ids.flatMap(id => known(() => this.options.runs.restore(id)) ?? [])
      for (const run of runs) await this.#tell(run)
      return runs.length
    })
  }

  /** @throws {LabError} `BAD_REQUEST` before its end */
  profile(id: number, name: string, basis: Profile): Promise<Profile> {
    return this.options.runs.profile(this.options.runs.find(id), name, basis)
  }

  /** Pauses the run that is trained. */
  async close(): Promise<void> {
    await this.#queue.close()
    clearTimeout(this.#look)
  }

  async #enqueue(run: RunFolder): Promise<TrainingRow> {
    if (this.#queue.isClosed) throw new LabError('BAD_REQUEST', 'The lab is being closed.')
    this.#failed.delete(run.head.id)
    this.#queue.add(run.head.id)
    return this.#tell(run)
  }

  async #train(id: number, signal: AbortSignal): Promise<void> {
    const run = known(() => this.options.runs.find(id))
    if (!run) return // another process deleted it
    const active: Active = { run, lines: [], place: run.places.places[0], pace: undefined, problem: undefined }
    this.#active = active
    const onProblem = (problem: LabError): void => {
      active.problem = problem.toData()
      this.#queue.tell()
    }
    active.lines = await active.run.measurements(onProblem)
    let before = 0
    await this.options.runs.train(active.run, {
      signal,
      onNetwork: place => {
        before = place.seconds
        ;[active.place, active.pace] = [place, undefined]
        this.#queue.tell()
      },
      onMoves: (place, seconds, moves) => {
        active.place = { ...place, seconds: before + seconds }
        active.pace = { seconds, moves }
        this.#queue.tell()
      },
      onMeasured: () =>
        void active.run
          .measurements(onProblem)
          .then(lines => {
            active.lines = lines
            this.#queue.tell()
          })
          .catch(this.options.onFailure),
      onProblem,
    })
  }

  async #tell(run: RunFolder): Promise<TrainingRow> {
    const row = await this.#row(run)
    this.options.onRow(row)
    return row
  }

  async #row(run: RunFolder): Promise<TrainingRow> {
    const { id } = run.head
    const active = this.#active?.run.head.id === id ? this.#active : undefined
    if (active) return trainingRow(run, { ...active, state: 'running' })
    let problem = this.#failed.get(id)
    const lines = await run.measurements(fault => (problem ??= fault.toData()))
    const [place] = run.places.places
    const facts = { lines, problem, deleted: run.deleted !== undefined }
    const ahead = this.#queue.ahead(id)
    if (ahead !== undefined) return trainingRow(run, { ...facts, place, state: 'queued', ahead })
    const isElsewhere = place !== undefined && (await this.options.runs.isTrained(run))
    this.#watch(id, isElsewhere)
    if (isElsewhere) return trainingRow(run, { ...facts, state: 'elsewhere', place: furthest(place, lines.at(-1)) })
    return trainingRow(run, { ...facts, place, state: !place ? 'finished' : this.#failed.has(id) ? 'failed' : 'paused' })
  }

  async #lines(run: RunFolder): Promise<readonly TrainingLine[]> {
    return this.#active?.run.head.id === run.head.id ? this.#active.lines : run.measurements(() => undefined) // its row has their faults
  }

  /** Looks again, from time to time, at runs that other processes train. */
  #watch(id: number, isElsewhere: boolean): void {
    if (isElsewhere) this.#elsewhere.add(id)
    else this.#elsewhere.delete(id)
    if (this.#elsewhere.size === 0 || this.#look || this.#queue.isClosed) return
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
      if (run && !this.#queue.isClosed) await this.#tell(run)
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
