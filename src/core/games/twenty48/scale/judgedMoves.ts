/**
 * What the moves of a board cost: in chance and points where the player is calibrated, and in its own unit. Window and terminal ask this one
 * function, so that a move has the same class on the edges of a board, in a tree, in a list of mistakes and in JSON.
 */
import { differenceToBest } from '../../../rounding'
import { chanceOfEnd } from '../losingRisk'
import { MOVES, type Board, type Move, type Rank } from '../board'
import { bestSlide, deepestSlides, type SearchReport } from '../search/report'
import { chancesOfMoves, chanceToMake, expectationOf, type Calibration, type Chance, type Expectation } from './calibration'
import { classOfLoss, type LossClass, type LossThresholds } from './lossClass'
import { lossAt } from './lossCurve'
import { noiseAt } from './noise'

/** How the values of one player are judged. */
export interface Scale {
  /** Absent: the player is not calibrated, and losses have no class. */
  readonly calibration?: Calibration | undefined
  readonly thresholds?: LossThresholds | undefined
}

export interface JudgedMove {
  readonly value: number
  /** Value of the best − value, 0 if they are equal but for rounding. `undefined` if it was searched to another depth or cut. */
  readonly ownLoss: number | undefined
  /** Chance of the tile in doubt. */
  readonly chance?: Chance
  readonly points?: Expectation['points']
  /** Chance of the best move − chance of this one, 0 … 1: the loss that bars and classes show. */
  readonly loss?: number
  /** Expected points of the best move − those of this one. */
  readonly pointsLoss?: number
  /** Absent with a loss: the search cannot separate these moves. */
  readonly class?: LossClass
}

/** Absent for illegal moves, and for moves without a value. */
export type JudgedMoves = Readonly<Partial<Record<Move, JudgedMove>>>

type Searched = Pick<SearchReport, 'values' | 'expert'> & Partial<Pick<SearchReport, 'best' | 'depth' | 'depths' | 'cuts'>>

/**
 * @param position the board that was searched; without a score, points are those still to come
 * @param report of that search; without depths, all values have one depth
 */
export function judgeMoves(
  { board, score = 0 }: { readonly board: Board; readonly score?: number },
  { values, depth = 0, depths, cuts, expert, best: chosen }: Searched,
  { calibration, thresholds }: Scale,
): JudgedMoves {
  const compared = depths ? deepestSlides(depths, cuts) : MOVES
  const best = chosen ?? bestSlide(values, compared)
  const top = best === undefined ? null : values[best]
  if (best === undefined || top === null) return {}
  const decider = expert?.decides ? 'expert' : 'search'
  const chances = chancesFor(board, values, calibration, expert)
  const pointsOf = (value: number) => calibration && expectationOf(calibration, { board, score }, { value, decider })?.points
  const bestPoints = pointsOf(top)
  const noise = noiseAt(calibration ?? {}, board, depth)
  const judged = MOVES.flatMap((move): [Move, JudgedMove][] => {
    const value = values[move]
    if (value === null) return []
    const ownLoss = compared.includes(move) ? 0 - differenceToBest(value, top) : undefined
    if (!chances?.[best]) return [[move, { value, ownLoss }]]
    const ends = chanceOfEnd(board, move) - chanceOfEnd(board, best)
    const [found, points] = [chances[move]!, pointsOf(value)]
    const { rank, share } = chances[best]
    const cost = expert?.decides || !ownLoss ? 0 : lossAt(calibration?.losses, rank, ownLoss)
    const chance =
      ends > 0 || cost > 0 ? atMost(found, Math.max(0, Math.min(share * (1 - Math.max(0, ends)), share - cost))) : found
    const figures = { value, ownLoss, chance, ...(points && { points }) }
    if (ownLoss === undefined) return [[move, figures]]
    const loss = ownLoss === 0 && ends <= 0 ? 0 : Math.max(0, chances[best].share - chance.share)
    const pointsLoss = points && bestPoints && (ownLoss === 0 ? 0 : Math.max(0, bestPoints.mean - points.mean))
    const its = classOfLoss(loss, ownLoss === 0 ? (noise ?? 0) : noise, thresholds)
    return [[move, { ...figures, loss, ...(pointsLoss !== undefined && { pointsLoss }), ...(its && { class: its }) }]]
  })
  return Object.fromEntries(judged)
}

/**
 * Judges values inside the search of one board: by the curve of that board, and one tile for all of them, so that they can be compared.
 * @param top value of the board
 * @returns `undefined` if the player is not calibrated for such a board
 */
export function judgeWithin(
  { board, score = 0 }: { readonly board: Board; readonly score?: number },
  top: number,
  { calibration, thresholds }: Scale,
): ((value: number, best: number) => Omit<JudgedMove, 'ownLoss' | 'value'>) | undefined {
  const expected = (value: number) => calibration && expectationOf(calibration, { board, score }, { value, decider: 'search' })
  const rank = expected(top)?.chance?.rank
  if (!calibration || rank === undefined) return undefined
  const noise = noiseAt(calibration, board, 0) // values inside a search are of smaller depths
  const chanceOf = (value: number) => chanceToMake(calibration, board, rank, { value, decider: 'search' })!
  return (value, best) => {
    const [chance, points] = [chanceOf(value), expected(value)!.points]
    const loss = value === best ? 0 : Math.max(0, chanceOf(best).share - chance.share)
    const pointsLoss = value === best ? 0 : Math.max(0, expected(best)!.points.mean - points.mean)
    const its = classOfLoss(loss, value === best ? 0 : noise, thresholds)
    return { chance, points, loss, pointsLoss, ...(its && { class: its }) }
  }
}

/** The same move by other thresholds. */
export function judgedAgain(move: JudgedMove, noise: number | null, thresholds: LossThresholds): JudgedMove {
  if (move.loss === undefined) return move
  const { class: _, ...rest } = move
  const its = classOfLoss(move.loss, move.ownLoss === 0 ? (noise ?? 0) : noise, thresholds)
  return { ...rest, ...(its && { class: its }) }
}

function chancesFor(
  board: Board,
  values: SearchReport['values'],
  calibration: Calibration | undefined,
  expert: SearchReport['expert'],
): Readonly<Record<Move, Chance | null>> | undefined {
  if (expert?.decides) return ofExpert(values, expert.settings.target)
  return calibration && chancesOfMoves(calibration, board, values, 'search')
}

/** A game that the next tile ends makes no further tile: the rules say so where values do not. */
function atMost({ rank, share, interval: [low, high] }: Chance, most: number): Chance {
  return { rank, share: Math.min(share, most), interval: [Math.min(low, most), Math.min(high, most)] }
}

/** The chances that an expert found are the values themselves, and have no interval. */
function ofExpert(values: SearchReport['values'], rank: Rank): Readonly<Record<Move, Chance | null>> {
  const entries = MOVES.map(move => {
    const share = values[move]
    return [move, share === null ? null : { rank, share, interval: [share, share] }] as const
  })
  return Object.fromEntries(entries) as Record<Move, Chance | null>
}
