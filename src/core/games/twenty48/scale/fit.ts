/** Fits a calibration to games of one player. */
import { createRandom } from '../../../random'
import { partOf, type Sliced } from '../../../sliced'
import type { Interval } from '../../../stats/intervals'
import type { Rank } from '../board'
import {
  chanceInDoubt,
  pointsAt,
  stagesNear,
  type Outcomes,
  type Reliability,
  type ReliabilityBin,
  type Stage,
  type SurvivalCurve,
} from './calibration'
import { isotonicRegression, thinned } from './isotonic'
import { bucketOf, grouped, survives, type SampledGame, type SampledPosition } from './sampledGame'

/** Fewer games say too little: a stage takes its neighbour's positions too. */
const LEAST_GAMES = 20
const MOST_KNOTS = 24
const QUANTILES = 20
/** Every third game is predicted by a fit to the others. */
const HELD_OUT = 3
const BINS = 20
/** Positions of a bar of the reliability chart. */
const LEAST_IN_BIN = 200
const RESAMPLES = 1000
/** A few boards are so bad that a search values them below a lost one: at most this share of all values. */
const MOST_BELOW = 0.01

interface Sample extends SampledPosition {
  readonly game: SampledGame
}

/** The value of a lost board, if it is a number below the values of the searches of these games: else no value says that a game is lost. */
export function lostBelow(games: readonly SampledGame[], lost: number | undefined): number | undefined {
  if (lost === undefined) return undefined
  const searched = games.flatMap(({ positions }) => positions).filter(({ decider }) => decider === 'search')
  return searched.filter(({ value }) => value < lost).length <= MOST_BELOW * searched.length ? lost : undefined
}

/**
 * @param games in any order
 * @param lost value of a lost board, if it is a number below others (`lostBelow`). Below the lowest value of a stage, chances fall with a
 * line to 0 at this number: the value of a search that meets lost boards is a mean with them
 */
export function* fitStages(games: readonly SampledGame[], lost?: number): Sliced<Stage[]> {
  const samples = games.flatMap(game => game.positions.map((position): Sample => ({ ...position, game })))
  const kinds = grouped(samples, ({ rank, decider }) => `${rank} ${decider}`)
  const parts = [...kinds.values()].flatMap(inStages)
  const stages: Stage[] = []
  for (const part of parts) {
    yield stages.length / parts.length
    stages.push(stageOf(part, lost))
  }
  return stages.toSorted((a, b) => a.rank - b.rank || b.decider.localeCompare(a.decider) || a.sum - b.sum)
}

/** Samples of one largest tile and decider by their sums, so that each stage has enough games; none if all together have too few. */
function inStages(samples: readonly Sample[]): Sample[][] {
  const buckets = [...grouped(samples, each => String(bucketOf(each)))].toSorted(([a], [b]) => Number(a) - Number(b))
  const stages: Sample[][] = []
  let open: Sample[] = []
  for (const [, bucket] of buckets) {
    open = [...open, ...bucket]
    if (gamesOf(open) < LEAST_GAMES) continue
    stages.push(open)
    open = []
  }
  if (open.length > 0 && stages.length > 0) stages.push([...stages.pop()!, ...open])
  return stages
}

function gamesOf(samples: readonly Sample[]): number {
  return new Set(samples.map(({ game }) => game)).size
}

function stageOf(samples: readonly Sample[], lost: number | undefined): Stage {
  const { rank, decider } = samples[0]!
  const [survivors, others] = [true, false].map(is => samples.filter(each => survives(each, each.game) === is))
  const known = survivors!.length > 0 ? survivors! : others!
  return {
    ...{ rank, decider, sum: Math.round(meanOf(samples, ({ sum }) => sum)), games: gamesOf(samples) },
    survival: survivalCurve(samples, decider === 'search' ? lost : undefined),
    survivors: outcomesOf(known, rank),
    ...(known !== others && others!.length > 0 && { others: outcomesOf(others!, rank) }),
  }
}

function survivalCurve(samples: readonly Sample[], lost: number | undefined): SurvivalCurve {
  // the value of a lost board says that every line that was searched is lost, however a game went on from it
  const ascending = samples.filter(({ value }) => lost === undefined || value > lost).toSorted((a, b) => a.value - b.value)
  if (ascending.length === 0) return { values: [lost!], shares: [0], games: [gamesOf(samples)] }
  const points = ascending.map(each => ({ x: each.value, y: Number(survives(each, each.game)), weight: each.weight }))
  let from = 0
  const knots = thinned(isotonicRegression(points), MOST_KNOTS).map(({ x, y, count }) => {
    const games = gamesOf(ascending.slice(from, (from += count)))
    return { x: Number(x.toPrecision(7)), y: Number(y.toFixed(4)), games }
  })
  const lowest = { ...knots[0]!, x: Number(lowestOf(ascending).toPrecision(7)) }
  if (lost !== undefined) knots.unshift({ ...lowest, x: lost, y: 0 }, ...(lowest.x < knots[0]!.x ? [lowest] : []))
  return { values: knots.map(({ x }) => x), shares: knots.map(({ y }) => y), games: knots.map(({ games }) => games) }
}

/** The lowest value, without those of the games with the lowest ones: at most `MOST_BELOW` of all. More games do not lower it. */
function lowestOf(ascending: readonly Sample[]): number {
  const games = new Set<SampledGame>()
  const few = Math.floor(MOST_BELOW * gamesOf(ascending))
  return ascending.find(({ game }) => games.add(game).size > few)!.value
}

function outcomesOf(samples: readonly Sample[], rank: Rank): Outcomes {
  const goals: number[] = []
  for (let goal = rank + 1, share = 1; share > 0; goal++) {
    share = meanOf(samples, ({ game }) => Number(game.rank >= goal))
    goals.push(Number(share.toFixed(4)))
  }
  const toCome = samples.map(({ game, score, weight }) => ({ points: game.score - score, weight }))
  return {
    games: gamesOf(samples),
    goals,
    mean: Math.round(meanOf(samples, ({ game, score }) => game.score - score)),
    quantiles: quantilesOf(toCome.toSorted((a, b) => a.points - b.points)),
  }
}

function meanOf<Item extends { readonly weight: number }>(items: readonly Item[], of: (item: Item) => number): number {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  return items.reduce((sum, item) => sum + item.weight * of(item), 0) / total
}

/** At equal distances, from the least to the most. @param ascending by points */
function quantilesOf(ascending: readonly { readonly points: number; readonly weight: number }[]): number[] {
  const total = ascending.reduce((sum, { weight }) => sum + weight, 0)
  const quantiles: number[] = []
  let below = 0
  for (const { points, weight } of ascending) {
    below += weight
    while (quantiles.length <= QUANTILES && below >= (quantiles.length / QUANTILES) * total * (1 - 1e-12)) quantiles.push(points)
  }
  return quantiles
}

/** @param games in their order, of which one in three is predicted */
export function* reliabilityOf(games: readonly SampledGame[], lost?: number): Sliced<Reliability> {
  const isHeldOut = (_: SampledGame, i: number) => i % HELD_OUT === HELD_OUT - 1
  const fitted = games.filter((game, i) => !isHeldOut(game, i))
  const unseen = games.filter(isHeldOut)
  const stages = yield* partOf(fitStages(fitted, lost), 0, 0.5)
  const predictions: Prediction[] = []
  for (const [number, game] of unseen.entries()) {
    yield 0.5 + (0.4 * number) / unseen.length
    for (const each of game.positions) predictions.push(...predict(stages, fitted, { game, number }, each))
  }
  const inDoubt = predictions.filter(({ share }) => share !== undefined) as Predicted[]
  return {
    games: unseen.length,
    bins: yield* partOf(binsOf(inDoubt, unseen.length), 0.9, 1),
    brier: measured(inDoubt, ({ share, reached }) => (share - reached) ** 2),
    baseBrier: measured(inDoubt, ({ base, reached }) => (base - reached) ** 2),
    coverage: measured(predictions, ({ isInBand }) => Number(isInBand)),
  }
}

interface Prediction {
  readonly game: number
  readonly weight: number
  readonly isInBand: boolean
  /** Absent if no goal is in doubt. */
  readonly share?: number
  readonly base?: number
  readonly reached?: number
}
type Predicted = Required<Prediction>

function predict(
  stages: readonly Stage[],
  fitted: readonly SampledGame[],
  { game, number }: { readonly game: SampledGame; readonly number: number },
  { value, decider, score, weight, ...place }: SampledPosition,
): Prediction[] {
  const near = stagesNear({ stages }, place, decider)
  if (!near) return []
  const [low, high] = pointsAt(near, score, value).interval
  const banded = { game: number, weight, isInBand: low <= game.score && game.score <= high }
  const chance = chanceInDoubt(near, value)
  if (!chance) return [banded]
  const { rank, share } = chance
  const base = fitted.filter(each => each.rank >= rank).length / fitted.length
  return [{ ...banded, share, base, reached: Number(game.rank >= rank) }]
}

function measured<Item extends { readonly weight: number }>(items: readonly Item[], of: (item: Item) => number): number | null {
  return items.length > 0 ? mean4(items, of) : null
}

function mean4<Item extends { readonly weight: number }>(items: readonly Item[], of: (item: Item) => number): number {
  return Number(meanOf(items, of).toFixed(4))
}

/** Bars of equal width, joined with the next while they have too few positions. */
function* binsOf(predictions: readonly Predicted[], games: number): Sliced<ReliabilityBin[]> {
  const ascending = predictions.toSorted((a, b) => a.share - b.share)
  const bins: ReliabilityBin[] = []
  let open: Predicted[] = []
  for (const [i, each] of ascending.entries()) {
    open.push(each)
    const next = ascending[i + 1]
    const isLast = !next || Math.floor(next.share * BINS) !== Math.floor(each.share * BINS)
    if (!isLast || open.length < LEAST_IN_BIN) continue
    yield i / ascending.length
    bins.push(binOf(open, games))
    open = []
  }
  return bins
}

function binOf(positions: readonly Predicted[], games: number): ReliabilityBin {
  return {
    predicted: mean4(positions, ({ share }) => share),
    observed: mean4(positions, ({ reached }) => reached),
    interval: resampledShare(positions, games),
    positions: positions.length,
  }
}

/** 95 % interval of the share that reached the goal: quantiles over resamples of whole games. */
function resampledShare(positions: readonly Predicted[], games: number): Interval {
  const weights = new Float64Array(games)
  const reached = new Float64Array(games)
  for (const each of positions) {
    weights[each.game]! += each.weight
    reached[each.game]! += each.weight * each.reached
  }
  const random = createRandom(1)
  const shares: number[] = []
  while (shares.length < RESAMPLES) {
    let [all, some] = [0, 0]
    for (let i = 0; i < games; i++) {
      const game = random.below(games)
      all += weights[game]!
      some += reached[game]!
    }
    if (all > 0) shares.push(some / all)
  }
  shares.sort((a, b) => a - b)
  const at = (p: number) => Number(shares[Math.floor(p * (RESAMPLES - 1))]!.toFixed(4))
  return [at(0.025), at(0.975)]
}
