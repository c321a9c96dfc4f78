/** Training runs as files: a training's settings, the head of a run, and the lines that a run appends. */
import { checkTraining, type NetworkTraining, type TrainingConfig } from '../../games/twenty48/wallGame/training'
import { NETWORK_OUTPUTS } from '../../games/twenty48/wallGame/network'
import { TRAINING_RUN_FORMAT } from '../stored'
import { checkedAtField, parseShape, seedShape } from '../shapes'
import { legibleLine } from '../texts'
import { amountShape, countShape, positiveShape, textShape, z } from '../zod'
import { type LineKind, headFields, parseJson, readFields, refuseNewer, stampShape } from './json'

const TRAINING_FORMAT = '2048-lab-training'
export const TRAINING_VERSION = 1
const TRAINING_RUN_VERSION = 1
/** Largest file of settings to read, in characters; ours take about 3,000. */
export const MAX_TRAINING_CHARS = 100_000

const cellsShape = z.array(z.int()).max(16)

const networkShape: z.ZodType<NetworkTraining> = z.strictObject({
  output: z.enum(NETWORK_OUTPUTS).exactOptional(),
  tuples: z.array(z.array(z.int()).max(8)).max(16),
  target: z.int(),
  stages: z.array(z.int()).max(3),
  walls: z.enum(['slide', 'stay']),
  starts: z.array(z.strictObject({ cells: cellsShape, share: z.number() })).max(32),
  moves: z.int(),
  rates: z.array(z.strictObject({ until: z.number(), rate: z.number() })).max(32),
  lambda: z.number(),
  exploration: z.number(),
  bigTiles: z.strictObject({ from: z.number(), to: z.number() }),
  ordered: z.number(),
  again: z.number(),
  basis: z.strictObject({ network: textShape(40), lowered: z.number() }).exactOptional(),
})

const configFields = {
  name: textShape(60),
  seed: seedShape,
  threads: z.int(),
  networks: z.array(networkShape).max(4),
}

export const trainingConfigShape: z.ZodType<TrainingConfig> = z
  .strictObject(configFields)
  .superRefine(checkedAtField<TrainingConfig>(checkTraining))

export const trainingFileShape = z
  .strictObject({
    ...headFields(TRAINING_FORMAT, TRAINING_VERSION),
    ...configFields,
  })
  .superRefine(checkedAtField<TrainingConfig>(checkTraining))

const runFields = {
  config: trainingConfigShape,
  /** How the terminal starts the same run. */
  command: textShape(500),
  stamp: stampShape,
}
const headShape = z.strictObject({
  ...runFields,
  /** The furthest checkpoint; of a trained network, the start of the next one. Absent before the first, and in runs of earlier labs. */
  saved: z.strictObject({ network: countShape, moves: countShape }).exactOptional(),
})

/** The head of a run as labs before version 15 of the data stored it, in a file of its own. */
const earlierHeadShape = z.strictObject({
  format: z.literal(TRAINING_RUN_FORMAT),
  version: z.literal(TRAINING_RUN_VERSION),
  id: positiveShape,
  /** The name for people; absent: that of the config. */
  title: z.string().min(1).max(80).transform(legibleLine).exactOptional(),
  ...runFields,
})

/** A network knows ranks 0 … 15. */
const TOP_RANKS = 16

const trainingLineShape = z.strictObject({
  /** By its place in the config, from 0. */
  network: countShape,
  moves: countShape,
  /** Seconds of training so far, without validation and pauses. */
  seconds: amountShape,
  games: countShape,
  /** Games in which the target was made; of whole games, a 2048. */
  successes: countShape,
  /** Greedy games on unseen seeds, by start. */
  validation: z
    .array(
      z.strictObject({
        games: positiveShape,
        successes: countShape,
        mean: amountShape,
        whole: z.strictObject({ deviation: amountShape, tops: z.array(countShape).length(TOP_RANKS).readonly() }).exactOptional(),
      }),
    )
    .max(32),
})

export type TrainingRunHead = Readonly<z.infer<typeof headShape>>
/** A measurement during a run. */
export type TrainingLine = Readonly<z.infer<typeof trainingLineShape>>

/** @throws {LabError} `BAD_FILE`, naming the file and the field */
export function parseTraining(text: string, fileName: string): TrainingConfig {
  return readFields(trainingFileShape, parseJson(text, fileName, MAX_TRAINING_CHARS), fileName)
}

export function makeTraining(config: TrainingConfig): string {
  const file = { format: TRAINING_FORMAT, version: TRAINING_VERSION, ...config }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

/** @throws {LabError} `BAD_FILE`, naming the file and the field */
export function parseTrainingHead(text: string, fileName: string): Readonly<z.infer<typeof earlierHeadShape>> {
  const json = parseJson(text, fileName, MAX_TRAINING_CHARS)
  refuseNewer(json, TRAINING_RUN_FORMAT, TRAINING_RUN_VERSION, fileName)
  return parseShape(earlierHeadShape, json, fileName, 'BAD_FILE')
}

/** What is stored of a run. */
export const TRAINING_RUN: Required<Pick<LineKind<TrainingRunHead, TrainingLine>, 'name' | 'head' | 'line'>> = {
  name: 'training run',
  head: { format: TRAINING_RUN_FORMAT, version: TRAINING_RUN_VERSION, shape: headShape },
  line: trainingLineShape,
}

/** The measurements of a run as labs before version 15 of the data stored them, beside its head. */
export const TRAINING_LINES: LineKind<never, TrainingLine> = {
  ...{ name: TRAINING_RUN.name, parts: 'measurements' },
  line: trainingLineShape,
  longest: 20_000, // ours have about 1,000
}
