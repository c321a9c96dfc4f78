/**
 * What the moves of a board cost: in chance and points where the player is calibrated, and in its own unit. Window and terminal ask this one
 * function, so that a move has the same class on the edges of a board, in a tree, in a list of mistakes and in JSON.
 */
import { differenceToBest } from '../../../rounding'
import { chanceOfEnd } from '../losingRisk'
import { MOVES, slide, type Board, type Move, type Rank } from '../board'
import { bestSlide, deepestSlides, type SearchReport, type Stopped } from '../search/report'
import {
  chancesOfMoves,
  chanceToMake,
  expectationOf,
  largestAtOnce,
  lostIn,
  pointsOf,
  type Calibration,
  type Chance,
  type Ends,
  type Expectation,
} from './calibration'
import { classOfLoss, type LossClass, type LossThresholds } from './lossClass'
import { chanceKept, lossAt } from './lossCurve'
import { noiseAt, UNMEASURED_NOISE } from './noise'
import type { Decider } from './sampledGame'

/** Standard errors on each side of a 95 % interval. */
const Z95 = 1.96

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
  /** The loss is rough: its chance or that of the best move is uncertain. */
  readonly isRough?: true
  /** Absent with a loss: the search cannot separate these moves. */
  readonly class?: LossClass
}

/** Absent for illegal moves, and for moves without a value. */
export type JudgedMoves = Readonly<Partial<Record<Move, JudgedMove>>>

type Searched = Pick<SearchReport, 'values' | 'expert'> &
  Partial<Pick<SearchReport, 'best' | 'depth' | 'depths' | 'cuts' | 'stopped'>>

/** A search that was stopped has values of less than the player's own depth, which say nothing of how its games end. */
export function calibrates<C>(
  { stopped }: { readonly stopped?: Stopped | undefined },
  calibration: C | undefined,
): calibration is C {
  return calibration !== undefined && stopped !== 'request'
}

interface Position {
  readonly board: Board
  readonly score?: number
}

/**
 * @param position the board that was searched; without a score, points are those still to come
 * @param report of that search; without depths, all values have one depth
 */
export function judgeMoves(
  { board, score = 0 }: Position,
  { values, depth = 0, depths, cuts, expert, best: chosen, stopped }: Searched,
  { calibration: its, thresholds }: Scale,
): JudgedMoves {
  const calibration = calibrates({ stopped }, its) ? its : undefined
  const compared = depths ? deepestSlides(depths, cuts) : MOVES
  const best = chosen ?? bestSlide(values, compared)
  const top = best === undefined ? null : values[best]
  if (best === undefined || top === null) return {}
  const decider = expert?.decides ? 'expert' : 'search'
  const chances = chancesFor(board, values, calibration, expert)
  const noise = decider === 'expert' ? UNMEASURED_NOISE : noiseAt(calibration ?? {}, board, depth)
  const valued = (move: Move) => ({ value: values[move]!, chance: chances![move]!, ends: endsOf(board, move) })
  const judge =
    chances?.[best] &&
    judgeBy(
      { board, score },
      valued(best),
      { calibration, decider },
      compared.flatMap(move => (values[move] === null ? [] : valued(move))),
    )
  const judged = MOVES.flatMap((move): [Move, JudgedMove][] => {
    const value = values[move]
    if (value === null) return []
    const ownLoss = compared.includes(move) ? 0 - differenceToBest(value, top) : undefined
    if (!judge) return [[move, { value, ownLoss }]]
    const { chance, points, loss, pointsLoss, isRough } = judge(valued(move), ownLoss ?? 0)
    const figures = { value, ownLoss, chance, ...(points && { points }) }
    if (ownLoss === undefined) return [[move, figures]]
    const its = classed(loss, ownLoss, noise, thresholds)
    return [[move, { ...figures, loss, ...(pointsLoss !== undefined && { pointsLoss }), ...(isRough && { isRough }), ...its }]]
  })
  return Object.fromEntries(judged)
}

interface Valued {
  readonly value: number
  /** By the value alone. */
  readonly chance: Chance
  readonly ends: Ends
}

/** What is assumed of a node in a search, because its board is not known. */
const UNKNOWN: Ends = { goesOn: 1, gained: 0 }

function endsOf(board: Board, move: Move): Ends {
  return { goesOn: 1 - chanceOfEnd(board, move), gained: slide(board, move)?.reward ?? 0 }
}

/**
 * Judges moves beside the best one, by the loss of value and the probability that the next tile ends the game. No chance is larger than the
 * probability that the game continues. Where both games continue, no other move has a larger chance than the best one; where the best one's
 * may end, another may.
 * @param moves beside which it is judged
 */
function judgeBy(
  position: Required<Position>,
  best: Valued,
  { calibration, decider }: { readonly calibration: Calibration | undefined; readonly decider: Decider },
  moves: readonly Valued[] = [],
) {
  const { rank, share } = best.chance
  const losses = decider === 'expert' ? undefined : calibration?.losses
  const lost = calibration && lostIn(calibration, position.board)
  // an expert's chance contains the ends
  const goesOnAfter = ({ ends }: Valued) => (decider === 'expert' ? 1 : ends.goesOn)
  const ofBest = goesOnAfter(best)
  const ifItGoesOn = ofBest > 0 ? Math.min(share, ofBest) / ofBest : 1
  const chanceOf = (move: Valued, ownLoss: number): Chance => {
    const risky = ownLoss > 0 ? chanceKept(losses, { goal: rank, lost }, best.value, move.value) : undefined
    const cost = risky ? { loss: share * (1 - risky.share), error: share * risky.error } : lossAt(losses, rank, ownLoss)
    const goesOn = goesOnAfter(move)
    const byLoss = risky || cost.loss > 0 ? share - cost.loss : move.chance.share
    const byValue = risky ? byLoss : Math.min(byLoss, move.chance.share)
    // where the best move is limited, the others lose in proportion
    const larger = Math.max(goesOn, ofBest)
    const limited = share > larger ? byValue * (larger / share) : byValue
    const its = Math.max(0, goesOn < 1 ? Math.min(limited, ifItGoesOn * goesOn) : limited)
    const most = Math.max(its, goesOn)
    return risky || its < move.chance.share ? lowered(best.chance, its, { most, error: cost.error }) : move.chance
  }
  const ofPoints = ({ value, ends }: Valued, chance: Chance) =>
    calibration && pointsOf(calibration, position, { value, decider }, chance, ends)
  const figuresOf = (move: Valued, ownLoss: number) => {
    const chance = chanceOf(move, ownLoss)
    return { chance, points: ofPoints(move, chance) }
  }
  const ofTheBest = figuresOf(best, 0)
  const safer = moves
    .filter(move => goesOnAfter(move) > ofBest)
    .map(move => figuresOf(move, Math.max(0, best.value - move.value)))
  const most = [ofTheBest, ...safer].reduce((a, b) => (b.chance.share > a.chance.share ? b : a))
  return (move: Valued, ownLoss: number) => {
    const its = figuresOf(move, ownLoss)
    const isAsBest = ownLoss === 0 && move.ends.goesOn >= best.ends.goesOn
    const lossOf = (top: number, own: number, bests: number) => Math.max(0, top - (isAsBest ? Math.max(own, bests) : own))
    const loss = lossOf(most.chance.share, its.chance.share, ofTheBest.chance.share)
    const pointsLoss =
      its.points && most.points && ofTheBest.points && lossOf(most.points.mean, its.points.mean, ofTheBest.points.mean)
    const isRough = loss > 0 && (most.chance.uncertain ?? its.chance.uncertain)
    return { ...its, loss, pointsLoss, ...(isRough && { isRough }) }
  }
}

/** A node in the search of a board. */
interface NodeValue {
  readonly value: number
  /** Value of the best move beside it; its own for a node that is no move. */
  readonly best: number
  /** The move that led here, if it is one on the root's board. */
  readonly move?: string | undefined
}

/**
 * Judges values inside the search of one board: its moves as `judgeMoves` does. Those further on by the curve of that board, and one tile for
 * all of them, so that they can be compared. Inside the search of an expert that decides, values are chances themselves.
 * @returns `undefined` if the player is not calibrated for such a board
 */
export function judgeTree(
  { board, score = 0 }: Position,
  report: Searched,
  { calibration: its, thresholds }: Scale,
): ((node: NodeValue) => Partial<Omit<JudgedMove, 'ownLoss' | 'value'>>) | undefined {
  const top = report.best && report.values[report.best]
  if (typeof top !== 'number') return undefined
  const calibration = calibrates(report, its) ? its : undefined
  const { decides, settings } = report.expert ?? {}
  const decider = decides ? 'expert' : 'search'
  const expected = calibration && expectationOf(calibration, { board, score }, { value: top, decider })
  const rank = decides ? settings!.target : expected?.chance?.rank
  if (rank === undefined) return undefined
  const moves = judgeMoves({ board, score }, report, { calibration, thresholds })
  const noise = decides ? UNMEASURED_NOISE : noiseAt(calibration!, board, 0) // values inside a search are of smaller depths
  const valued = (value: number) => ({
    ...{ value, ends: UNKNOWN },
    chance: decides ? certain(rank, value) : chanceToMake(calibration!, board, rank, { value, decider })!,
  })
  return ({ value, best, move }) => {
    const { ownLoss: _, value: _value, ...judged } = moves[move as Move] ?? { ownLoss: 0, value }
    if ('chance' in judged) return judged
    const ownLoss = Math.max(0, best - value)
    const figures = judgeBy({ board, score }, valued(best), { calibration, decider })(valued(value), ownLoss)
    return { ...figures, ...classed(figures.loss, ownLoss, noise, thresholds) } as Omit<JudgedMove, 'ownLoss' | 'value'>
  }
}

/** A node of a recorded tree. */
interface RecordedNode {
  readonly edge?: { readonly notation: string } | undefined
  readonly value: number
  /** Points of the moves that led here. */
  readonly points: number
  /** Value − that of the best move beside it; `null` for a node that is no move. */
  readonly difference: number | null
  readonly reach: number
  /** Whether its game is over. */
  readonly isOver?: boolean | undefined
}

/**
 * @param rootReach reach of the tree's root: that of its moves too, and of no other node
 * @param judge from `judgeTree`; absent: in the own unit
 */
export function judgedNode(
  { edge, value, points, difference, reach, isOver }: RecordedNode,
  rootReach: number | undefined,
  judge: ReturnType<typeof judgeTree>,
): JudgedMove {
  const sum = value + points
  const move = reach === rootReach ? edge?.notation : undefined
  const judged = judge?.({ value: sum, best: difference === null ? sum : sum - difference, move })
  const { uncertain: _, ...known } = judged?.chance ?? {}
  const sure = isOver && judged?.chance ? { chance: known as Chance } : {} // its value may be unlike any, its end is not
  return { value: sum, ownLoss: difference === null ? undefined : Math.abs(difference), ...judged, ...sure }
}

/** The same move by other thresholds. */
export function judgedAgain(move: JudgedMove, noise: number | null, thresholds: LossThresholds): JudgedMove {
  if (move.loss === undefined) return move
  const { class: _, ...rest } = move
  return { ...rest, ...classed(move.loss, move.ownLoss, noise, thresholds) }
}

/** The class of a loss, if there is one: a move with the value of the best is judged also where the search cannot separate close moves. */
function classed(
  loss: number,
  ownLoss: number | undefined,
  noise: number | null,
  thresholds: LossThresholds | undefined,
): Pick<JudgedMove, 'class'> {
  const its = classOfLoss(loss, ownLoss === 0 ? (noise ?? 0) : noise, thresholds)
  return its ? { class: its } : {}
}

function chancesFor(
  board: Board,
  values: SearchReport['values'],
  calibration: Calibration | undefined,
  expert: SearchReport['expert'],
): Readonly<Record<Move, Chance | null>> | undefined {
  if (expert?.decides) return ofExpert(values, expert.settings.target)
  return calibration && chancesOfMoves(calibration, board, values, 'search', largestAtOnce(board))
}

/**
 * A chance below the best move's: its interval is as wide as its share of that one's and as the error of the loss, and never higher. It is
 * certain that a game has ended.
 */
function lowered(
  { rank, share: best, interval: [low, high], uncertain }: Chance,
  share: number,
  { most, error }: { readonly most: number; readonly error: number },
): Chance {
  const kept = best > 0 ? share / best : 0
  const width = (end: number) => Math.hypot(kept * (end - best), Z95 * error)
  const interval = [Math.max(0, share - width(low)), Math.min(high, most, share + width(high))] as const
  return { rank, share, interval, ...(uncertain && most > 0 && { uncertain }) }
}

/** A chance that an expert found is the value itself, and has no interval. */
function certain(rank: Rank, share: number): Chance {
  return { rank, share, interval: [share, share] }
}

function ofExpert(values: SearchReport['values'], rank: Rank): Readonly<Record<Move, Chance | null>> {
  const entries = MOVES.map(move => {
    const share = values[move]
    return [move, share === null ? null : certain(rank, share)] as const
  })
  return Object.fromEntries(entries) as Record<Move, Chance | null>
}
