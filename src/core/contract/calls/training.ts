/** Training runs of networks: starting them, controlling them, and reading their results. All calls are refused if the data folder is unusable. */
import { lineShape } from '../texts'
import { countShape, textShape, z } from '../zod'
import type { TrainingConfig } from '../../games/twenty48/wallGame/training'
import type { NetworkOutput } from '../../games/twenty48/wallGame/network'
import type { LabErrorData } from '../../errors'
import type { Stamp } from '../../stamp'
import { profileNameShape, trainingConfigShape, type Profile, type TrainingLine } from '../files'
import { call, idShape, nothing } from './call'
import type { FieldProblem } from './tuning'

export type TrainingState = 'queued' | 'running' | 'paused' | 'finished' | 'failed'

/** A line of the list of runs; also the payload of progress events. */
export interface TrainingRow {
  readonly id: number
  /** For people. */
  readonly name: string
  readonly state: TrainingState
  /** Runs that wait before it; absent unless it waits itself. */
  readonly ahead?: number
  readonly seed: number
  readonly threads: number
  /** Number of its networks. */
  readonly networks: number
  /** The network that it is at, from 0; the last one if it is finished. */
  readonly network: number
  /** What the last network estimates: the chance of its tile, or the points of whole games. */
  readonly output: NetworkOutput
  /** Tile that its games make; of whole games 2048. */
  readonly face: number
  /** Moves of all networks. */
  readonly moves: number
  /** Moves made so far. */
  readonly done: number
  /** Work done, 0 … 1: moves of several sets of weights take longer. */
  readonly progress: number
  /** Seconds of training, without validations and pauses. */
  readonly seconds: number
  /** Since it began or resumed; absent unless it runs. */
  readonly movesPerSecond?: number
  /** Seconds to the end, without validations; absent unless it runs and its pace is known. */
  readonly eta?: number
  /** Number of its measurements. */
  readonly measured: number
  /** Share of the last validation's games that made the tile, as its starts are shared in training; `null` before the first. */
  readonly success: number | null
  /** Why it failed, or a fault despite which it runs on; `null`: none. */
  readonly problem: LabErrorData | null
  /** Milliseconds since 1970; `null` if unknown. */
  readonly created: number | null
  readonly deleted: boolean
}

export interface TrainingView extends TrainingRow {
  readonly config: TrainingConfig
  /** How the terminal starts the same run. */
  readonly command: string
  readonly stamp: Stamp
  /** In their order; for a reader that holds some, those after them. */
  readonly measurements: readonly TrainingLine[]
  /** `null` until it is finished. */
  readonly result: TrainedView | null
}

/** A trained network. */
interface TrainedView {
  readonly id: string
  readonly weights: number
  /** In the data folder. */
  readonly file: string
}

/** Initial contents of a form. */
export interface TrainingForms {
  readonly presets: readonly TrainingConfig[]
  /** Cores of this machine. */
  readonly cores: number
}

/** Measured on this machine by training for some seconds, with whatever else runs. */
export interface TrainingEstimate {
  /** For the whole run, without validations and checkpoints. */
  readonly seconds: number
  /** By network. */
  readonly movesPerSecond: readonly number[]
}

const configArg = z.strictObject({ config: trainingConfigShape })
const nameShape = z.string().trim().pipe(lineShape(80))

export const TRAINING_CALLS = {
  trainingForms: call<TrainingForms>()(nothing),
  /** Checks a form. @returns problems by the path of their field; none if the run may start */
  checkTraining: call<readonly FieldProblem[]>()({ config: z.unknown() }),
  /** Trains for some seconds and drops the result. `CANCELLED` by another estimate, by a run that starts, or if no page needs it any more. */
  estimateTraining: call<TrainingEstimate>()(configArg),
  stopTrainingEstimate: call<void>()(nothing),

  /** Every run that is not deleted, newest first. */
  trainings: call<readonly TrainingRow[]>()(nothing),
  /** @param after number of measurements that the reader holds */
  training: call<TrainingView>()({ id: idShape, after: countShape.optional() }),
  /** Adds a run to the queue; it starts at once unless another is trained. */
  startTraining: call<TrainingRow>()({
    config: trainingConfigShape,
    name: nameShape.optional(),
    /** How the terminal starts the same run; absent: as the settings say. */
    command: lineShape(500).optional(),
  }),
  /** Makes a profile that plays as another and asks the network of a finished run. `NAME_TAKEN` */
  promoteTraining: call<Profile>()({
    id: idShape,
    name: profileNameShape,
    title: lineShape(80).optional(),
    /** Name of the profile that it otherwise plays as. */
    basis: textShape(80),
  }),
} as const
