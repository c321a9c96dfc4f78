/** Lines of a study's results: one line of JSON for each finished part of the work, in the order in which they ended. */
import { LabError } from '../../errors'
import { face, MAX_RANK } from '../../games/twenty48/board'
import { z } from '../zod'
import { positionShape, readLine } from './json'
import { MATCH_FIELDS } from './matchFields'

export const RESULTS_FORMAT = '2048-lab-results'
export const RESULTS_VERSION = 2
/** The beginning of a file of this format. */
export const RESULTS_START = `{"format":"${RESULTS_FORMAT}",`
/** The beginning of a file that a lab before studies wrote. */
const OLDER = `${RESULTS_START}"version":1,`
/** Longest line to read, in characters: one with the boards of a game of a wall test. */
export const LONGEST_RESULT = 2 ** 16

const hashShape = z.string().max(80)
const eachPlayer = z.array(z.number()).max(16)

/** Each start of the study writes one. */
const headShape = z.strictObject({
  format: z.literal(RESULTS_FORMAT),
  version: z.literal(RESULTS_VERSION),
  /** Name of the study. */
  name: z.string().max(40),
  lab: z.string().max(40),
  /** First hex digits of the kernel's sha-256. */
  kernel: hashShape,
  generator: hashShape,
  /** Fingerprint of some results of this lab: a lab with other results cannot resume. */
  fingerprint: hashShape,
  machine: z.string().max(400),
  /** The machine's load average over the minute before the start; absent if the system has none, and in older files. */
  load: z.number().min(0).exactOptional(),
  at: z.iso.datetime(),
})

/** Name of the row, and the content hash of what it plays: a line of another row under the same name is left out. */
const placed = { row: z.string().max(400), of: hashShape }

const gameShape = z
  .strictObject({
    kind: z.literal('game'),
    ...placed,
    /** Its number in the row; of a wall test the number of the game, or that of the board where a phase begins. */
    game: z.int().min(0),
    /** Continuation and player of a phase. */
    phase: z.tuple([z.int().min(0), z.int().min(0)]).exactOptional(),
    seed: z.int().min(0).exactOptional(),
    ...MATCH_FIELDS,
    /** Lists by player are in the order of the row, not of the seats: the score of a game of 2048; 1 for a phase that was survived. */
    values: eachPlayer,
    ended: MATCH_FIELDS.ended.exactOptional(),
    nodes: eachPlayer.exactOptional(),
    ms: eachPlayer.exactOptional(),
    overruns: eachPlayer.exactOptional(),
    /** The player disqualified from the game, and the reason. */
    fault: z.strictObject({ player: z.int().min(0), reason: z.string().max(1000) }).exactOptional(),
    /** Face of the largest tile, and the last board of 2048. */
    largest: z.int().min(2).exactOptional(),
    board: positionShape.exactOptional(),
    /** Boards of a wall test that the game passed. */
    boards: z.array(positionShape).max(1000).exactOptional(),
  })
  .refine(
    ({ board, largest }) => board === undefined || largest === undefined || largestOf(board) === largest,
    'largest is not that of the board',
  )

/** Face of the largest tile of a position; NaN for other texts, which `positionShape` refuses. */
function largestOf(position: string): number {
  return face(Math.max(...Array.from(position, digit => parseInt(digit, MAX_RANK + 1))))
}

const runShape = z.strictObject({
  kind: z.literal('run'),
  ...placed,
  seed: z.int().min(0),
  games: z.int().min(1),
  /** The search's own estimate of its best. */
  reported: z.number(),
  /** Mean score of the same weights on games that chose nothing, and the largest tile in those. */
  worth: z.number(),
  largest: z.int().min(2),
  weights: z.record(z.string().max(40), z.number()),
})

const countShape = z.strictObject({
  kind: z.literal('count'),
  ...placed,
  /** Number of the first tree. */
  first: z.int().min(0),
  /** The machine, where times are counted. */
  machine: z.string().max(400).exactOptional(),
  /** By what is counted: a number for each tree. */
  counts: z.record(z.string().max(120), z.array(z.number().min(0)).min(1).max(100)),
})

const resultShape = z.discriminatedUnion('kind', [gameShape, runShape, countShape])

export type ResultsHead = z.infer<typeof headShape>
export type GameLine = z.infer<typeof gameShape>
export type RunLine = z.infer<typeof runShape>
export type CountLine = z.infer<typeof countShape>
/** A finished part. */
export type Result = GameLine | RunLine | CountLine

/** @throws {LabError} `BAD_FILE`, naming file and line. */
export function parseResultLine(text: string, fileName: string, line: number): ResultsHead | Result {
  if (text.startsWith(OLDER)) throw new LabError('BAD_FILE', `${fileName}: an older lab wrote these results; name another folder`)
  const shape: z.ZodType<ResultsHead | Result> = text.startsWith(RESULTS_START) ? headShape : resultShape
  return readLine(shape, text, fileName, line, LONGEST_RESULT)
}

export function isHead(line: ResultsHead | Result): line is ResultsHead {
  return 'format' in line
}
