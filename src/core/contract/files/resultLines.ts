/** Lines of a study's results: one line of JSON for each finished part of the work, in the order in which they ended. */
import { face, MAX_RANK } from '../../games/twenty48/board'
import { z } from '../zod'
import { BEGINNING_FIELDS, type LineKind, positionShape } from './json'
import { MATCH_FIELDS } from '../matches'

const hashShape = z.string().max(80)
const eachPlayer = z.array(z.number()).max(16)

/** Each start of the study writes one. */
const headShape = z.strictObject({
  /** Name of the study. */
  name: z.string().max(40),
  ...BEGINNING_FIELDS,
  /** First hex digits of the kernel's sha-256. */
  kernel: hashShape,
  /** Fingerprint of some results of this lab: a lab with other results cannot resume. */
  fingerprint: hashShape,
  /** The machine's load average over the minute before the start; absent if the system has none, and in older files. */
  load: z.number().min(0).exactOptional(),
  /** The study, in the first line; absent in older files. */
  study: z.record(z.string(), z.unknown()).exactOptional(),
  /** The limit of games, runs, trees or boards of each row. */
  most: z.int().min(2).exactOptional(),
})

/** Name of the row, and the content hash of what it plays: a line of another row under the same name is left out. */
const placed = { row: z.string().max(400), of: hashShape }

const gameShape = z
  .strictObject({
    kind: z.literal('game'),
    ...placed,
    /** Number of the game in the row; of a wall test the number of the game, or that of the board where a phase begins. */
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

export const RESULT_LINES: LineKind<ResultsHead, Result> = {
  ...{ name: 'study', parts: 'results' },
  head: { format: '2048-lab-results', version: 2, shape: headShape, isRepeated: true },
  line: resultShape,
  longest: 2 ** 20, // a study of its own in the head; a game of a wall test has at most 510 boards
}
