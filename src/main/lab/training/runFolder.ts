/** Training runs in the data folder: a folder each, with its settings, measurements, checkpoints and networks. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  parseTrainingHead,
  TRAINING_LINES,
  TRAINING_RUN_FORMAT,
  TRAINING_RUN_VERSION,
  type TrainingLine,
  type TrainingRunHead,
} from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import type { TrainingConfig } from '../../../core/games/twenty48/wallGame/training'
import type { Stamp } from '../../../core/stamp'
import { findCheckpoint, type CheckpointState } from '../../compute/training/checkpoint'
import { badFile, explainingFile } from '../../files/fileProblem'
import { makeFolder } from '../../files/home'
import { LineFile } from '../../files/lineFile'
import { readSmall } from '../../files/smallFile'
import { writeWhole } from '../../files/wholeFile'

const HEAD = 'run.json'
export const LINES = 'progress.jsonl'
const CHECKPOINTS = ['checkpoint-a', 'checkpoint-b'] as const
/** Marks a deleted run, which can be restored; its age is that of the deletion. */
const DELETED = 'deleted'

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
  private constructor(
    readonly path: string,
    readonly head: TrainingRunHead,
  ) {}

  /** @param root folder of the runs @throws {LabError} `BAD_FILE` for an error of the file system */
  static create(root: string, config: TrainingConfig, command: string, stamp: Stamp, title?: string): RunFolder {
    return explainingFile(root, () => {
      makeFolder(root)
      const taken = readdirSync(root).map(Number).filter(Number.isSafeInteger)
      for (let id = Math.max(0, ...taken) + 1; ; id++) {
        // without this, all larger numbers would be the same one
        if (!Number.isSafeInteger(id)) throw badFile(join(root, String(id - 1)), 'no number is left after it: rename this folder')
        const path = join(root, String(id))
        if (!madeNew(path)) continue
        const head: TrainingRunHead = {
          ...{ format: TRAINING_RUN_FORMAT, version: TRAINING_RUN_VERSION },
          ...{ id, config, command, ...(title !== undefined && { title }), stamp },
        }
        try {
          writeHead(path, head)
        } catch (error) {
          rmSync(path, { recursive: true, force: true })
          throw error
        }
        return new RunFolder(path, head)
      }
    })
  }

  /** The number is that of its folder, also in a copy of another run. @throws {LabError} `NOT_FOUND`; `BAD_FILE` */
  static open(root: string, id: number): RunFolder {
    const path = join(root, String(id))
    const file = join(path, HEAD)
    if (!existsSync(file))
      throw new LabError('NOT_FOUND', `There is no training run number ${id}; it may have been deleted.`, { id })
    const text = explainingFile(file, () => readSmall(file))
    return new RunFolder(path, { ...parseTrainingHead(text, file), id })
  }

  /**
   * All runs that are not deleted, by number.
   * @param onUnreadable called for each that cannot be read
   * @throws {LabError} `BAD_FILE`
   */
  static all(root: string, onUnreadable: (problem: LabError) => void): RunFolder[] {
    return RunFolder.#readable(root, onUnreadable).filter(({ deleted }) => deleted === undefined)
  }

  /** Deleted runs, by number; unreadable ones are left out. @throws {LabError} `BAD_FILE` */
  static deleted(root: string): RunFolder[] {
    return RunFolder.#readable(root, () => undefined).filter(({ deleted }) => deleted !== undefined)
  }

  static #readable(root: string, onUnreadable: (problem: LabError) => void): RunFolder[] {
    if (!existsSync(root)) return []
    const ids = explainingFile(root, () => readdirSync(root)).filter(name => /^[1-9]\d*$/.test(name)).map(Number) // oxfmt-ignore
    return ids
      .toSorted((a, b) => a - b)
      .flatMap(id => {
        try {
          return [RunFolder.open(root, id)]
        } catch (error) {
          if (!(error instanceof LabError)) throw error
          // a kill before the head was written: there is nothing to resume
          if (error.code !== 'NOT_FOUND') onUnreadable(error)
          return []
        }
      })
  }

  /** The name for people. */
  get name(): string {
    return this.head.title ?? this.head.config.name
  }

  /** When it was deleted, in ms since 1970; `undefined`: it is not. */
  get deleted(): number | undefined {
    return statSync(join(this.path, DELETED), { throwIfNoEntry: false })?.mtimeMs
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  setDeleted(isDeleted: boolean): void {
    const mark = join(this.path, DELETED)
    if (isDeleted) writeWhole(mark, '')
    else explainingFile(mark, () => rmSync(mark, { force: true }))
  }

  /** @throws {LabError} `BAD_FILE` for an error of the file system */
  rename(title: string): RunFolder {
    const head = { ...this.head, title }
    writeHead(this.path, head)
    return new RunFolder(this.path, head)
  }

  /** File of a network by its place in the settings. It exists once that network is trained. */
  networkFile(network: number): string {
    return join(this.path, `network-${network + 1}.network`)
  }

  /** File of the last network. */
  get result(): string {
    return this.networkFile(this.head.config.networks.length - 1)
  }

  /** One process at a time writes to the run, and holds the lock of this file. */
  get lines(): string {
    return join(this.path, LINES)
  }

  get places(): FoundPlaces {
    const { networks } = this.head.config
    const next = networks.findIndex((_, network) => !existsSync(this.networkFile(network)))
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

  /**
   * Measurements in their order. Those that a resumed run made again replace the first ones. Damaged ones are left out: nothing that the
   * run learned depends on them.
   * @param onDamaged called with the fault of each
   */
  async measurements(onDamaged: (fault: LabError) => void): Promise<TrainingLine[]> {
    const lines: TrainingLine[] = []
    if (!existsSync(this.lines)) return lines
    await LineFile.open(this.lines, TRAINING_LINES, {
      onLine: (line, number) => {
        this.#checkMeasurement(line, number)
        while (lines.length > 0 && !isBefore(lines.at(-1)!, line)) lines.pop()
        lines.push(line)
      },
      onFault: onDamaged,
    }).catch((error: unknown) => {
      if (!(error instanceof LabError)) throw error
      onDamaged(error)
    })
    return lines
  }

  /** @throws {LabError} `BAD_FILE` */
  #checkMeasurement({ network, validation }: TrainingLine, number: number): void {
    const { networks } = this.head.config
    if (network < networks.length && validation.length === networks[network]!.starts.length) return
    throw badFile(this.lines, `line ${number} is of another run`)
  }

  /** @throws {LabError} `NOT_FOUND` if its folder was deleted or moved since it was opened */
  checkPlace(): void {
    if (existsSync(join(this.path, HEAD))) return
    const { id } = this.head
    throw new LabError('NOT_FOUND', `${this.path} was deleted or moved while run ${id} was trained: its training is lost.`, {
      id,
    })
  }

  /** @returns what a kill cut off, in a sentence @throws {LabError} `BAD_FILE` for an error of the file system */
  async measure(line: TrainingLine): Promise<string | undefined> {
    const lines = await LineFile.open(this.lines, TRAINING_LINES, {
      mayBeNew: true,
      wants: () => false,
      onFault: () => undefined,
    })
    try {
      lines.add(line)
      return lines.cutOff
    } finally {
      lines.close()
    }
  }
}

function writeHead(path: string, head: TrainingRunHead): void {
  writeWhole(join(path, HEAD), `${JSON.stringify(head, undefined, 1)}\n`)
}

function isBefore(a: TrainingLine, b: TrainingLine): boolean {
  return a.network < b.network || (a.network === b.network && a.moves < b.moves)
}

/** @returns false if it exists */
function madeNew(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
