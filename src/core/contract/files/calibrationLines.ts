/**
 * A calibration as a file: a head, which is a line of JSON with the calibration itself, then one line for each game that it was fitted to, and
 * one for each board whose moves were played out.
 */
import { MAX_RANK, maxRank, MOVES, type Board, type Move } from '../../games/twenty48/board'
import { makePosition, parseBoard } from '../../games/twenty48/notation'
import { slideValues } from '../../games/twenty48/search/report'
import type { Calibration } from '../../games/twenty48/scale/calibration'
import type { PlayedMoves, PlayoutEnd } from '../../games/twenty48/scale/playedMoves'
import { DECIDERS, type SampledGame } from '../../games/twenty48/scale/sampledGame'
import { limitsShape, playerShape, seedShape } from '../shapes'
import { amountShape, countShape, positiveShape, textShape, wholeShape, z } from '../zod'
import { BEGINNING_FIELDS, type LineKind, positionShape } from './json'

export const MOST_CALIBRATION_GAMES = 10_000

const share = amountShape.max(1)
const interval = z.tuple([share, share])
const rank = wholeShape(0, MAX_RANK)
const columnOf = (shape: z.ZodType<number>) => z.array(shape).min(1).max(100)

const outcomesShape = z.strictObject({
  games: countShape,
  goals: z.array(share).max(MAX_RANK),
  mean: countShape,
  quantiles: columnOf(countShape),
})

const stageShape = z.strictObject({
  rank,
  decider: z.enum(DECIDERS),
  sum: countShape,
  games: positiveShape,
  survival: z.strictObject({ values: columnOf(z.number()), shares: columnOf(share), games: columnOf(positiveShape) }),
  survivors: outcomesShape,
  others: outcomesShape.exactOptional(),
})

const reliabilityShape = z.strictObject({
  games: countShape,
  bins: z.array(z.strictObject({ predicted: share, observed: share, interval, positions: countShape })).max(100),
  brier: share.nullable(),
  baseBrier: share.nullable(),
  coverage: share.nullable(),
})

const lossesShape = z.strictObject({
  ...{ goal: rank, pairs: positiveShape },
  ownLosses: z.array(z.number().positive()).min(1).max(100),
  losses: z.array(share).min(1).max(100),
  errors: z.array(amountShape).min(1).max(100).exactOptional(),
  most: positiveShape.exactOptional(),
})
const noiseShape = z.strictObject({ rank, depth: positiveShape, boards: positiveShape, change: share })
const closeShape = z.strictObject({ crowded: z.boolean(), pairs: positiveShape, spread: amountShape })

const calibrationShape: z.ZodType<Calibration> = z.strictObject({
  player: textShape(64),
  limits: limitsShape,
  games: positiveShape,
  seed: seedShape,
  stages: z.array(stageShape).max(1000),
  noise: z.array(noiseShape).max(1000).exactOptional(),
  losses: z.array(lossesShape).max(20).exactOptional(),
  close: z.array(closeShape).max(2).exactOptional(),
  reliability: reliabilityShape,
})

const headShape = z.strictObject({
  /** The name of the player's profile when it was begun. */
  profile: textShape(200),
  player: playerShape,
  /** Game i is played from `deriveSeed(seed, i)`. */
  seed: seedShape,
  /** Wanted number of games. */
  games: wholeShape(1, MOST_CALIBRATION_GAMES),
  /** Lines of boards from before games were added; absent: none. */
  boardsBefore: countShape.exactOptional(),
  /** `null` until all games have been played. */
  calibration: calibrationShape.nullable(),
  ...BEGINNING_FIELDS,
  /** First hex digits of the kernel's sha-256; of all kernels that computed a part, with commas between them. */
  kernel: textShape(80),
})

const deciderShape = z.union([z.literal(0), z.literal(1)])
const gameLineShape = z.strictObject({
  game: countShape,
  score: countShape,
  /** Largest tile of the last board; `sum` adds up its tiles. */
  rank,
  sum: countShape,
  ms: amountShape,
  /** Largest tile, sum of tiles, decider (0: search, 1: expert), value, score before it, number of positions that it stands for. */
  positions: z.array(z.tuple([rank, countShape, deciderShape, z.number(), countShape, amountShape])),
  /** Boards of the game, for noise and losses; absent in lines of labs that did not keep them. */
  boards: z
    .array(positionShape)
    .max(MAX_RANK + 1)
    .exactOptional(),
})

/** The largest tile of an ended playout; of one that was left also the sum of its tiles, the decider and the value. */
const endsShape = z.array(z.union([rank, z.tuple([rank, countShape, deciderShape, z.number()])])).max(1000)
const value = z.number().nullable()
const boardLineShape = z.strictObject({
  boardOf: countShape,
  position: positionShape,
  /** Values of the moves up, down, left, right; `null` for an illegal one. */
  values: z.tuple([value, value, value, value]),
  ends: z.strictObject({
    ...{ up: endsShape.exactOptional(), down: endsShape.exactOptional() },
    ...{ left: endsShape.exactOptional(), right: endsShape.exactOptional() },
  }),
})
const lineShape = z.union([gameLineShape, boardLineShape])

export type CalibrationHead = z.infer<typeof headShape>
export type CalibrationLine = z.infer<typeof lineShape>
export type CalibrationGame = z.infer<typeof gameLineShape>
export type CalibrationBoard = z.infer<typeof boardLineShape>

export const CALIBRATION_LINES = {
  ...{ name: 'calibration', parts: 'games' },
  head: { format: '2048-lab-calibration', version: 1, shape: headShape },
  line: lineShape,
  longest: 2 ** 20, // a head has some 50,000 characters, a game of 32768 some 25,000
} as const satisfies LineKind<CalibrationHead, CalibrationLine>

export function calibrationLineOf(
  game: number,
  { score, rank, sum, positions, boards }: SampledGame,
  ms: number,
): CalibrationGame {
  const rows = positions.map((each): CalibrationGame['positions'][number] => [
    ...([each.rank, each.sum] as const),
    each.decider === 'search' ? 0 : 1,
    ...([each.value, each.score, Number(each.weight.toFixed(3))] as const),
  ])
  const kept = boards && { boards: boards.map(makePosition) }
  return { game, score, rank, sum, ms: Math.round(ms), positions: rows, ...kept }
}

export function sampledGameOf({ score, rank, sum, positions, boards }: Omit<CalibrationGame, 'game' | 'ms'>): SampledGame {
  return {
    ...{ score, rank, sum },
    positions: positions.map(([rank, sum, decider, value, score, weight]) => ({
      ...{ rank, sum, decider: DECIDERS[decider], value, score, weight },
    })),
    ...(boards && { boards: boards.map(parseBoard) }),
  }
}

/** The number of a board's line: behind those of all games, and the same for any number of games. A game has one board of each largest tile. */
export function boardLineNumber(game: number, board: Board): number {
  return MOST_CALIBRATION_GAMES + game * (MAX_RANK + 1) + maxRank(board)
}

export function boardLineOf(boardOf: number, { board, values, ends }: PlayedMoves): CalibrationBoard {
  const numbers = ({ rank, left }: PlayoutEnd) =>
    left ? ([rank, left.sum, DECIDERS.indexOf(left.decider) as 0 | 1, Number(left.value.toPrecision(8))] as const) : rank
  const rows = Object.entries(ends).map(([move, each]) => [move, each.map(numbers)])
  return {
    ...{ boardOf, position: makePosition(board), values: MOVES.map(move => values[move]) as CalibrationBoard['values'] },
    ends: Object.fromEntries(rows) as CalibrationBoard['ends'],
  }
}

export function playedMovesOf({ position, values, ends }: CalibrationBoard): PlayedMoves {
  const endOf = (end: NonNullable<CalibrationBoard['ends'][Move]>[number]): PlayoutEnd => {
    if (typeof end === 'number') return { rank: end }
    const [rank, sum, decider, value] = end
    return { rank, left: { sum, value, decider: DECIDERS[decider] } }
  }
  const played = Object.entries(ends).map(([move, each]) => [move, each.map(endOf)])
  return {
    board: parseBoard(position),
    values: slideValues(move => values[MOVES.indexOf(move)]!),
    ends: Object.fromEntries(played) as PlayedMoves['ends'],
  }
}
