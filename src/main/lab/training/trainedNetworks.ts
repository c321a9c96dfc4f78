/** The folders of training runs, and of the networks that they made. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Profile, type TrainingRunHead, makeProfile, parseProfile } from '../../../core/contract/files'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import type { NetworkHead } from '../../../core/contract/networkFile'
import { LabError } from '../../../core/errors'
import { outputOf } from '../../../core/games/twenty48/wallGame/network'
import { checkTraining, PREVIOUS, type TrainingConfig } from '../../../core/games/twenty48/wallGame/training'
import { BUILT_IN_NETWORKS, findNetwork, headOfNetwork } from '../../compute/networks/networkFile'
import { NETWORK_ENDING, NETWORKS_FOLDER, TRAINING_FOLDER } from '../../files/dataContents'
import { explainingFile } from '../../files/fileProblem'
import { makeFolder } from '../../files/home'
import { copyWhole } from '../../files/wholeFile'
import { RunFolder } from './runFolder'
import { legibleLine } from '../../../core/contract/texts'
import { PLAIN_SETTINGS, type SearchSettings, type WallExpert } from '../../../core/search/settings'

/** For a basis without an expert: those of the profile `strongest`. */
const USUAL: Omit<WallExpert, 'network' | 'target'> = { least: 4, layers: 3, cut: 0.0005, below: 0.02 }

/** Settings of a profile whose evaluator is a network: what the network estimates, searched fast enough to watch. */
const OF_NETWORK: SearchSettings = { ...PLAIN_SETTINGS, points: 'added', dead: 0, cut: 0.01, table: 'exact' }
const DEPTH_OF_NETWORK = 2

/** The network of a finished run, in the folder where players find it. */
export interface TrainedNetworkFile {
  readonly file: string
  readonly head: NetworkHead
}

export class TrainedNetworks {
  readonly root: string
  readonly #networks: string

  /** @param folder the data folder, which need not exist */
  constructor(folder: string) {
    this.root = join(folder, TRAINING_FOLDER)
    this.#networks = join(folder, NETWORKS_FOLDER)
  }

  /** Where the basis of a training may be. */
  get networkFolders(): readonly string[] {
    return [this.#networks, BUILT_IN_NETWORKS]
  }

  folderOf({ key, head }: Pick<StoredLineRun, 'key' | 'head'>): RunFolder {
    return new RunFolder(this.root, Number(key), head as TrainingRunHead)
  }

  /** Removes checkpoints and networks of a run; the published network stays. */
  async removeFolder(id: number): Promise<void> {
    await rm(join(this.root, String(id)), { recursive: true, force: true })
  }

  /** @throws {LabError} `BAD_SETTING`, naming the field; `NOT_FOUND` if there is no network that it begins from */
  check(config: TrainingConfig): void {
    for (const { basis } of checkTraining(config).networks)
      if (basis && basis.network !== PREVIOUS) findNetwork(basis.network, this.networkFolders)
  }

  /** Copies the network of a finished run into the folder of networks, unless it is there. @throws {LabError} `BAD_FILE` */
  async publish(run: RunFolder): Promise<TrainedNetworkFile> {
    const head = headOfNetwork(run.result)
    const file = this.#networkFile(run, head)
    if (existsSync(file) && headOfNetwork(file).id === head.id) return { file, head }
    explainingFile(file, () => makeFolder(this.#networks))
    await copyWhole(run.result, file)
    return { file, head: headOfNetwork(file) }
  }

  /** The usual name may belong to the network of a run that was deleted for good: players still ask it. @throws {LabError} `BAD_FILE` */
  #networkFile({ id, head: { config } }: RunFolder, network: NetworkHead): string {
    const usual = join(this.#networks, `${config.name}-${id}${NETWORK_ENDING}`)
    const isTaken = existsSync(usual) && headOfNetwork(usual).id !== network.id
    return isTaken ? join(this.#networks, `${config.name}-${id}-${network.id}${NETWORK_ENDING}`) : usual
  }

  /**
   * A profile with the network of a finished run: it values boards, or it is the expert of a basis.
   * @throws {LabError} `BAD_REQUEST` before its end; `BAD_FILE`
   */
  async profile(run: RunFolder, name: string, basis: Profile): Promise<Profile> {
    const { id } = run
    if (!run.isFinished) throw new LabError('BAD_REQUEST', `Training run ${id} is not finished: resume it first.`, { id })
    const { head } = await this.publish(run)
    return outputOf(head) === 'points' ? networkProfile(name, head, run) : expertProfile(name, basis, head, run)
  }
}

/** @throws {LabError} `BAD_SETTING` for a name that no profile may have */
export function checkProfileName(name: string, { evaluator, settings, depth }: Profile): void {
  try {
    parseProfile(makeProfile({ name, title: name, notes: '', evaluator, settings, depth }), '--as')
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    throw new LabError('BAD_SETTING', error.message, error.detail, { cause: error })
  }
}

/** A profile whose evaluator is a trained network. */
function networkProfile(name: string, network: NetworkHead, { id, head: { config, command, stamp } }: RunFolder): Profile {
  return {
    name,
    title: `Network ${network.id.slice(0, 8)}`,
    notes: `Values boards by network ${network.id}. Training run ${id} made it: ${legibleLine(command)}`,
    evaluator: { family: 'network', network: network.id },
    settings: OF_NETWORK,
    depth: DEPTH_OF_NETWORK,
    tags: ['trained'],
    origin: { kind: 'tuned', source: `training run ${id}: ${config.name}`, seeds: [config.seed], stamp },
  }
}

/** A profile that asks a trained network on boards of walls, and otherwise plays as another profile. */
function expertProfile(name: string, basis: Profile, network: NetworkHead, { id, head: { command, stamp } }: RunFolder): Profile {
  const { evaluator, settings, depth } = basis
  return {
    name,
    title: `${basis.name} with network ${network.id.slice(0, 8)}`,
    notes: `Plays as ${basis.name}, and asks network ${network.id} on boards of walls. Training run ${id} made it: ${legibleLine(command)}`,
    ...{ evaluator, depth },
    settings: { ...settings, expert: { ...USUAL, ...settings.expert, network: network.id, target: network.target } },
    tags: ['trained'],
    origin: { kind: 'copy', source: basis.name, stamp }, // of the weights; the network's file has its own
  }
}
