/**
 * The accuracy of a game: how little its moves lose, from 0 to 100, as one strong player judges them. So games of different people and players
 * can be compared. Window, terminal and `npm run simulate -- accuracy` ask these functions.
 */
import { MOVES, type Board, type Move } from './board'
import type { Player } from './player'
import { boundedInterval, type Interval } from '../../stats/intervals'
import type { JudgedMoves } from './scale/judgedMoves'
import type { HandMoves } from './replay'
import { isForExpert } from './search/choice'

/**
 * How fast accuracy falls with the loss, per percentage point. With it `thesis` at depth 1 has an accuracy of 70, from
 * `npm run simulate -- accuracy --fit` (docs/search-values.md).
 */
const STEEPNESS = 25

/** Accuracy of a move that loses this share of chance, 0 … 1. */
export function accuracyOfLoss(loss: number, steepness = STEEPNESS): number {
  return 100 * Math.exp(-steepness * 100 * loss)
}

/**
 * What a move loses of the chance to make the next tile, 0 … 1, if it shows how well it was chosen: if it loses something, or is the only one
 * that does not. On most boards several moves are equal, or one is possible: playing one of these shows nothing.
 * @param moves of the board, by the judge
 * @returns `null` for a move that does not count. Neither do moves whose loss is unknown: no tile is in doubt, the search cannot separate the
 * moves, or the judge's expert would decide, which an analysis does not ask
 */
export function countedLoss(
  board: Board,
  moves: JudgedMoves,
  played: Move,
  { settings: { expert } }: Pick<Player, 'settings'>,
): number | null {
  if (expert && isForExpert(board, expert)) return null
  const its = moves[played]
  if (its?.loss === undefined || its.class === undefined) return null
  if (its.class !== 'equal') return its.loss
  const others = MOVES.flatMap(move => (move === played ? [] : (moves[move] ?? [])))
  return others.length > 0 && others.every(each => each.class !== undefined && each.class !== 'equal') ? 0 : null
}

export interface Accuracy {
  /** Mean of the moves that count, 0 … 100. */
  readonly mean: number
  /** 95 %: how far other moves like these could be from the mean. `null` if these say nothing of it: one, or all alike. */
  readonly interval: Interval | null
  /** Number of moves that count. */
  readonly counted: number
}

/** @param losses of `countedLoss`. @returns `undefined` if no move counts */
export function accuracyOf(losses: Iterable<number | null>, steepness = STEEPNESS): Accuracy | undefined {
  const its = [...losses].flatMap(loss => (loss === null ? [] : accuracyOfLoss(loss, steepness)))
  const counted = its.length
  if (counted === 0) return undefined
  const mean = its.reduce((sum, each) => sum + each, 0) / counted
  return { mean, interval: (counted > 1 && boundedInterval(its, [0, 100])) || null, counted }
}

/** The accuracy of some moves of a game. */
export interface PartAccuracy extends Accuracy {
  readonly of: 'all' | 'hand' | 'engine'
}

/**
 * The accuracy of a game; of a mixed one those of person and engine, because that of all moves is neither's.
 * @param counted `countedLoss` of each move, from the first on
 * @param hand the person's moves, if an engine made others
 */
export function accuraciesOf(counted: readonly (number | null)[], hand: HandMoves | undefined): PartAccuracy[] {
  const byHand = counted.map(() => false)
  for (const [from, to] of hand ?? []) byHand.fill(true, from, to)
  const parts = hand
    ? { hand: counted.filter((_, i) => byHand[i]), engine: counted.filter((_, i) => !byHand[i]) }
    : { all: counted }
  return Object.entries(parts).flatMap(([of, losses]) => {
    const its = accuracyOf(losses)
    return its ? [{ of: of as PartAccuracy['of'], ...its }] : []
  })
}
