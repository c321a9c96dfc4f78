/** A tournament as a file: a head, which is a line of JSON, then one line for each game when it ends. */
import { GAME_IDS } from '../../games/registry'
import { LONGEST_POSITION, GAME_SEARCH } from '../searchers'
import { seedShape } from '../shapes'
import { lineShape } from '../texts'
import { amountShape, countShape, positiveShape, textShape, wholeShape, z } from '../zod'
import { BEGINNING_FIELDS, type LineKind } from './json'
import { MATCH_FIELDS } from '../matches'

export const MOST_ARENA_PLAYERS = 16
export const MOST_ARENA_GAMES = 100_000
export const MOST_ARENA_BOARDS = 10_000
const MOST_TEXT = 1000

const headShape = z.strictObject({
  game: z.enum(GAME_IDS),
  options: GAME_SEARCH.options,
  /** First positions, used by the pairs of games in turn; none: each pair draws its own. */
  boards: z.array(textShape(LONGEST_POSITION)).max(MOST_ARENA_BOARDS),
  bounds: z.strictObject({ actions: positiveShape.exactOptional(), clockMs: amountShape.exactOptional() }),
  /** In the notation of `parsePlayerText`. */
  players: z
    .array(z.strictObject({ name: lineShape(MOST_TEXT), player: textShape(MOST_TEXT) }))
    .min(1)
    .max(MOST_ARENA_PLAYERS),
  /** Planned games of each pairing at the start; absent if not specified. */
  games: wholeShape(1, MOST_ARENA_GAMES).exactOptional(),
  seed: seedShape,
  ...BEGINNING_FIELDS,
  /** Fingerprint of some moves of its players: a lab whose players choose other moves cannot resume. Absent in older files. */
  fingerprint: textShape(80).exactOptional(),
})

/** One number for each seat: two, or as many as the game has players. */
const ofSeats = <Each extends z.ZodType>(each: Each) => z.array(each).min(1).max(MOST_ARENA_PLAYERS)
const seat = wholeShape(0, MOST_ARENA_PLAYERS - 1)
const numbers = ofSeats(z.number())

/** Lists are in the order of the seats. */
const gameShape = z.strictObject({
  /** Number in the tournament, from 1. */
  game: positiveShape,
  /** The players, by their places in the list of players. */
  seats: ofSeats(countShape),
  seed: seedShape,
  start: textShape(LONGEST_POSITION),
  /** Actions and chance events from the start. */
  edges: z.array(wholeShape(0, 65_535)),
  ...MATCH_FIELDS,
  values: numbers,
  moves: numbers,
  nodes: numbers,
  ms: numbers,
  longestMs: numbers,
  processorMs: numbers.exactOptional(),
  overruns: numbers,
  winner: seat.exactOptional(),
  fault: z
    .strictObject({
      agent: seat,
      reason: z.enum(['threw', 'illegal', 'clock']),
      message: textShape(MOST_TEXT),
    })
    .exactOptional(),
})

/** Changes the planned games of each pairing from here on. */
const planShape = z.strictObject({ games: wholeShape(1, MOST_ARENA_GAMES) })

export type ArenaPlan = z.infer<typeof planShape>
export type ArenaHead = z.infer<typeof headShape>
export type ArenaGame = z.infer<typeof gameShape>

export const ARENA_LINES: LineKind<ArenaHead, ArenaGame | ArenaPlan> = {
  ...{ name: 'tournament', parts: 'games' },
  head: { format: '2048-lab-arena', version: 1, shape: headShape },
  line: z.union([gameShape, planShape]),
  longest: 2 ** 23, // a game of a million actions has up to six characters for each
}
