import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile, TrainingLine } from '../../../core/contract/files'
import type { NetworkHead } from '../../../core/contract/networkFile'
import { LabError } from '../../../core/errors'
import { outputOf } from '../../../core/games/twenty48/walls/network'
import { checkTraining, type TrainingConfig } from '../../../core/games/twenty48/walls/training'
import { BUILT_IN_NETWORKS, headOfNetwork, NETWORK_ENDING } from '../../compute/networks/networkFile'
import { readWallKernel } from '../../compute/pool/kernelFile'
import { explainingFile } from '../../files/fileProblem'
import { makeFolder, namedHome, placeOfData } from '../../files/home'
import { writeWhole } from '../../files/wholeFile'
import { NETWORKS_FOLDER } from '../engine/enginePool'
import { stampOf } from '../engine/provenance'
import { ProfileCommands } from '../profiles/profileCommands'
import type { CommandContext } from '../shared/commandContext'
import { whileLocked } from '../shared/fileLock'
import { checkProfileName, expertProfile, networkProfile } from './expertProfile'
import { RunFolder, TRAINING_FOLDER } from './runFolder'
import { trainRun, type TrainHearing } from './trainRun'

export type { TrainHearing } from './trainRun'

export interface TrainingView {
  readonly id: number
  readonly config: TrainingConfig
  readonly command: string
  /** ISO 8601 in UTC. */
  readonly begun: string | undefined
  /** The network that it is at, from 0, and its moves so far, as the last checkpoint has them; absent: finished. */
  readonly place: { readonly network: number; readonly moves: number } | undefined
}

export interface TrainOutcome {
  readonly run: TrainingView
  readonly measurements: readonly TrainingLine[]
  /** Absent if the run was interrupted. */
  readonly result: { readonly file: string; readonly head: NetworkHead } | undefined
}

/** Training runs of the data folder. */
export class TrainingCommands {
  constructor(private readonly context: CommandContext) {}

  /** By number. @returns also the faults of unreadable ones @throws {LabError} `BAD_FILE` */
  list(): { readonly runs: readonly TrainingView[]; readonly problems: readonly LabError[] } {
    const problems: LabError[] = []
    const runs = RunFolder.all(this.#root, problem => problems.push(problem)).map(viewOf)
    return { runs, problems }
  }

  /** @throws {LabError} `NOT_FOUND`; `BAD_FILE` */
  find(id: number): TrainingView {
    return viewOf(RunFolder.open(this.#root, id))
  }

  /** @param command how the terminal starts it @throws {LabError} `BAD_SETTING`, naming the field; `BAD_FILE` */
  create(config: TrainingConfig, command: string): TrainingView {
    namedHome(this.context.home) // an impossible folder is refused immediately
    const stamp = stampOf({ kernel: readWallKernel().hash })
    return viewOf(RunFolder.create(this.#root, checkTraining(config), command, stamp))
  }

  /**
   * Trains a run from where it is, and copies a finished network into the folder of networks.
   * @throws {LabError} `BAD_FILE` while another process trains it; `BAD_REQUEST` for one that another lab began; errors of `trainRun`
   */
  async train(id: number, hearing: TrainHearing): Promise<TrainOutcome> {
    const run = RunFolder.open(this.#root, id)
    return whileLocked(run.lines, async () => {
      if (run.places.places.length > 0) refuseOther(run)
      const isFinished = await trainRun(run, [this.#networks, BUILT_IN_NETWORKS], hearing)
      const measurements = await run.measurements()
      return { run: viewOf(run), measurements, result: isFinished ? this.#published(run) : undefined }
    })
  }

  /** Copies a network to a file that the user names. @throws {LabError} `BAD_FILE` */
  copy(from: string, file: string): void {
    explainingFile(file, () => copyFileSync(from, file))
  }

  /** Whether a profile may have this name. @throws {LabError} `NAME_TAKEN`; `BAD_SETTING` for an impossible name */
  async checkName(name: string, basis: Profile): Promise<void> {
    const { profiles } = await new ProfileCommands(this.context).list()
    if (profiles.some(profile => profile.name === name))
      throw new LabError('NAME_TAKEN', `There is a profile "${name}" already: choose another name with --as.`, { name })
    checkProfileName(name, basis)
  }

  /** Makes a profile with the network of a finished run: it values boards, or it is the expert of a basis. @throws {LabError} `NAME_TAKEN`; errors of the store */
  async promote(id: number, name: string, basis: Profile): Promise<Profile> {
    const run = RunFolder.open(this.#root, id)
    const network = headOfNetwork(run.result)
    const profile =
      outputOf(network) === 'points' ? networkProfile(name, network, run.head) : expertProfile(name, basis, network, run.head)
    return new ProfileCommands(this.context).create(profile)
  }

  #published(run: RunFolder): NonNullable<TrainOutcome['result']> {
    const { id, config } = run.head
    const file = join(this.#networks, `${config.name}-${id}${NETWORK_ENDING}`)
    const head = headOfNetwork(run.result)
    if (existsSync(file) && headOfNetwork(file).id === head.id) return { file, head }
    explainingFile(file, () => {
      makeFolder(this.#networks)
      writeWhole(file, readFileSync(run.result))
    })
    return { file, head }
  }

  get #folder(): string {
    return placeOfData(this.context.home).folder
  }

  get #root(): string {
    return join(this.#folder, TRAINING_FOLDER)
  }

  get #networks(): string {
    return join(this.#folder, NETWORKS_FOLDER)
  }
}

/** @throws {LabError} `BAD_REQUEST` */
function refuseOther({ head: { id, stamp, command } }: RunFolder): void {
  const { kernel, version } = stampOf({ kernel: readWallKernel().hash })
  if (stamp.kernel === kernel && stamp.version === version) return
  throw new LabError(
    'BAD_REQUEST',
    `2048 Lab ${stamp.version} (kernel ${stamp.kernel}) began run ${id}, this is ${version} (${kernel}): it would learn otherwise. Begin another run with: ${command}`,
  )
}

function viewOf(run: RunFolder): TrainingView {
  const { id, config, command, stamp } = run.head
  const [place] = run.places.places
  return { id, config, command, begun: stamp.at, place: place && { network: place.network, moves: place.moves } }
}
