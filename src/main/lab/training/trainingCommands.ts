import { createReadStream } from 'node:fs'
import type { Profile, TrainingLine } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import type { TrainingConfig } from '../../../core/games/twenty48/walls/training'
import type { TrainingPlace } from '../../../core/games/twenty48/walls/trainingPace'
import { writeNew } from '../../files/newFile'
import { namedHome, placeOfData } from '../../files/home'
import { builtInProfile } from '../profiles/builtInProfiles'
import { ProfileCollection } from '../profiles/profileCollection'
import type { LocalContext } from '../ground/localContext'
import { checkProfileName } from './expertProfile'
import type { RunFolder } from './runFolder'
import { TrainingRuns, type TrainedNetworkFile } from './trainingRuns'
import type { TrainHearing } from './trainRun'

export type { TrainHearing } from './trainRun'

export interface SavedTraining {
  readonly id: number
  /** For people. */
  readonly title: string
  readonly config: TrainingConfig
  readonly command: string
  /** ISO 8601 in UTC. */
  readonly begun: string | undefined
  /** As its last checkpoint has it; absent: finished. */
  readonly place: TrainingPlace | undefined
}

export interface TrainOutcome {
  readonly run: SavedTraining
  readonly measurements: readonly TrainingLine[]
  /** Absent if the run was interrupted. */
  readonly result: TrainedNetworkFile | undefined
}

/** Training runs of the data folder, for commands. */
export class TrainingCommands {
  constructor(private readonly context: LocalContext) {}

  /** By number. @returns also the faults of unreadable ones @throws {LabError} `BAD_FILE` */
  list(): { readonly runs: readonly SavedTraining[]; readonly problems: readonly LabError[] } {
    const { runs, problems } = this.#runs.list()
    return { runs: runs.map(viewOf), problems }
  }

  /** @throws {LabError} `NOT_FOUND`; `BAD_FILE` */
  find(id: number): SavedTraining {
    return viewOf(this.#runs.find(id))
  }

  /** @param command how the terminal starts it @throws {LabError} `BAD_SETTING`, naming the field; `BAD_FILE` */
  create(config: TrainingConfig, command: string): SavedTraining {
    namedHome(this.context.home, this.context.env) // an impossible folder is refused immediately
    return viewOf(this.#runs.create(config, command))
  }

  /** As `TrainingRuns.train`. */
  async train(id: number, hearing: TrainHearing): Promise<TrainOutcome> {
    const run = this.#runs.find(id)
    const result = await this.#runs.train(run, hearing)
    return { run: viewOf(run), measurements: await run.measurements(hearing.onProblem), result }
  }

  /** Copies a network to a new file that the user names. @throws {LabError} `BAD_FILE`; nothing is left of it then */
  async copy(from: string, file: string): Promise<void> {
    await writeNew(file, createReadStream(from) as AsyncIterable<Buffer>)
  }

  /**
   * Whether a profile of this name could be saved now.
   * @throws {LabError} `NAME_TAKEN`; `BAD_SETTING` for an impossible name; `STORE_LOCKED`, `STORE_FULL`, `BAD_STORE`
   */
  async checkProfile(name: string, basis: Profile): Promise<void> {
    checkProfileName(name, basis)
    const stored = await this.context.store.write(({ profiles }) => profiles.list())
    if (builtInProfile(name) ?? stored.some(profile => profile.name === name))
      throw new LabError('NAME_TAKEN', `There is a profile "${name}" already: choose another name with --as.`, { name })
  }

  /** Makes a profile with the network of a finished run: it values boards, or it is the expert of a basis. @throws {LabError} `NAME_TAKEN`; errors of the store */
  async promote(id: number, name: string, basis: Profile): Promise<Profile> {
    const runs = this.#runs
    const profile = await runs.profile(runs.find(id), name, basis)
    return this.context.store.write(async store => new ProfileCollection(store, await store.profiles.list()).create(profile))
  }

  /** As `TrainingRuns.remove`. */
  remove(id: number): Promise<void> {
    return this.#runs.remove(id)
  }

  /** @throws {LabError} `NOT_FOUND` unless it is deleted, and not yet for good; `BAD_FILE` */
  restore(id: number): SavedTraining {
    if (!this.#runs.deleted().some(each => each.id === id))
      throw new LabError('NOT_FOUND', `No training run ${id} is among the deleted ones.`)
    return viewOf(this.#runs.restore(id))
  }

  get #runs(): TrainingRuns {
    return new TrainingRuns(placeOfData(this.context.home, this.context.env).folder)
  }
}

function viewOf(run: RunFolder): SavedTraining {
  const { id, config, command, stamp } = run.head
  const [place] = run.places.places
  return { id, title: run.name, config, command, begun: stamp.at, place: place && { network: place.network, moves: place.moves } }
}
