/** A wall test as a file: a head, which is a line of JSON, then one line for each game that boards come from and for each phase played. */
import { CELLS } from '../../games/twenty48/board'
import { WALL_MULTIPLES } from '../../games/twenty48/wallGame/phases'
import { playerShape, seedShape } from '../shapes'
import { amountShape, countShape, positiveShape, textShape, wholeShape, z } from '../zod'
import { BEGINNING_FIELDS, type LineKind } from './json'

export const MOST_WALL_BOARDS = 100_000
export const MOST_CONTINUATIONS = 10_000

const positionShape = z.string().regex(/^[0-9A-H]{16}$/)

const planFields = {
  multiple: z.literal(WALL_MULTIPLES),
  walls: wholeShape(1, CELLS),
  leastSum: countShape,
  /** Seed of the games that the boards come from. */
  gameSeed: seedShape,
  /** Wanted number of boards. */
  boards: wholeShape(1, MOST_WALL_BOARDS),
  /** Maximum number of games that are played for them. */
  games: positiveShape,
  /** Name of the player whose games they are, and its settings. */
  from: z.strictObject({ name: textShape(200), player: playerShape }),
  /** Seed of the random tiles of the phases. */
  seed: seedShape,
  /** Phases from each board. */
  continuations: wholeShape(1, MOST_CONTINUATIONS),
  players: z
    .array(z.strictObject({ name: textShape(200), player: playerShape }))
    .min(1)
    .max(2),
}

/** What determines a test, unless a clock decides. */
export const wallPlanShape = z.strictObject(planFields)

const headShape = z.strictObject({
  ...planFields,
  ...BEGINNING_FIELDS,
  /** First hex digits of the kernel's sha-256. */
  kernel: textShape(80),
})

const wallGameShape = z.strictObject({
  /** Number of the game, from 0: its seed is `deriveSeed(gameSeed, game)`. */
  game: countShape,
  /** In the order of the game. */
  boards: z.array(positionShape).max(1000),
  end: positionShape,
  moves: countShape,
  ms: amountShape,
})

const wallPhaseShape = z.strictObject({
  /** By its place in the games' boards, in the order of the games. */
  board: countShape,
  continuation: countShape,
  /** By its place in the head. */
  player: wholeShape(0, 1),
  survived: z.boolean(),
  moves: countShape,
  ms: amountShape,
})

export type WallSettings = z.infer<typeof wallPlanShape>
export type WallHead = z.infer<typeof headShape>
export type WallGame = z.infer<typeof wallGameShape>
export type WallPhase = z.infer<typeof wallPhaseShape>

export const WALL_LINES: LineKind<WallHead, WallGame | WallPhase> = {
  ...{ name: 'wall test', parts: 'phases' },
  head: { format: '2048-lab-walls', version: 1, shape: headShape },
  line: z.union([wallPhaseShape, wallGameShape]),
  longest: 2 ** 16, // a game has at most 510 boards
}
