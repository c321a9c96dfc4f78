/** Playouts of the moves of boards, by the player itself: from them follows what moves lose. */
import { differenceToBest } from '../../../rounding'
import type { SearchLimits } from '../../../search/settings'
import { momentsOf } from '../../../stats/summary'
import { faceSum, MOVES, type Board, type Move, type Rank } from '../board'
import { bestSlide, type SlideValues } from '../search/report'
import { chanceFrom, chancesOfMoves, type Calibration } from './calibration'
import { isCrowded } from './closeMoves'
import type { LossSample } from './lossCurve'
import { HORIZON, type DecidedValue } from './sampledGame'

/** The largest tile of a playout, and where it was left unless it is over: the sum of its tiles, and the value that the search found. */
export interface PlayoutEnd {
  readonly rank: Rank
  readonly left?: DecidedValue & { readonly sum: number }
}

/** A board with the values of its moves, and playouts of each legal one. */
export interface PlayedMoves {
  readonly board: Board
  readonly values: SlideValues
  readonly ends: Readonly<Partial<Record<Move, readonly PlayoutEnd[]>>>
}

export interface PlayoutPlan {
  readonly boards: number
  /** Number of playouts of each legal move. */
  readonly playouts: number
  /** Whether playouts end with their games. If not, they are left at the sum of `leavingSum`. */
  readonly whole: boolean
}

/**
 * Games of a search of depth 0 or 1 take about a millisecond. Those of others take seconds, so their playouts are left on the way, where the
 * calibration says how likely the rest is.
 */
export function playoutPlan({ depth }: SearchLimits): PlayoutPlan {
  return typeof depth === 'number' && depth <= 1
    ? { boards: 600, playouts: 100, whole: true }
    : { boards: 240, playouts: 4, whole: false }
}

/** Beyond the next part of a game, of which a value says much (`HORIZON`), and at least 100 moves on. */
const LEAST_GROWTH = 256

export function leavingSum(board: Board): number {
  const sum = faceSum(board)
  return sum + Math.max(LEAST_GROWTH, Math.ceil(HORIZON * sum))
}

/**
 * The best move of a board with each other one that has a lower value; none if the board is not calibrated.
 * @param mostAlive see `LossSample.most`; for a board and the value of its best move
 */
export function lossSamplesOf(
  calibration: Pick<Calibration, 'stages'>,
  { board, values, ends }: PlayedMoves,
  mostAlive: (board: Board, best: number) => number | undefined,
): LossSample[] {
  const chances = chancesOfMoves(calibration, board, values, 'search')
  const best = bestSlide(values)
  const top = best && chances?.[best]
  if (!best || !top) return []
  const made = (move: Move) => (ends[move] ?? []).flatMap(end => chanceAfter(calibration, end, top.rank) ?? [])
  const ofBest = momentsOf(made(best))
  const most = mostAlive(board, values[best]!)
  return MOVES.flatMap((move): LossSample[] => {
    const value = values[move]
    const ownLoss = value === null ? 0 : -differenceToBest(value, values[best]!)
    if (move === best || ownLoss <= 0) return []
    const ofOther = momentsOf(made(move))
    if (ofBest.n < 2 || ofOther.n < 2) return []
    const variance = ofBest.variance / ofBest.n + ofOther.variance / ofOther.n
    const byValue = Math.max(0, top.share - chances[move]!.share)
    const figures = { ownLoss, ...(most !== undefined && { most }), loss: ofBest.mean - ofOther.mean, variance, byValue }
    return [{ goal: top.rank, ...figures, crowded: isCrowded(board) }]
  })
}

function chanceAfter(calibration: Pick<Calibration, 'stages'>, { rank, left }: PlayoutEnd, goal: Rank): number | undefined {
  if (rank >= goal) return 1
  return left ? chanceFrom(calibration, { rank, sum: left.sum }, goal, left) : 0
}
