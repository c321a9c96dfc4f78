/** A tournament as a file: a line of JSON that says what is played, then one for each game as it ends. */
import { GAME_IDS } from '../../games/registry'
import { LONGEST_POSITION, GAME_SEARCH } from '../searchers'
import { parseShape, seedShape } from '../shapes'
import { z } from '../zod'
import { parseJson } from './json'
import { MATCH_FIELDS } from './matchFields'

export const ARENA_FORMAT = '2048-lab-arena'
export const ARENA_VERSION = 1
/** How a file of this format begins. */
export const ARENA_START = `{"format":"${ARENA_FORMAT}",`
export const MOST_ARENA_PLAYERS = 16
export const MOST_ARENA_GAMES = 100_000
/** Characters of the longest line that is read: a game of a million actions has up to six for each. */
export const LONGEST_ARENA_LINE = 2 ** 23
export const MOST_ARENA_BOARDS = 10_000
const MOST_TEXT = 1000
const PLAN_START = '{"games":'

const headShape = z.strictObject({
  format: z.literal(ARENA_FORMAT),
  version: z.literal(ARENA_VERSION),
  game: z.enum(GAME_IDS),
  options: GAME_SEARCH.options,
  /** First positions, which the pairs of games take in turn; none: each pair draws its own. */
  boards: z.array(z.string().max(LONGEST_POSITION)).max(MOST_ARENA_BOARDS),
  bounds: z.strictObject({ actions: z.int().min(1).exactOptional(), clockMs: z.number().min(0).exactOptional() }),
  /** As `parsePlayerText` reads them. */
  players: z
    .array(z.strictObject({ name: z.string().max(MOST_TEXT), player: z.string().max(MOST_TEXT) }))
    .min(2)
    .max(MOST_ARENA_PLAYERS),
  /** Of each pairing that were wanted when it was begun; absent where nobody said. */
  games: z.int().min(1).max(MOST_ARENA_GAMES).exactOptional(),
  seed: seedShape,
  lab: z.string().max(40),
  generator: z.string().max(80),
  /** Of some moves of its players: a lab that plays others cannot go on. Absent in older files. */
  fingerprint: z.string().max(80).exactOptional(),
  machine: z.string().max(400),
  at: z.iso.datetime(),
})

const twoPlayers = z.tuple([z.int().min(0), z.int().min(0)])
const twoNumbers = z.tuple([z.number(), z.number()])

/** Lists are in the order of the seats. */
const gameShape = z.strictObject({
  /** Number in the tournament, from 1. */
  game: z.int().min(1),
  /** Who begins and who comes second, by their places in the list of players. */
  seats: twoPlayers,
  seed: seedShape,
  start: z.string().max(LONGEST_POSITION),
  /** Actions and chance events from the start on. */
  edges: z.array(z.int().min(0).max(65_535)),
  ...MATCH_FIELDS,
  values: twoNumbers,
  moves: twoNumbers,
  nodes: twoNumbers,
  ms: twoNumbers,
  longestMs: twoNumbers,
  processorMs: twoNumbers.exactOptional(),
  overruns: twoNumbers,
  winner: z.int().min(0).max(1).exactOptional(),
  fault: z
    .strictObject({
      agent: z.int().min(0).max(1),
      reason: z.enum(['threw', 'illegal', 'clock']),
      message: z.string().max(MOST_TEXT),
    })
    .exactOptional(),
})

/** Another number of games of each pairing is wanted from here on. */
const planShape = z.strictObject({ games: z.int().min(1).max(MOST_ARENA_GAMES) })

export type ArenaPlan = z.infer<typeof planShape>
export type ArenaHead = z.infer<typeof headShape>
export type ArenaGame = z.infer<typeof gameShape>

/** @throws {LabError} `BAD_FILE`, naming the file */
export function parseArenaHead(text: string, fileName: string): ArenaHead {
  return parseLine(headShape, text, fileName, 1)
}

/** @throws {LabError} `BAD_FILE`, naming file and line */
export function parseArenaLine(text: string, fileName: string, line: number): ArenaGame | ArenaPlan {
  return parseLine<ArenaGame | ArenaPlan>(text.startsWith(PLAN_START) ? planShape : gameShape, text, fileName, line)
}

function parseLine<T>(shape: z.ZodType<T>, text: string, fileName: string, line: number): T {
  const where = `${fileName}: line ${line}`
  return parseShape(shape, parseJson(text, where, LONGEST_ARENA_LINE), where, 'BAD_FILE')
}
