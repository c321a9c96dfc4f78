/**
 * What moves cost, from playouts of pairs of moves. A calibration alone understates it: boards of equal value come from good moves in its games,
 * and its values see the next part of a game, while a bad move costs later (docs/search-values.md).
 */
import type { Rank } from '../board'
import { momentsOf } from '../../../stats/summary'
import { filled, isotonicRegression, thinned } from './isotonic'
import { grouped } from './sampledGame'

/** The best move of a board and another one. */
export interface LossSample {
  /** The tile in doubt after the best move. */
  readonly goal: Rank
  /** Value of the best move − value of the other, in the player's own unit; more than 0. */
  readonly ownLoss: number
  /** The largest own loss on this board that no lost board explains (`LosingRisk.mostAlive`); absent if the values do not distinguish lost boards. */
  readonly most?: number
  /** Mean chance of the tile after playouts of the best move − the same of the other. */
  readonly loss: number
  /** The square of the standard error of `loss`. */
  readonly variance: number
  /** What the values alone say that the other loses. */
  readonly byValue: number
  /** See `closeMoves.ts`. */
  readonly crowded: boolean
}

/**
 * From own losses to losses of chance, for one tile in doubt: linear from 0 and between knots, constant beyond the last. An own loss that
 * contains lost boards is not on it: it measures their probability, by a value that is a setting.
 */
export interface LossCurve {
  readonly goal: Rank
  readonly pairs: number
  /** Ascending, more than 0. */
  readonly ownLosses: readonly number[]
  /** 0 … 1, never falling. */
  readonly losses: readonly number[]
  /** Standard errors of `losses`; absent in calibrations of earlier labs, like `most`. */
  readonly errors?: readonly number[]
  /** Larger own losses contain lost boards. Absent: the values do not distinguish lost boards. */
  readonly most?: number
}

/** Fewer pairs say too little of a tile. */
const LEAST_PAIRS = 40
/** Pairs of one knot: playouts of a few say nothing. */
const LEAST_IN_KNOT = 10
const MOST_KNOTS = 12

export function fitLosses(samples: readonly Pick<LossSample, 'goal' | 'ownLoss' | 'loss' | 'most'>[]): LossCurve[] {
  const alive = samples.filter(({ ownLoss, most = Infinity }) => ownLoss <= most)
  const goals = [...grouped(alive, ({ goal }) => String(goal)).values()].filter(({ length }) => length >= LEAST_PAIRS)
  return goals.map(curveOf).toSorted((a, b) => a.goal - b.goal)
}

function curveOf(pairs: readonly Pick<LossSample, 'goal' | 'ownLoss' | 'loss' | 'most'>[]): LossCurve {
  const ascending = pairs.toSorted((a, b) => a.ownLoss - b.ownLoss)
  const points = ascending.map(({ ownLoss, loss }) => ({ x: ownLoss, y: loss, weight: 1 }))
  let from = 0
  const knots = filled(thinned(isotonicRegression(points), MOST_KNOTS), LEAST_IN_KNOT).map(({ y, count }) => {
    const own = ascending.slice(from, (from += count))
    const { variance } = momentsOf(own.map(({ loss }) => loss))
    // the median: a few own losses are many times the others
    const x = (own[(count - 1) >> 1]!.ownLoss + own[count >> 1]!.ownLoss) / 2
    return { x, y: Math.max(0, y), error: Math.sqrt(variance / count) }
  })
  const most = Math.max(...pairs.map(each => each.most ?? Infinity))
  return {
    ...{ goal: pairs[0]!.goal, pairs: pairs.length },
    ownLosses: knots.map(({ x }) => Number(x.toPrecision(5))),
    losses: knots.map(({ y }) => Number(y.toFixed(4))),
    errors: knots.map(({ error }) => Number(error.toFixed(4))),
    ...(most < Infinity && { most: Math.ceil(most) }),
  }
}

/**
 * What a move loses besides its risk, where lost boards explain its own loss: a share of its chance, and the spread of that share. The value
 * does not say it, because lost boards outweigh the rest of it. From playouts of both moves on 37 boards of `tuned` and 38
 * of `thesis-exponents` (docs/search-values.md).
 */
const BESIDES = { mean: 0.2, spread: 0.25 }

/**
 * The share of the best move's chance that another move has, where lost boards explain the difference of their values. `lost` is that of a
 * lost board, so each value is lost · p + others · (1 − p) for a probability p of being lost within the search, and the share is the quotient
 * of their 1 − p, less what such moves lose besides.
 * @returns `undefined` if lost boards do not explain it
 */
export function chanceKept(
  curves: readonly LossCurve[] | undefined,
  { goal, lost }: { readonly goal: Rank; readonly lost: number | undefined },
  best: number,
  value: number,
): { readonly share: number; readonly error: number } | undefined {
  const most = nearestCurve(curves, goal)?.most
  if (most === undefined || lost === undefined || !(best - value > most && best > lost)) return undefined
  const survives = Math.max(0, value - lost) / (best - lost)
  return { share: survives * (1 - BESIDES.mean), error: survives * BESIDES.spread }
}

function nearestCurve(curves: readonly LossCurve[] = [], goal: Rank): LossCurve | undefined {
  const distance = (each: LossCurve | undefined) => (each ? Math.abs(each.goal - goal) : Infinity)
  return curves.reduce<LossCurve | undefined>((nearest, each) => (distance(each) < distance(nearest) ? each : nearest), undefined)
}

/**
 * By the curve of the nearest tile that has one: the loss, and its standard error, 0 where it was not measured.
 * @returns no loss if there is no curve, and where lost boards explain the own loss: see `chanceKept`
 */
export function lossAt(curves: readonly LossCurve[] | undefined, goal: Rank, ownLoss: number): { loss: number; error: number } {
  const curve = nearestCurve(curves, goal)
  if (!curve || !(ownLoss > 0) || ownLoss > (curve.most ?? Infinity)) return { loss: 0, error: 0 }
  const { ownLosses, losses, errors = losses.map(() => 0) } = curve
  const next = ownLosses.findIndex(each => each > ownLoss)
  if (next < 0) return { loss: losses.at(-1)!, error: errors.at(-1)! }
  const start = next === 0 ? 0 : ownLosses[next - 1]!
  const along = (ys: readonly number[]) => {
    const y = next === 0 ? 0 : ys[next - 1]!
    return y + ((ownLoss - start) / (ownLosses[next]! - start)) * (ys[next]! - y)
  }
  return { loss: along(losses), error: along(errors) }
}
