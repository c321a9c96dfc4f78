/** A calibration as a file: a head, which is a line of JSON with the calibration itself, then one line for each game that it was fitted to. */
import { MAX_RANK } from '../../games/twenty48/board'
import type { Calibration } from '../../games/twenty48/scale/calibration'
import { DECIDERS, type SampledGame } from '../../games/twenty48/scale/sampledGame'
import { limitsShape, playerShape, seedShape } from '../shapes'
import { amountShape, countShape, positiveShape, textShape, wholeShape, z } from '../zod'
import { BEGINNING_FIELDS, type LineKind } from './jsonLines'

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
  brier: share,
  baseBrier: share,
  coverage: share,
})

const lossesShape = z.strictObject({
  ...{ goal: rank, pairs: positiveShape },
  ownLosses: z.array(z.number().positive()).min(1).max(100),
  losses: z.array(share).min(1).max(100),
})
const noiseShape = z.strictObject({ rank, depth: positiveShape, boards: positiveShape, change: share })

const calibrationShape: z.ZodType<Calibration> = z.strictObject({
  player: textShape(64),
  limits: limitsShape,
  games: positiveShape,
  seed: seedShape,
  stages: z.array(stageShape).max(1000),
  noise: z.array(noiseShape).max(1000).exactOptional(),
  losses: z.array(lossesShape).max(20).exactOptional(),
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
  /** `null` until all games have been played. */
  calibration: calibrationShape.nullable(),
  ...BEGINNING_FIELDS,
  /** First hex digits of the kernel's sha-256. */
  kernel: textShape(80),
})

const lineShape = z.strictObject({
  game: countShape,
  score: countShape,
  /** Largest tile of the last board; `sum` adds up its tiles. */
  rank,
  sum: countShape,
  ms: amountShape,
  /** Largest tile, sum of tiles, decider (0: search, 1: expert), value, score before it, number of positions that it stands for. */
  positions: z.array(z.tuple([rank, countShape, z.union([z.literal(0), z.literal(1)]), z.number(), countShape, amountShape])),
})

export type CalibrationHead = z.infer<typeof headShape>
export type CalibrationLine = z.infer<typeof lineShape>

export const CALIBRATION_LINES = {
  ...{ name: 'calibration', parts: 'games' },
  head: { format: '2048-lab-calibration', version: 1, shape: headShape },
  line: lineShape,
  longest: 2 ** 20, // a head has some 50,000 characters, a game of 32768 some 25,000
} as const satisfies LineKind<CalibrationHead, CalibrationLine>

export function calibrationLineOf(game: number, { score, rank, sum, positions }: SampledGame, ms: number): CalibrationLine {
  const rows = positions.map((each): CalibrationLine['positions'][number] => [
    ...([each.rank, each.sum] as const),
    each.decider === 'search' ? 0 : 1,
    ...([each.value, each.score, Number(each.weight.toFixed(3))] as const),
  ])
  return { game, score, rank, sum, ms: Math.round(ms), positions: rows }
}

export function sampledGameOf({ score, rank, sum, positions }: Omit<CalibrationLine, 'game' | 'ms'>): SampledGame {
  return {
    ...{ score, rank, sum },
    positions: positions.map(([rank, sum, decider, value, score, weight]) => ({
      ...{ rank, sum, decider: DECIDERS[decider], value, score, weight },
    })),
  }
}
