/**
 * What moves cost, from playouts of pairs of moves. A calibration alone understates it: boards of equal value come from good moves in its games,
 * and its values see the next part of a game, while a bad move costs later (docs/search-values.md).
 */
import type { Rank } from '../board'
import { isotonicRegression, thinned } from './isotonic'
import { grouped } from './sampledGame'

/** The best move of a board and another one. */
export interface LossSample {
  /** The tile in doubt after the best move. */
  readonly goal: Rank
  /** Value of the best move − value of the other, in the player's own unit; more than 0. */
  readonly ownLoss: number
  /** Mean chance of the tile after playouts of the best move − the same of the other. */
  readonly loss: number
  /** The square of the standard error of `loss`. */
  readonly variance: number
  /** What the values alone say that the other loses. */
  readonly byValue: number
  /** See `closeMoves.ts`. */
  readonly crowded: boolean
}

/** From own losses to losses of chance, for one tile in doubt: linear from 0 and between knots, constant beyond the last. */
export interface LossCurve {
  readonly goal: Rank
  readonly pairs: number
  /** Ascending, more than 0. */
  readonly ownLosses: readonly number[]
  /** 0 … 1, never falling. */
  readonly losses: readonly number[]
}

/** Fewer pairs say too little of a tile. */
const LEAST_PAIRS = 40
const MOST_KNOTS = 12

export function fitLosses(samples: readonly Pick<LossSample, 'goal' | 'ownLoss' | 'loss'>[]): LossCurve[] {
  const goals = [...grouped(samples, ({ goal }) => String(goal)).values()].filter(({ length }) => length >= LEAST_PAIRS)
  const curves = goals.map((pairs): LossCurve => {
    const points = pairs.map(({ ownLoss, loss }) => ({ x: ownLoss, y: loss, weight: 1 })).toSorted((a, b) => a.x - b.x)
    const knots = thinned(isotonicRegression(points), MOST_KNOTS)
    const losses = knots.map(({ y }) => Number(Math.max(0, y).toFixed(4)))
    return { goal: pairs[0]!.goal, pairs: pairs.length, ownLosses: knots.map(({ x }) => Number(x.toPrecision(5))), losses }
  })
  return curves.toSorted((a, b) => a.goal - b.goal)
}

/** By the curve of the nearest tile that has one. @returns 0 if there is none */
export function lossAt(curves: readonly LossCurve[] | undefined, goal: Rank, ownLoss: number): number {
  if (!curves || curves.length === 0) return 0
  const distance = (each: LossCurve) => Math.abs(each.goal - goal)
  const { ownLosses, losses } = curves.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest))
  const next = ownLosses.findIndex(each => each > ownLoss)
  if (next < 0) return losses.at(-1)!
  const [x0, y0] = next === 0 ? [0, 0] : [ownLosses[next - 1]!, losses[next - 1]!]
  return y0 + ((ownLoss - x0) / (ownLosses[next]! - x0)) * (losses[next]! - y0)
}
