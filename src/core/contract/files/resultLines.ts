/** Lines of a file of results: the finished parts of a reproduction, one line of JSON each, in the order in which they ended. */
import { face, MAX_RANK } from '../../games/twenty48/board'
import { amountShape, countShape, positiveShape, textShape, z } from '../zod'
import { positionShape, readLine } from './json'
import { MATCH_FIELDS } from './matchFields'
import { wallGameShape, wallPhaseShape } from './wallLines'

export const RESULTS_FORMAT = '2048-lab-results'
export const RESULTS_VERSION = 1
/** Published results that the lab reproduces. */
export const REPRODUCTIONS = [
  ...([
    'thesis',
    'tuning',
    'players',
    'ordering',
    'star',
    'warehouse',
    'branching',
    'light-heavy',
    'rival',
    'cant-go-back',
  ] as const),
  ...(['minimax-alphabeta', 'anytime', 'clock', 'stored-tree', 'one-player-minimax', 'strength', 'walls'] as const),
] as const
export type ReproductionName = (typeof REPRODUCTIONS)[number]
/** Longest line to read, in characters: one with the boards of a game of the wall test. */
const MAX_LINE = 2 ** 16

/** Each start of the command writes one. */
const headShape = z.strictObject({
  format: z.literal(RESULTS_FORMAT),
  version: z.literal(RESULTS_VERSION),
  name: z.enum(REPRODUCTIONS),
  lab: textShape(40),
  /** First hex digits of the kernel's sha-256. */
  kernel: textShape(80),
  generator: textShape(80),
  /** Fingerprint of some results of this lab: a lab with other results cannot resume. */
  fingerprint: textShape(80),
  machine: textShape(400),
  /** The machine's load average over the minute before the start; absent if the system has none, and in older files. */
  load: amountShape.exactOptional(),
  at: z.iso.datetime(),
})

const gameShape = z
  .strictObject({
    kind: z.literal('game'),
    /** Name of the batch, and the game's number in it. */
    batch: textShape(80),
    game: countShape,
    seed: countShape,
    /** Content hash of the player. */
    player: textShape(80),
    score: countShape,
    /** Face of the largest tile. */
    largest: z.int().min(2),
    slides: countShape,
    /** Moves tried by its searches. */
    nodes: countShape,
    /** The last board; absent in older files. */
    board: positionShape.exactOptional(),
  })
  .refine(({ board, largest }) => board === undefined || largestOf(board) === largest, 'largest is not that of the board')

/** Face of the largest tile of a position; NaN for other texts, which `positionShape` refuses. */
function largestOf(position: string): number {
  return face(Math.max(...Array.from(position, digit => parseInt(digit, MAX_RANK + 1))))
}

const runShape = z.strictObject({
  kind: z.literal('run'),
  /** Name of the search method, and the seed of the run. */
  row: textShape(120),
  seed: countShape,
  /** Content hash of the run's settings. */
  config: textShape(80),
  games: positiveShape,
  /** The search's own estimate of its best. */
  reported: z.number(),
  /** Mean score of the same weights on games that chose nothing, and the largest tile in those. */
  worth: z.number(),
  largest: z.int().min(2),
  weights: z.record(textShape(40), z.number()),
})

/** Orders of the children of each node; `uncut`: a tree whose values let alpha-beta cut nothing. */
const CHILD_ORDERS = ['best', 'random', 'worst', 'uncut'] as const

const counts = z.array(positiveShape).min(1).max(100)

const leavesShape = z
  .strictObject({
    kind: z.literal('leaves'),
    /** Uniform trees: children of each inner node, and plies. */
    branching: positiveShape,
    depth: positiveShape,
    order: z.enum(CHILD_ORDERS),
    /** Number of the first tree, and the number of trees. */
    first: countShape,
    trees: positiveShape,
    /** Leaves that each searcher visits, tree by tree. */
    alphaBeta: counts,
    pvs: counts,
  })
  .refine(({ trees, alphaBeta, pvs }) => alphaBeta.length === trees && pvs.length === trees, 'not as many counts as trees')
  .refine(
    line => line.alphaBeta.every((alphaBeta, tree) => areLeavesOf(line, { alphaBeta, pvs: line.pvs[tree]! })),
    'no search of these trees visits this number of leaves',
  )

/**
 * Checks the number of leaves in a uniform tree with that order of children. The minimum: Knuth and Moore, "An Analysis of Alpha-Beta
 * Pruning", 1975.
 */
export function areLeavesOf(
  {
    branching,
    depth,
    order,
  }: { readonly branching: number; readonly depth: number; readonly order: (typeof CHILD_ORDERS)[number] },
  { alphaBeta, pvs }: { readonly alphaBeta: number; readonly pvs: number },
): boolean {
  const fewest = branching ** Math.ceil(depth / 2) + branching ** Math.floor(depth / 2) - 1
  const all = branching ** depth
  if (order === 'best') return alphaBeta === fewest && pvs === fewest
  return order === 'uncut' ? alphaBeta === all : alphaBeta >= fewest && alphaBeta <= all
}

/** Lists by player are in the order of the series, not of the seats. */
const matchShape = z.strictObject({
  kind: z.literal('match'),
  /** Name of the series, and the match's number in it. */
  series: textShape(200),
  match: countShape,
  seed: countShape,
  /** Content hash of game, rules, players and the seed of the series. */
  played: textShape(80),
  ...MATCH_FIELDS,
  /** The player disqualified from the match, and the reason. */
  fault: z.strictObject({ player: countShape, reason: textShape(1000) }).exactOptional(),
})

const starShape = z
  .strictObject({
    kind: z.literal('star'),
    /** Uniform trees with chance nodes: children of each inner node, and plies. */
    branching: positiveShape,
    depth: positiveShape,
    order: z.enum(CHILD_ORDERS).exclude(['uncut']),
    first: countShape,
    trees: positiveShape,
    /** Leaves that each searcher visits, tree by tree. */
    expectimax: counts,
    star1: counts,
    star2: counts,
    /** With a table. */
    star2Table: counts,
  })
  .refine(
    ({ trees, ...all }) => [all.expectimax, all.star1, all.star2, all.star2Table].every(({ length }) => length === trees),
    'not as many counts as trees',
  )

/** Search speed of a machine for one player, on one thread. */
const speedShape = z.strictObject({
  kind: z.literal('speed'),
  /** Content hash of the player. */
  player: textShape(80),
  machine: textShape(400),
  /** Moves tried, and the milliseconds of processor time that they took. */
  nodes: positiveShape,
  ms: z.number().positive(),
})

/** Name of the wall test, and the content hash of its players, rules and seeds. */
const wallTestFields = { test: textShape(80), played: textShape(80) }
const wallGameLineShape = z.strictObject({ kind: z.literal('wall game'), ...wallTestFields, ...wallGameShape.shape })
const wallPhaseLineShape = z.strictObject({ kind: z.literal('wall phase'), ...wallTestFields, ...wallPhaseShape.shape })

const resultShapes = [
  gameShape,
  runShape,
  leavesShape,
  starShape,
  speedShape,
  matchShape,
  wallGameLineShape,
  wallPhaseLineShape,
] as const
const resultLineShape = z.union([headShape, ...resultShapes])

export type ResultsHead = z.infer<typeof headShape>
export type GameLine = z.infer<typeof gameShape>
export type RunLine = z.infer<typeof runShape>
export type LeavesLine = z.infer<typeof leavesShape>
export type StarLine = z.infer<typeof starShape>
export type SpeedLine = z.infer<typeof speedShape>
export type MatchLine = z.infer<typeof matchShape>
export type WallGameLine = z.infer<typeof wallGameLineShape>
export type WallPhaseLine = z.infer<typeof wallPhaseLineShape>
type ResultLine = ResultsHead | Result
/** A finished part. */
export type Result = z.infer<(typeof resultShapes)[number]>

/** @throws {LabError} `BAD_FILE`, naming file and line. */
export function parseResultLine(text: string, fileName: string, line: number): ResultLine {
  return readLine(resultLineShape, text, fileName, line, MAX_LINE)
}

export function isHead(line: ResultLine): line is ResultsHead {
  return 'format' in line
}
