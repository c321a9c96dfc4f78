/**
 * How far apart moves are that a search calls close. On boards with hardly an empty cell it may give two moves nearly one value, of which one
 * loses the game a few tiles later: there no move is called equal to another.
 */
import { emptyCells, type Board } from '../board'
import { MOST_EQUAL } from './lossClass'
import { lossAt, type LossCurve, type LossSample } from './lossCurve'

/** Pairs of moves with a loss below `MOST_EQUAL`, on boards of one kind. */
export interface CloseMoves {
  readonly crowded: boolean
  readonly pairs: number
  /** Root of the mean square of what playouts say that they lose, without the error of the playouts: a difference of shares, 0 … 1. */
  readonly spread: number
}

const MOST_EMPTY = 1
/** Fewer say too little. */
const LEAST_PAIRS = 30

export function isCrowded(board: Board): boolean {
  return emptyCells(board).length <= MOST_EMPTY
}

export function closeMovesOf(samples: readonly LossSample[], curves: readonly LossCurve[]): CloseMoves[] {
  const alive = samples.filter(({ ownLoss, most = Infinity }) => ownLoss <= most) // a risk is never called close
  const close = alive.filter(({ goal, ownLoss, byValue }) => Math.max(byValue, lossAt(curves, goal, ownLoss).loss) < MOST_EQUAL)
  return [true, false].flatMap((crowded): CloseMoves[] => {
    const pairs = close.filter(each => each.crowded === crowded)
    if (pairs.length < LEAST_PAIRS) return []
    const square = pairs.reduce((sum, { loss, variance }) => sum + loss ** 2 - variance, 0) / pairs.length
    return [{ crowded, pairs: pairs.length, spread: Number(Math.sqrt(Math.max(0, square)).toFixed(4)) }]
  })
}
