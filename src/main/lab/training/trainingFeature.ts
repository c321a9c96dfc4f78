import { availableParallelism } from 'node:os'
import type { Arg, HandlersOf, TrainingEstimate, TrainingRow, TrainingView } from '../../../core/contract/calls'
import type { TRAINING_CALLS } from '../../../core/contract/calls/training'
import {
  type Profile,
  TRAINING_RUN,
  type TrainingLine,
  type TrainingRunHead,
  trainingConfigShape,
} from '../../../core/contract/files'
import { findingOf } from '../../../core/contract/shapes'
import { LabError, type LabErrorData } from '../../../core/errors'
import { TRAINING_PRESETS, TRAINING_PRESET_NAMES } from '../../../core/games/twenty48/wallGame/trainingPresets'
import type { LabContext } from '../context/labContext'
import { profileByName } from '../profiles/builtInProfiles'
import { plain, type ProfileCollection } from '../profiles/profileCollection'
import type { KindFeature } from '../runs/runsFeature'
import type { TrainedNetworks } from './trainedNetworks'
import { sameContent } from '../../../core/contentHash'
import {
  type NetworkTraining,
  type TrainingConfig,
  movesOf,
  stepAt,
  withMoves,
  workDone,
  workOf,
} from '../../../core/games/twenty48/wallGame/training'
import { weightCount } from '../../../core/games/twenty48/wallGame/network'
import { readWallKernel } from '../../compute/pool/kernelFile'
import type { CheckpointState } from '../../compute/training/checkpoint'
import { startTraining } from '../../compute/training/trainingThreads'
import { stampOf } from '../ground/provenance'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import type { Store } from '../../store/store'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn } from '../runs/lineRuns'
import { isBefore } from './earlierTrainings'
import { RunFolder } from './runFolder'
import { trainingRow, type LivePace } from './trainingRows'
import { trainRun } from './trainRun'

/** @param networks absent: nothing can be saved, so nothing is trained */
export function openTraining(
  { store, jobs, scope, emit, onFailure }: LabContext,
  profiles: Pick<ProfileCollection, 'create' | 'list'>,
  networks: TrainedNetworks | undefined,
): KindFeature<keyof typeof TRAINING_CALLS> {
  const opened = networks && scope.add(new Trainings({ networks, store, jobs, onFailure, onRow: row => emit('training', row) }))

  function usable(): Trainings {
    if (opened) return opened
    throw new LabError('BAD_STORE', 'There is no data folder to save a training run in.')
  }

  const handlers: HandlersOf<keyof typeof TRAINING_CALLS> = {
    trainingForms: async () => ({
      presets: TRAINING_PRESET_NAMES.map(name => TRAINING_PRESETS[name]),
      cores: availableParallelism(),
    }),
    checkTraining: async ({ config }) => {
      const { error } = trainingConfigShape.safeParse(config)
      return (error?.issues ?? []).slice(0, 20).map(findingOf)
    },
    estimateTraining: async ({ config }) => usable().estimate(config),
    stopTrainingEstimate: async () => opened?.stopEstimate(),
    trainings: async () => usable().list(),
    training: async ({ id, after }) => usable().view(id, after),
    startTraining: async order => usable().start(order),
    promoteTraining: async ({ id, name, title, basis }) => {
      const profile = await usable().profile(id, name, plain(profileByName(basis, profiles.list)))
      return profiles.create({ ...profile, ...(title !== undefined && { title }) })
    },
  }
  return { handlers, runs: usable }
}

interface TrainingsOptions extends LineRunsOptions<TrainingRow> {
  readonly store: Pick<Store, 'lineRuns'>
  readonly networks: TrainedNetworks
  /** ms of each of the two parts of an estimate. */
  readonly estimateMs?: number
  /** For tests: replaces `trainRun`. */
  readonly train?: typeof trainRun
}

type Run = LineRun<TrainingRunHead>

interface Active {
  readonly id: number
  readonly lines: { readonly number: number; readonly line: TrainingLine }[]
  place: CheckpointState | undefined
  pace: LivePace | undefined
  /** A fault despite which it is trained. */
  problem: LabErrorData | undefined
}

/**
 * Training runs: one is trained, the others wait in a queue. Every method throws `NOT_FOUND` for a run that does not exist, and `BAD_FILE` for an error of the file system. Lines are measurements;
 * those that a resumed run makes again replace the first ones.
 */
export class Trainings extends LineRuns<number, TrainingRunHead, TrainingLine, TrainingRow> {
  protected readonly lineKind = TRAINING_RUN
  #active: Active | undefined

  constructor(private readonly options: TrainingsOptions) {
    super('training', options)
  }

  override async list(): Promise<TrainingRow[]> {
    return (await super.list()).toSorted((a, b) => b.id - a.id)
  }

  /** @param after number of measurements to leave out */
  async view(id: number, after = 0): Promise<TrainingView> {
    const run = await this.find(id)
    const row = await this.rowOf(run)
    const { saved: _, ...head } = run.head
    const trained = row.state === 'finished' ? await this.options.networks.publish(this.#folder(run)) : undefined
    return {
      ...row,
      ...head,
      measurements: (await this.#measured(run)).slice(after),
      result: trained ? { id: trained.head.id, weights: weightCount(trained.head), file: trained.file } : null,
    }
  }

  /** @throws {LabError} `CANCELLED` if another one, a run or `stopEstimate` ended it */
  estimate(config: TrainingConfig): Promise<TrainingEstimate> {
    return this.measure(signal => estimateTraining(config, signal, this.options.estimateMs))
  }

  /** @throws {LabError} `BAD_SETTING`, naming the field; `NOT_FOUND` if there is no network that it begins from */
  start({ config, name = config.name, command = trainingCommand(config) }: Arg<'startTraining'>): Promise<TrainingRow> {
    const { networks, store } = this.options
    return this.steer(async () => {
      networks.check(config)
      const keys = await store.lineRuns.keys(TRAINING_RUN.head.format)
      // what a damaged row leaves behind has its number still
      const key = Math.max(RunFolder.lastIn(networks.root), ...keys.map(Number)) + 1
      return this.begin({ config, command, stamp: stampHere() }, name, key)
    })
  }

  /** @throws {LabError} `BAD_REQUEST` before its end */
  async profile(id: number, name: string, basis: Profile): Promise<Profile> {
    return this.options.networks.profile(this.#folder(await this.find(id)), name, basis)
  }

  protected jobOf(run: Run) {
    const { config } = run.head
    return { title: run.title, total: workOf(config), done: workDone(config, this.#folder(run).places.places[0]) }
  }

  /** Moves are counted as they are made. */
  protected override reached(): undefined {
    return undefined
  }

  protected override isFinished(run: Run): boolean {
    return this.#folder(run).isFinished
  }

  protected async advance({ run, signal, add, note, progress }: LineTurn<TrainingRunHead, TrainingLine>): Promise<boolean> {
    const { networks, train = trainRun } = this.options
    const { config } = run.head
    const folder = this.#folder(run)
    this.#refuseLost(run) // it may have waited for long
    folder.make()
    const lines = await this.#numbered(run)
    const active: Active = { id: this.idOf(run), lines, place: folder.places.places[0], pace: undefined, problem: undefined }
    this.#active = active
    try {
      let before = 0
      const isFinished = await train(folder, networks.networkFolders, {
        signal,
        onNetwork(place) {
          before = place.seconds
          ;[active.place, active.pace] = [place, undefined]
          progress(workDone(config, place))
        },
        onMoves(place, seconds, moves) {
          active.place = { ...place, seconds: before + seconds }
          active.pace = { seconds, moves }
          progress(workDone(config, place))
        },
        onMeasured(line) {
          while (lines.length > 0 && !isBefore(lines.at(-1)!.line, line)) lines.pop()
          const number = (lines.at(-1)?.number ?? -1) + 1
          lines.push({ number, line })
          add(number, line)
          progress()
        },
        onSaved({ network, moves }) {
          note({ saved: { network, moves } })
        },
        onProblem(problem) {
          active.problem = problem.toData()
          progress()
        },
      })
      if (isFinished) await networks.publish(folder)
      return isFinished
    } finally {
      this.#active = undefined
    }
  }

  protected async rowOf(run: Run): Promise<TrainingRow> {
    const { head, title: name, problem } = run
    const id = this.idOf(run)
    const facts = { id, name, deleted: run.deleted !== null, lines: await this.#measured(run) }
    if (this.#active?.id === id) return trainingRow(head, { ...facts, ...this.#active, lines: facts.lines, state: 'running' })
    const standing = this.standing(id)
    const state = standing.state === 'waiting' ? 'queued' : standing.state && 'running'
    const folder = this.#folder(run)
    const [place] = folder.places.places
    const lost = state ? undefined : folder.lost(run.state === 'finished', place)?.toData()
    const rests = !place ? 'finished' : lost || run.state === 'failed' || standing.problem ? 'failed' : 'paused'
    return trainingRow(head, {
      ...{ ...facts, place, ahead: standing.ahead },
      problem: lost ?? standing.problem ?? (state ? null : problem),
      state: state ?? rests,
    })
  }

  protected damagedRow(run: StoredLineRun): TrainingRow {
    const { title: name, problem, created } = run
    return {
      ...{ id: this.idOf(run), name, state: 'failed', seed: 0, threads: 0, networks: 0, network: 0, output: 'chance', face: 0 },
      ...{ moves: 0, done: 0, progress: 0, seconds: 0, measured: run.lines, success: null, problem, created },
      deleted: run.deleted !== null,
    }
  }

  protected override async refuseOther(run: Run): Promise<void> {
    const { stamp, command } = run.head
    const { kernel, version } = stampHere()
    if (stamp.kernel !== kernel || stamp.version !== version)
      throw new LabError(
        'BAD_REQUEST',
        `2048 Lab ${stamp.version} (kernel ${stamp.kernel}) began run ${run.key}, this is ${version} (${kernel}): it would learn otherwise. Begin another run with: ${command}`,
      )
    this.#refuseLost(run)
  }

  /** @throws {LabError} `BAD_FILE` */
  #refuseLost(run: Run): void {
    const lost = this.#folder(run).lost(run.state === 'finished')
    if (lost) throw lost
  }

  #folder(run: Run): RunFolder {
    return this.options.networks.folderOf(run)
  }

  async #measured(run: Run): Promise<readonly TrainingLine[]> {
    const lines = this.#active?.id === this.idOf(run) ? this.#active.lines : await this.#numbered(run)
    return lines.map(({ line }) => line)
  }

  async #numbered(run: Run): Promise<Active['lines']> {
    const lines: Active['lines'] = []
    for await (const line of this.lines(run)) lines.push(line)
    return lines
  }
}

function stampHere() {
  return stampOf({ kernel: readWallKernel().hash })
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
