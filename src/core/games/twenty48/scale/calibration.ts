/**
 * A calibration converts the values of one player's search into what people understand: the chance that this player, playing on as it plays,
 * makes the next tile, and the points that it will have at the end. It is fitted to whole games of that player.
 */
import type { Interval } from '../../../stats/intervals'
import { faceSum, maxRank, MAX_RANK, type Board, type Rank } from '../board'
import type { SearchLimits } from '../../../search/settings'

/** A goal is in doubt if its chance is less than this; the chance that is shown is that of the first such goal. */
export const IN_DOUBT = 0.97

/** What decided the move: the value of a board is in the evaluator's unit, or the chance that its wall expert found. */
export const DECIDERS = ['search', 'expert'] as const
export type Decider = (typeof DECIDERS)[number]

/** A monotone curve over values: linear between knots, constant beyond the first and the last. All columns have one length. */
export interface ChanceCurve {
  /** Ascending. */
  readonly values: readonly number[]
  /** 0 … 1, never falling; and the ends of their 95 % intervals, which never fall either. */
  readonly shares: readonly number[]
  readonly lows: readonly number[]
  readonly highs: readonly number[]
}

export interface PointsCurve {
  readonly values: readonly number[]
  /** Points still to come: mean, and the 10 % and 90 % quantiles, over games; never falling. */
  readonly means: readonly number[]
  readonly lows: readonly number[]
  readonly highs: readonly number[]
}

/** Positions whose largest tile, decider and, nearly, sum of tiles are equal. */
export interface Stage {
  readonly rank: Rank
  readonly decider: Decider
  /** Mean sum of the tiles of its positions. Stages of one rank and decider ascend by it. */
  readonly sum: number
  readonly games: number
  /** One curve per goal: for the ranks from `rank + 1` on, at most up to the first that no game reached. Never rising from goal to goal. */
  readonly goals: readonly ChanceCurve[]
  readonly points: PointsCurve
}

/** One bar of a reliability chart. */
export interface ReliabilityBin {
  /** Mean predicted chance of its positions. */
  readonly predicted: number
  /** The share of them that reached the goal. */
  readonly observed: number
  /** 95 % interval of the observed share, resampled by game. */
  readonly interval: Interval
  readonly positions: number
}

/** How well predicted chances agree with games that were not used to fit them. */
export interface Reliability {
  readonly bins: readonly ReliabilityBin[]
  /** Mean squared error of the predicted chances. */
  readonly brier: number
  /** The same if the chance of each goal is its share of all games that came as far, whatever the value. */
  readonly baseBrier: number
  /** Share of positions whose final score was within the 80 % band. */
  readonly coverage: number
}

export interface Calibration {
  /** `playerHash` of the player whose games these are, and its limits: values under other limits are not calibrated. */
  readonly player: string
  readonly limits: SearchLimits
  readonly games: number
  /** Game i was played from `deriveSeed(seed, i)`. */
  readonly seed: number
  readonly stages: readonly Stage[]
  readonly reliability: Reliability
}

/** A value of a board, or of a move on it. */
export interface DecidedValue {
  readonly value: number
  readonly decider: Decider
}

export interface Chance {
  /** The tile that may be made. */
  readonly rank: Rank
  readonly share: number
  /** 95 %. */
  readonly interval: Interval
}

export interface Expectation {
  /** Of the first tile in doubt; `null` if the largest possible tile is on the board. */
  readonly chance: Chance | null
  /** Final score: its mean, and the band that holds it in 80 % of games. */
  readonly points: { readonly mean: number; readonly interval: Interval }
}

interface Position {
  readonly board: Board
  readonly score: number
}

/** @returns `undefined` if no game of the calibration had such a position */
export function expectationOf(calibration: Calibration, position: Position, found: DecidedValue): Expectation | undefined {
  const near = stagesNear(calibration, position.board, found.decider)
  if (!near) return undefined
  const goal = goalInDoubt(near, found.value)
  const chance = goal === undefined ? null : chanceOf(near, goal, found.value)
  const of = (end: 'means' | 'lows' | 'highs') =>
    position.score + Math.round(mixed(near, stage => at(stage.points, end, found.value)))
  return { chance, points: { mean: of('means'), interval: [of('lows'), of('highs')] } }
}

/**
 * The chances of several moves to make the same tile: the first in doubt after the best of them. Their differences are losses.
 * @param values of the moves; `null` for an illegal move
 * @returns `undefined` if no game of the calibration had such a position, or no tile is in doubt
 */
export function chancesOfMoves<Moves extends string>(
  calibration: Calibration,
  board: Board,
  values: Readonly<Record<Moves, number | null>>,
  decider: Decider,
): Readonly<Record<Moves, Chance | null>> | undefined {
  const near = stagesNear(calibration, board, decider)
  const entries = Object.entries(values) as [Moves, number | null][]
  const best = Math.max(...entries.flatMap(([, value]) => value ?? []))
  const goal = near && goalInDoubt(near, best)
  if (!near || goal === undefined) return undefined
  const chances = entries.map(([move, value]) => [move, value === null ? null : chanceOf(near, goal, value)] as const)
  return Object.fromEntries(chances) as Record<Moves, Chance | null>
}

/** Two stages of one rank, between whose sums the board's is, and the weight of the second; equal beyond the ends. */
interface Near {
  readonly rank: Rank
  readonly below: Stage
  readonly above: Stage
  readonly weight: number
}

function stagesNear({ stages }: Calibration, board: Board, decider: Decider): Near | undefined {
  const rank = maxRank(board)
  const sum = faceSum(board)
  const like = stages.filter(stage => stage.rank === rank && stage.decider === decider)
  if (like.length === 0) return undefined
  const next = like.findIndex(stage => stage.sum > sum)
  const above = next < 0 ? like.at(-1)! : like[next]!
  const below = next <= 0 ? above : like[next - 1]!
  const weight = above === below ? 0 : (sum - below.sum) / (above.sum - below.sum)
  return { rank, below, above, weight }
}

/** The first goal in doubt at a value. */
function goalInDoubt(near: Near, value: number): Rank | undefined {
  for (let goal = near.rank + 1; goal <= MAX_RANK; goal++) if (chanceOf(near, goal, value).share < IN_DOUBT) return goal
  return undefined
}

function chanceOf(near: Near, goal: Rank, value: number): Chance {
  const of = (end: 'shares' | 'lows' | 'highs') =>
    mixed(near, stage => {
      const curve = stage.goals[goal - stage.rank - 1]
      if (curve) return at(curve, end, value)
      // beyond the first goal that no game reached, chances are no higher than of that one
      const last = stage.goals.at(-1)
      return last && end !== 'lows' ? at(last, end, value) : 0
    })
  return { rank: goal, share: of('shares'), interval: [of('lows'), of('highs')] }
}

function mixed({ below, above, weight }: Near, of: (stage: Stage) => number): number {
  const one = of(below)
  return weight === 0 ? one : one + weight * (of(above) - one)
}

function at<Column extends string>(
  curve: Readonly<Record<Column | 'values', readonly number[]>>,
  column: Column,
  value: number,
): number {
  return interpolate(curve.values, curve[column], value)
}

/** Linear between knots, constant beyond them. @param xs ascending, at least one */
export function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const next = xs.findIndex(each => each > x)
  if (next < 0) return ys.at(-1)!
  if (next === 0) return ys[0]!
  const [x0, x1, y0, y1] = [xs[next - 1]!, xs[next]!, ys[next - 1]!, ys[next]!]
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0)
}
