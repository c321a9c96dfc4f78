/** The training runs of a data folder, for the terminal and the window. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeletedTraining } from '../../../core/contract/calls/deleted'
import type { Profile } from '../../../core/contract/files'
import type { NetworkHead } from '../../../core/contract/networkFile'
import { LabError } from '../../../core/errors'
import { outputOf } from '../../../core/games/twenty48/wallGame/network'
import { checkTraining, movesOf, PREVIOUS, type TrainingConfig } from '../../../core/games/twenty48/wallGame/training'
import { BUILT_IN_NETWORKS, findNetwork, headOfNetwork } from '../../compute/networks/networkFile'
import { readWallKernel } from '../../compute/pool/kernelFile'
import { NETWORK_ENDING, NETWORKS_FOLDER, TRAINING_FOLDER } from '../../files/dataContents'
import { explainingFile } from '../../files/fileProblem'
import { makeFolder } from '../../files/home'
import { copyWhole } from '../../files/wholeFile'
import { stampOf } from '../ground/provenance'
import { isLocked, whileLocked } from '../../store/files/fileLock'
import { expertProfile, networkProfile } from './expertProfile'
import { RunFolder } from './runFolder'
import { trainRun, type TrainListener } from './trainRun'

/** The network of a finished run, in the folder where players find it. */
export interface TrainedNetworkFile {
  readonly file: string
  readonly head: NetworkHead
}

export class TrainingRuns {
  readonly #root: string
  readonly #networks: string

  /** @param folder the data folder, which need not exist */
  constructor(folder: string) {
    this.#root = join(folder, TRAINING_FOLDER)
    this.#networks = join(folder, NETWORKS_FOLDER)
  }

  /** Where the basis of a training may be. */
  get networkFolders(): readonly string[] {
    return [this.#networks, BUILT_IN_NETWORKS]
  }

  /** By number. @returns also the faults of unreadable ones @throws {LabError} `BAD_FILE` */
  list(): { readonly runs: readonly RunFolder[]; readonly problems: readonly LabError[] } {
    const problems: LabError[] = []
    return { runs: RunFolder.all(this.#root, problem => problems.push(problem)), problems }
  }

  /** @throws {LabError} `NOT_FOUND`, also for a deleted one; `BAD_FILE` */
  find(id: number): RunFolder {
    const run = RunFolder.open(this.#root, id)
    if (run.deleted === undefined) return run
    throw new LabError('NOT_FOUND', `Training run ${id} was deleted: "lab train --restore ${id}" brings it back.`, { id })
  }

  /**
   * @param command how the terminal starts it
   * @throws {LabError} `BAD_SETTING`, naming the field; `NOT_FOUND` if there is no network that it begins from; `BAD_FILE`
   */
  create(config: TrainingConfig, command: string, title?: string): RunFolder {
    for (const { basis } of checkTraining(config).networks)
      if (basis && basis.network !== PREVIOUS) findNetwork(basis.network, this.networkFolders)
    return RunFolder.create(this.#root, config, command, stampHere(), title)
  }

  /** Whether a process trains it. */
  isTrained(run: RunFolder): Promise<boolean> {
    return isLocked(run.lines)
  }

  /**
   * Trains a run from where it is, and publishes a finished network. One that is finished and published is only read.
   * @returns `undefined` if it was interrupted
   * @throws {LabError} `BAD_FILE` while another process trains it; `BAD_REQUEST` for one that another lab began; errors of `trainRun`
   */
  async train(run: RunFolder, listener: TrainListener): Promise<TrainedNetworkFile | undefined> {
    const finish = async (): Promise<TrainedNetworkFile | undefined> =>
      (await trainRun(run, this.networkFolders, listener)) ? this.publish(run) : undefined
    const isFinished = (): boolean => run.places.places.length === 0
    if (isFinished() && this.#published(run)) return finish()
    return whileLocked(run.lines, () => {
      if (!isFinished()) refuseOther(run)
      return finish()
    })
  }

  /** Copies the network of a finished run into the folder of networks, unless it is there. @throws {LabError} `BAD_FILE` */
  async publish(run: RunFolder): Promise<TrainedNetworkFile> {
    const published = this.#published(run)
    if (published) return published
    const file = this.#networkFile(run, headOfNetwork(run.result))
    explainingFile(file, () => makeFolder(this.#networks))
    await copyWhole(run.result, file)
    return { file, head: headOfNetwork(file) }
  }

  /** The network of a finished run in the folder of networks, if it is there. @throws {LabError} `BAD_FILE` */
  #published(run: RunFolder): TrainedNetworkFile | undefined {
    const head = headOfNetwork(run.result)
    const file = this.#networkFile(run, head)
    return existsSync(file) && headOfNetwork(file).id === head.id ? { file, head } : undefined
  }

  /** The usual name may belong to the network of a run that was deleted for good: players still ask it. @throws {LabError} `BAD_FILE` */
  #networkFile({ head: { id, config } }: RunFolder, network: NetworkHead): string {
    const usual = join(this.#networks, `${config.name}-${id}${NETWORK_ENDING}`)
    const isTaken = existsSync(usual) && headOfNetwork(usual).id !== network.id
    return isTaken ? join(this.#networks, `${config.name}-${id}-${network.id}${NETWORK_ENDING}`) : usual
  }

  /**
   * A profile with the network of a finished run: it values boards, or it is the expert of a basis.
   * @throws {LabError} `BAD_REQUEST` before its end; `BAD_FILE`
   */
  async profile(run: RunFolder, name: string, basis: Profile): Promise<Profile> {
    const { id } = run.head
    if (run.places.places.length > 0)
      throw new LabError('BAD_REQUEST', `Training run ${id} is not finished: resume it first.`, { id })
    const { head } = await this.publish(run)
    return outputOf(head) === 'points' ? networkProfile(name, head, run.head) : expertProfile(name, basis, head, run.head)
  }

  /** @throws {LabError} `NOT_FOUND`; `BAD_FILE` */
  rename(id: number, title: string): RunFolder {
    return this.find(id).rename(title)
  }

  /** Hides a run until it is restored. @throws {LabError} `NOT_FOUND`; `BAD_REQUEST` while a process trains it; `BAD_FILE` */
  async remove(id: number): Promise<void> {
    const run = this.find(id)
    if (await this.isTrained(run))
      throw new LabError('BAD_REQUEST', `Training run ${id} is being trained: pause it first.`, { id })
    run.setDeleted(true)
  }

  /** @throws {LabError} `NOT_FOUND` for one that was deleted for good; `BAD_FILE` */
  restore(id: number): RunFolder {
    const run = RunFolder.open(this.#root, id)
    run.setDeleted(false)
    return run
  }

  /** Runs that `restore` brings back, last deleted first. @throws {LabError} `BAD_FILE` */
  deleted(): DeletedTraining[] {
    const things = RunFolder.deleted(this.#root).map((run): DeletedTraining => {
      const { id, config } = run.head
      return { kind: 'trainings', id, deleted: run.deleted!, name: run.name, moves: movesOf(config) }
    })
    return things.toSorted((a, b) => b.deleted - a.deleted || b.id - a.id)
  }

  /** Deletes for good, with checkpoints; anything not deleted stays, and so do published networks. @returns how many were */
  async forget(ids: readonly number[]): Promise<number> {
    const gone = RunFolder.deleted(this.#root).filter(({ head }) => ids.includes(head.id))
    for (const { path } of gone) await rm(path, { recursive: true, force: true })
    return gone.length
  }
}

/** @throws {LabError} `BAD_REQUEST` if another lab began the run */
export function refuseOther({ head: { id, stamp, command } }: RunFolder): void {
  const { kernel, version } = stampHere()
  if (stamp.kernel === kernel && stamp.version === version) return
  throw new LabError(
    'BAD_REQUEST',
    `2048 Lab ${stamp.version} (kernel ${stamp.kernel}) began run ${id}, this is ${version} (${kernel}): it would learn otherwise. Begin another run with: ${command}`,
  )
}

function stampHere() {
  return stampOf({ kernel: readWallKernel().hash })
}
