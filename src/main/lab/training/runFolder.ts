/** The checkpoints and networks of a training run: files in a folder of the data, named by its number. The rest is in the store. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TrainingRunHead } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { findCheckpoint, type CheckpointState } from '../../compute/training/checkpoint'
import { explainingFile } from '../../files/fileProblem'
import { makeFolder } from '../../files/home'

const CHECKPOINTS = ['checkpoint-a', 'checkpoint-b'] as const

/** What a run did so far. */
export interface RunPlace extends CheckpointState {
  /** The checkpoint; absent: the network begins anew. */
  readonly checkpoint?: string
}

export interface FoundPlaces {
  /** Where the run can resume, the furthest first; the last one is the start of a network. Empty: it is finished. */
  readonly places: readonly RunPlace[]
  /** Checkpoints that cannot be used. A kill while one was written is no damage. */
  readonly damaged: readonly string[]
}

export class RunFolder {
  readonly path: string

  /** @param root folder of the runs */
  constructor(
    root: string,
    readonly id: number,
    readonly head: TrainingRunHead,
  ) {
    this.path = join(root, String(id))
  }

  /** The largest number that a folder has; 0 for none. @throws {LabError} `BAD_FILE` */
  static lastIn(root: string): number {
    const names = existsSync(root) ? explainingFile(root, () => readdirSync(root)) : []
    return Math.max(0, ...names.filter(name => /^[1-9]\d*$/.test(name)).map(Number))
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  make(): void {
    explainingFile(this.path, () => makeFolder(this.path))
  }

  /** File of a network by its place in the settings. It has content once that network is trained. */
  networkFile(network: number): string {
    return join(this.path, `network-${network + 1}.network`)
  }

  /** File of the last network. */
  get result(): string {
    return this.networkFile(this.head.config.networks.length - 1)
  }

  get places(): FoundPlaces {
    const { networks } = this.head.config
    const next = networks.findIndex((_, network) => !this.#hasNetwork(network))
    if (next < 0) return { places: [], damaged: [] }
    const places: RunPlace[] = [{ network: next, moves: 0, seconds: 0 }]
    const damaged: string[] = []
    for (const name of CHECKPOINTS) {
      const checkpoint = join(this.path, name)
      const found = findCheckpoint(checkpoint)
      if (found === 'damaged') damaged.push(checkpoint)
      else if (found && found !== 'unfinished' && found.network === next) places.push({ ...found, checkpoint })
    }
    return { places: places.toSorted((a, b) => b.moves - a.moves), damaged }
  }

  get isFinished(): boolean {
    return this.head.config.networks.every((_, network) => this.#hasNetwork(network))
  }

  /** A pipe or an empty file is no network: it is made again from the checkpoint. */
  #hasNetwork(network: number): boolean {
    const file = this.networkFile(network)
    const stat = existsSync(file) ? statSync(file, { throwIfNoEntry: false }) : undefined
    return stat?.isFile() === true && stat.size > 0
  }

  /**
   * Why the run cannot be resumed although it can be read: it would begin anew, and the store knows that it was further.
   * @param wasFinished as the store knows it: a run of an earlier lab has no other sign of what was saved
   * @param place the first of its places
   */
  lost(wasFinished: boolean, place = this.places.places[0]): LabError | undefined {
    if (!place || place.checkpoint !== undefined) return undefined
    const { id, path } = this
    const { saved, command, config } = this.head
    const all = config.networks.length
    const { network, moves } = saved ?? { network: wasFinished ? all : 0, moves: 0 }
    if (network < place.network || (network === place.network && moves === 0)) return undefined
    const when = network === all ? 'at its end' : `at ${moves} moves of network ${network + 1} of ${all}`
    const why = `Training run ${id} was saved ${when}, but ${path} ${existsSync(path) ? 'has no usable checkpoint of it' : 'is missing'}.`
    return new LabError('BAD_FILE', `${why} Put that folder back, or begin another run with: ${command}`, { file: path })
  }

  /** Where the next checkpoint is written: never over the furthest one that can be used. */
  nextCheckpoint(used: string | undefined): string {
    const [first, second] = CHECKPOINTS.map(name => join(this.path, name)) as [string, string]
    return used === first ? second : first
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  removeCheckpoints(): void {
    for (const name of CHECKPOINTS) {
      const file = join(this.path, name)
      explainingFile(file, () => rmSync(file, { force: true }))
    }
  }

  /** @throws {LabError} `NOT_FOUND` if it was deleted or moved since the training began */
  checkPlace(): void {
    if (existsSync(this.path)) return
    const { id } = this
    throw new LabError('NOT_FOUND', `${this.path} was deleted or moved while run ${id} was trained: its training is lost.`, {
      id,
    })
  }
}
