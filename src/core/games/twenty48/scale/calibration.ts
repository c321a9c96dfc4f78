/**
 * A calibration converts the values of one player's search into what people understand: the chance that this player, playing on as it plays,
 * makes the next tile, and the points that it will have at the end. It is fitted to whole games of that player (`fit.ts`).
 *
 * A value says much about the next part of a game and little about the rest. So it is first converted into the chance to survive that part
 * (`HORIZON`); what follows is that of all games of the same stage that survived it, and of those that did not.
 */
import { wilsonInterval, type Interval } from '../../../stats/intervals'
import { maxRank, MAX_RANK, MOVES, slide, type Board, type Rank } from '../board'
import type { SearchLimits } from '../../../search/settings'
import type { CloseMoves } from './closeMoves'
import type { LossCurve } from './lossCurve'
import { placeOf, type DecidedValue, type Decider, type Place } from './sampledGame'

/** A goal is in doubt if its chance is less than this; the chance that is shown is that of the first such goal. */
const IN_DOUBT = 0.97

/** An assumed chance that is lower than every fitted one by more than this is uncertain. */
const MOST_SURE = 0.02

/** From a value to the chance to survive: linear between knots, constant beyond the last. All columns have one length. */
export interface SurvivalCurve {
  /** Ascending. */
  readonly values: readonly number[]
  /** 0 … 1, never falling. */
  readonly shares: readonly number[]
  /** Number of games that a knot was fitted to. */
  readonly games: readonly number[]
}

/** How games end. */
export interface Outcomes {
  readonly games: number
  /** The share that makes the ranks from the stage's + 1 on, at most up to the first that no game made. */
  readonly goals: readonly number[]
  /** Points still to come: their mean, and their quantiles at equal distances from the least to the most. */
  readonly mean: number
  readonly quantiles: readonly number[]
}

/** Positions whose largest tile, decider and, nearly, sum of tiles are equal. */
export interface Stage {
  readonly rank: Rank
  readonly decider: Decider
  /** Mean sum of the tiles of its positions. Stages of one rank and decider ascend by it. */
  readonly sum: number
  readonly games: number
  readonly survival: SurvivalCurve
  readonly survivors: Outcomes
  /** Absent if all games survived. */
  readonly others?: Outcomes
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

/**
 * How well predicted chances agree with games that were not used to fit them: one game in three, for a fit to the others. Numbers are `null`
 * where too few games were left to measure them.
 */
export interface Reliability {
  /** Games that were predicted. */
  readonly games: number
  readonly bins: readonly ReliabilityBin[]
  /** Mean squared error of the predicted chances. */
  readonly brier: number | null
  /** The same if the chance of a goal is the share of games that reached it, whatever the board and its value. */
  readonly baseBrier: number | null
  /** Share of positions whose final score was within the 80 % band. */
  readonly coverage: number | null
}

/** How much a search changes its mind: boards with one largest tile, searched to one depth. */
export interface StageNoise {
  readonly rank: Rank
  readonly depth: number
  readonly boards: number
  /** 80 % of the moves' chances changed by at most this: a difference of shares, 0 … 1. */
  readonly change: number
}

export interface Calibration {
  /** `calibrationKey` of the player whose games these are, and its limits. */
  readonly player: string
  readonly limits: SearchLimits
  readonly games: number
  /** Game i was played from `deriveSeed(seed, i)`. */
  readonly seed: number
  readonly stages: readonly Stage[]
  /** Absent: it was not measured. */
  readonly noise?: readonly StageNoise[]
  /** Likewise. */
  readonly losses?: readonly LossCurve[]
  /** From the same playouts. */
  readonly close?: readonly CloseMoves[]
  readonly reliability: Reliability
}

export interface Chance {
  /** The tile that may be made. */
  readonly rank: Rank
  readonly share: number
  /** 95 %. */
  readonly interval: Interval
  /** Lower than every fitted one, because the value is below those of all games with such tiles: how the chance falls there is assumed. */
  readonly uncertain?: true
}

/** Final score: its mean, and the band that holds it in 80 % of games. */
export interface Points {
  readonly mean: number
  readonly interval: Interval
}

export interface Expectation {
  /** Chance to make the first tile in doubt; `null` if the largest possible tile is on the board. */
  readonly chance: Chance | null
  readonly points: Points
}

/** The chance of a game that was left at a place with this value. @returns as `chanceToMake` */
export function chanceFrom(calibration: Stages, place: Place, rank: Rank, found: DecidedValue): number | undefined {
  const near = stagesNear(calibration, place, found.decider)
  return near && rank > near.below.rank ? chanceOf(near, rank, found.value).share : undefined
}

interface Position {
  readonly board: Board
  readonly score: number
}

type Stages = Pick<Calibration, 'stages'> & Partial<Pick<Calibration, 'losses'>>

/** @returns `undefined` if too few games of the calibration had such a position */
export function expectationOf(calibration: Stages, { board, score }: Position, found: DecidedValue): Expectation | undefined {
  const near = stagesNear(calibration, placeOf(board), found.decider)
  const chance = near && chanceInDoubt(near, found.value, largestAtOnce(board))
  return near && { chance: chance ?? null, points: pointsAt(near, score, found.value) }
}

/** The value of a lost board, if it is a number below those of the stage's games: there `fitStages` begins its curves. */
export function lostIn(calibration: Stages, board: Board): number | undefined {
  const near = stagesNear(calibration, placeOf(board), 'search')
  return near && startsLost(near.below.survival) ? near.below.survival.values[0] : undefined
}

function startsLost({ shares }: SurvivalCurve): boolean {
  return shares[0] === 0
}

/** The largest tile that is there after one of the moves. */
export function largestAtOnce(board: Board): Rank {
  return Math.max(...MOVES.map(move => maxRank(slide(board, move)?.board ?? board)))
}

/**
 * The chances of several moves to make the same tile: the first in doubt after the best of them. Their differences are losses.
 * @param values of the moves; `null` for an illegal move
 * @param made the rank of a tile that is not in doubt: a move makes it
 * @returns `undefined` if too few games of the calibration had such a position, or no tile is in doubt
 */
export function chancesOfMoves<Moves extends string>(
  calibration: Stages,
  board: Board,
  values: Readonly<Record<Moves, number | null>>,
  decider: Decider,
  made = 0,
): Readonly<Record<Moves, Chance | null>> | undefined {
  const near = stagesNear(calibration, placeOf(board), decider)
  const entries = Object.entries(values) as [Moves, number | null][]
  const best = Math.max(...entries.flatMap(([, value]) => value ?? []))
  const goal = near && chanceInDoubt(near, best, made)?.rank
  if (!near || goal === undefined) return undefined
  const chances = entries.map(([move, value]) => [move, value === null ? null : chanceOf(near, goal, value)] as const)
  return Object.fromEntries(chances) as Record<Moves, Chance | null>
}

/**
 * The chance to make a tile, whatever the value of the best move is: values of one search beside each other.
 * @returns `undefined` if too few games of the calibration had such a position, or the tile was made
 */
export function chanceToMake(calibration: Stages, board: Board, rank: Rank, found: DecidedValue): Chance | undefined {
  const near = stagesNear(calibration, placeOf(board), found.decider)
  return near && rank > near.below.rank ? chanceOf(near, rank, found.value) : undefined
}

/** What the rules say of a move. */
export interface Ends {
  /** The probability that the game continues after the next tile. */
  readonly goesOn: number
  /** Points of the move: all that come if the game ends. */
  readonly gained: number
}

/**
 * The points of a move: where the game continues, those of the value that has its chance.
 * @param found its value
 * @param chance may be lower than the one by the value
 */
export function pointsOf(
  calibration: Stages,
  { board, score }: Position,
  { value, decider }: DecidedValue,
  { rank, share }: Chance,
  { goesOn, gained }: Ends,
): Points | undefined {
  const near = stagesNear(calibration, placeOf(board), decider)
  const wanted = goesOn > 0 ? Math.min(1, share / goesOn) : 0
  const pointsIf = (its: number, kept = 1) => near && pointsAt(near, score, its, { goesOn: goesOn * kept, gained })
  if (!near || decider === 'expert') return pointsIf(wanted)
  const chanceAt = (its: number) => chanceOf(near, rank, its).share
  const byValue = chanceAt(value)
  if (byValue === wanted) return pointsIf(value)
  const curves = [near.below.survival.values, near.above.survival.values]
  const lowest = Math.min(value, ...curves.map(values => values[0]!))
  const highest = Math.max(value, ...curves.map(values => values.at(-1)!))
  let [low, high] = byValue < wanted ? [value, highest] : [lowest, value]
  const least = chanceAt(low)
  if (least >= wanted) return pointsIf(low, least > 0 ? wanted / least : 1)
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (chanceAt(middle) < wanted) low = middle
    else high = middle
  }
  return pointsIf(high)
}

/** Two stages of one rank, between whose sums the board's is, and the weight of the second; equal beyond the ends. */
export interface Near {
  readonly below: Stage
  readonly above: Stage
  readonly weight: number
  /** A value below those of the games measures the probability of a lost board. If not, such a board may just be unusual. */
  readonly showsLost: boolean
}

export function stagesNear({ stages, losses }: Stages, { rank, sum }: Place, decider: Decider): Near | undefined {
  const like = stages.filter(stage => stage.rank === rank && stage.decider === decider)
  if (like.length === 0) return undefined
  const next = like.findIndex(stage => stage.sum > sum)
  const above = next < 0 ? like.at(-1)! : like[next]!
  const below = next <= 0 ? above : like[next - 1]!
  const weight = above === below ? 0 : (sum - below.sum) / (above.sum - below.sum)
  return { below, above, weight, showsLost: losses?.some(({ most }) => most !== undefined) ?? false }
}

/** The chance to make the first tile in doubt that is larger than the one `made`, for a board with this value. */
export function chanceInDoubt(near: Near, value: number, made = 0): Chance | undefined {
  for (let goal = Math.max(near.below.rank, made) + 1; goal <= MAX_RANK; goal++) {
    const chance = chanceOf(near, goal, value)
    if (chance.share < IN_DOUBT) return chance
  }
  return undefined
}

/**
 * Below the lowest value of the games the chance is assumed, not fitted, unless the value shows lost boards. There its interval reaches up to
 * where that value's does.
 * @param goal a rank above the stage's
 */
export function chanceOf({ below, above, weight, showsLost }: Near, goal: Rank, value: number): Chance {
  const mix = (a: number, b: number) => a + weight * (b - a)
  const [a, b] = [chanceIn(below, goal, value), chanceIn(above, goal, value)]
  const seen = (stage: Stage, its: typeof a) =>
    showsLost || value >= lowestSeen(stage) ? its : chanceIn(stage, goal, lowestSeen(stage))
  const [c, d] = [seen(below, a), seen(above, b)]
  const interval = [mix(a.interval[0], b.interval[0]), mix(c.interval[1], d.interval[1])] as const
  const uncertain = Math.min(c.share - a.share, d.share - b.share) > MOST_SURE
  return { rank: goal, share: mix(a.share, b.share), interval, ...(uncertain && { uncertain }) }
}

/** The lowest value of the stage's games, below which its curve falls to that of a lost board. */
function lowestSeen({ survival }: Stage): number {
  return startsLost(survival) ? (survival.values[1] ?? -Infinity) : -Infinity
}

/**
 * P(goal) = P(survives)·P(goal | survives) + P(does not)·P(goal | does not). The interval is Wilson's, of as many trials as have the variance
 * of that sum by the delta method; each share enters the variance as (successes + 1) / (trials + 2), so that 0 of 3 is not certain.
 */
function chanceIn({ rank, games, survival, survivors, others }: Stage, goal: Rank, value: number): Omit<Chance, 'rank'> {
  const survives = { share: at(survival, 'shares', value), trials: at(survival, 'games', value) }
  const after = shareOf(survivors, goal - rank)
  const lost = shareOf(others, goal - rank)
  const otherwise = { ...lost, share: Math.min(lost.share, after.share) } // few games may say that dying helps
  const share = survives.share * after.share + (1 - survives.share) * otherwise.share
  const [s, a, o] = [survives, after, otherwise].map(smoothed) as [number, number, number]
  const smooth = s * a + (1 - s) * o
  const variance =
    ((a - o) ** 2 * s * (1 - s)) / survives.trials +
    (s ** 2 * a * (1 - a)) / Math.max(1, after.trials) +
    ((1 - s) ** 2 * o * (1 - o)) / Math.max(1, otherwise.trials)
  const trials = Math.min(games, Math.max(1, (smooth * (1 - smooth)) / variance))
  return { share, interval: wilsonInterval(share * trials, trials) }
}

interface Share {
  readonly share: number
  readonly trials: number
}

/** @param step of the goal, from 1 for the rank after the stage's */
function shareOf(outcomes: Outcomes | undefined, step: number): Share {
  return { share: outcomes?.goals[step - 1] ?? 0, trials: outcomes?.games ?? 0 }
}

function smoothed({ share, trials }: Share): number {
  return (share * trials + 1) / (trials + 2)
}

const BAND: Interval = [0.1, 0.9]

/** @param ends absent: the game does not end at once */
export function pointsAt(near: Near, score: number, value: number, ends: Ends = { goesOn: 1, gained: 0 }): Points {
  const below = pointsIn(near.below, value, ends)
  const above = pointsIn(near.above, value, ends)
  const mix = (a: number, b: number) => score + Math.round(a + near.weight * (b - a))
  const interval = [0, 1].map(end => mix(below.interval[end]!, above.interval[end]!)) as [number, number]
  return { mean: mix(below.mean, above.mean), interval }
}

/** Points still to come. If all games of the stage survived, none come to one that does not. */
function pointsIn({ survival, survivors, others }: Stage, value: number, { goesOn, gained }: Ends): Points {
  if (goesOn === 0) return { mean: gained, interval: [gained, gained] }
  const share = at(survival, 'shares', value)
  const mean = goesOn * (share * survivors.mean + (1 - share) * (others?.mean ?? 0)) + (1 - goesOn) * gained
  const ofOthers = (points: number) => (others ? levelOf(others, points) : 1)
  const ended = (points: number) => (points > gained ? 1 - goesOn : 0)
  const below = (points: number) => goesOn * (share * levelOf(survivors, points) + (1 - share) * ofOthers(points)) + ended(points)
  const most = Math.max(gained, survivors.quantiles.at(-1)!, others?.quantiles.at(-1) ?? 0)
  return { mean, interval: [quantileOf(below, most, BAND[0]), quantileOf(below, most, BAND[1])] }
}

/** The share of games with fewer points. */
function levelOf({ quantiles }: Outcomes, points: number): number {
  const last = quantiles.length - 1
  if (points >= quantiles[last]!) return 1
  const next = quantiles.findIndex(each => each > points)
  if (next <= 0) return 0
  const [low, high] = [quantiles[next - 1]!, quantiles[next]!]
  return (next - 1 + (points - low) / (high - low)) / last
}

/** Where the level is reached, to half a point. */
function quantileOf(level: (points: number) => number, most: number, wanted: number): number {
  let [low, high] = [0, most]
  while (high - low > 0.5) {
    const middle = (low + high) / 2
    if (level(middle) < wanted) low = middle
    else high = middle
  }
  return high
}

function at({ values, ...columns }: SurvivalCurve, column: 'shares' | 'games', value: number): number {
  const ys = columns[column]
  const next = values.findIndex(each => each > value)
  if (next < 0) return ys.at(-1)!
  if (next === 0) return ys[0]!
  const [x0, x1, y0, y1] = [values[next - 1]!, values[next]!, ys[next - 1]!, ys[next]!]
  return y0 + ((value - x0) / (x1 - x0)) * (y1 - y0)
}
